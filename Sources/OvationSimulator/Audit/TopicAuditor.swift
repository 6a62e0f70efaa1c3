import OvationModel
import OvationRules
import OvationStorage

/// Compares published topic messages with stored and received ones, when nothing is in progress.
///
/// All messages of the simulation are for everybody, and there are fewer than the limit, so their numbers have no gaps.
struct TopicAuditor {
    let observations: Observations
    let lives: [String]

    /// Returns the problems, one sentence each; empty if everything is right.
    func audit(_ storage: any Storage) async throws -> [String] {
        var problems: [String] = []
        var texts: [String: [Int64: String]] = [:]
        func note(_ number: Int64, _ text: String, _ session: String, _ who: String) {
            if let known = texts[session, default: [:]].updateValue(text, forKey: number), known != text {
                problems.append("the message \(number) of \(session) is \"\(known)\", and \"\(text)\" for \(who)")
            }
        }
        for record in observations.published {
            if let number = record.number { note(number, record.text, record.session, record.user) }
        }
        for stay in observations.topicStays {
            var next = stay.after
            for (number, text) in stay.heard {
                next += 1
                if number != next {
                    problems.append("\(stay.user) heard the message \(number) of \(stay.session) where \(next) comes")
                    break
                }
                note(number, text, stay.session, stay.user)
            }
            let tapped = observations.taps[stay.live] ?? 0
            if stay.taps > tapped {
                problems.append("\(stay.user) was told \(stay.taps) taps in \(stay.live), of \(tapped)")
            }
        }
        for live in lives {
            guard let room = try await storage.lastRoom(LiveID(unchecked: live)), room.endedAt == nil else { continue }
            let session = room.info.sessionID
            let kept = try await storage.topicMessages(of: session, topic: TopicStay.topic, after: 0, limit: .max)
            for message in kept { note(message.number ?? 0, message.message, session.rawValue, "the storage") }
            let last = kept.last?.number ?? 0
            if kept.map(\.number) != Array(0...Int64(kept.count)).dropFirst().map(Int64?.some) {
                problems.append("\(session) does not keep the messages 1 to \(last)")
            }
            for (number, text) in texts[session.rawValue] ?? [:] where number > last {
                problems.append("\"\(text)\" is the message \(number) of \(session), which keeps \(last)")
            }
            for stay in observations.topicStays where stay.session == session.rawValue && !stay.isOver {
                if stay.last != last || !stay.isCaughtUp {
                    problems.append("\(stay.user) listens to \(session) and heard \(stay.last) of \(last) messages")
                }
            }
        }
        return problems
    }
}
