import OvationModel
import OvationRules

/// The lives r1, r2 and r3 of host1, host2 and host3, over a post that loses nothing, with what is kept of each.
final class NeighbouringLives {
    private var lives: [LiveID: TestLive] = [:]
    private(set) var courses = CoHostCourses(livesMax: 9, at: TestLive.start)
    private var lines: [LiveID: [ModerationRecord]] = [:]
    private var events: [LiveID: [RoomEvent]] = [:]
    private var coins: [Int: Int64] = [:]
    private var now = TestLive.start

    init() throws(Rejection) {
        for number in 1...3 {
            let id = Self.id(number)
            let live = TestLive {
                $0.info.liveID = id
                $0.info.sessionID = LiveSessionID(unchecked: "s\(number)")
                $0.info.liveOwner = .named("host\(number)")
            }
            try live.enter("host\(number)")
            lives[id] = live
        }
    }

    static func id(_ number: Int) -> LiveID { LiveID(unchecked: "r\(number)") }

    subscript(_ number: Int) -> TestLive { lives[Self.id(number)] ?? TestLive() }

    /// Takes the lines that the moderation log of a live got: what was done, by whom, about whom, and the reason.
    func takeLog(_ number: Int) -> [String] {
        defer { lines[Self.id(number)] = [] }
        return (lines[Self.id(number)] ?? []).map { line in
            [
                line.action.rawValue, "by \(line.by?.rawValue ?? line.source.rawValue)", line.userID?.rawValue ?? "-",
                line.reason,
            ].joined(separator: " ")
        }
    }

    /// Takes the changes of the link that those in a live were told.
    func takeChanges(_ number: Int) -> [CoHostChanged] {
        defer { events[Self.id(number)] = [] }
        return (events[Self.id(number)] ?? []).compactMap {
            if case .coHostChanged(let changed) = $0 { changed } else { nil }
        }
    }

    /// Has the host of a live ask for something, or another actor, and delivers what follows.
    func perform(_ command: CoHostCommand, in number: Int, as name: String? = nil) throws(Rejection) {
        try perform(command, in: Self.id(number), from: .named(name ?? "host\(number)"))
    }

    func refusal(_ command: CoHostCommand, in number: Int, as name: String? = nil) -> ErrorCode? {
        do throws(Rejection) {
            try perform(command, in: number, as: name)
            return nil
        } catch {
            return error.code
        }
    }

    /// Joins lives to the first one, in this order.
    func join(_ first: Int, _ others: Int...) throws(Rejection) {
        for other in others {
            try perform(.request(Self.id(other), templateID: 600, seconds: 30, extraInfo: ""), in: first)
            try perform(.answer(Self.id(first), isAccepted: true), in: other)
            try pass(seconds: 2)
        }
    }

    /// Lets the host of a live be gone.
    func leave(_ number: Int) throws(Rejection) {
        try take(try self[number].perform(.leaving("host\(number)"), as: "host\(number)"), Self.id(number))
    }

    /// Ends a live. What others are told comes after everything that `meanwhile` does in the same tick.
    func end(_ number: Int, meanwhile: () throws(Rejection) -> Void = { () throws(Rejection) in }) throws(Rejection) {
        try self[number].perform(.end(message: ""), as: "host\(number)")
        let letters = self[number].note(.ended).coHosts?.letters ?? []
        try meanwhile()
        deliver(letters)
    }

    /// Sets the clock of everybody, and lets happen what is due.
    func setClock(by seconds: Int64) throws(Rejection) {
        now = now.adding(seconds: seconds)
        try pass(seconds: 1)
    }

    /// Has coins be given in a live.
    func give(_ coins: Int64, in number: Int) throws(Rejection) {
        self.coins[number, default: 0] += coins
        let total = self.coins[number] ?? 0
        self[number].note(.giftsCounted(totalGiftsSent: Int(total), totalGiftCoins: total, totalUniqueGiftSenders: 1))
        try perform(.tellScore, in: Self.id(number), from: .server)
    }

    /// The result of the last battle that a live took part in, as its own viewers were told.
    func result(_ number: Int) -> Battle? {
        (events[Self.id(number)] ?? []).lazy.compactMap {
            if case .battleChanged(let changed) = $0, changed.reason == .ended { changed.battle } else { nil }
        }.last
    }

    /// Sets the score of a live in a battle, as the app's backend does.
    func setScore(_ score: Int64, of number: Int, in battle: BattleID) throws(Rejection) {
        _ = try courses.adjust(battle, [(live: Self.id(number), score: score)], isSum: false)
    }

    /// Lets time go by, and everything happen that is due.
    func pass(seconds: Int64) throws(Rejection) {
        for _ in 0..<seconds {
            now = now.adding(seconds: 1)
            for live in lives.values { live.now = now }
            deliver(courses.expire(at: now).letters)
            for id in lives.keys.sorted() where lives[id]?.room.isEnded == false {
                try perform(.due, in: id, from: .server)
            }
        }
    }

    private func perform(_ command: CoHostCommand, in id: LiveID, from actor: RoomActor) throws(Rejection) {
        guard let live = lives[id] else { return }
        try take(try live.perform(.coHost(command), from: actor), id)
    }

    /// Keeps a change, and has the letters go out.
    private func take(_ outcome: RoomOutcome, _ id: LiveID) throws(Rejection) {
        guard let live = lives[id] else { return }
        var letters = outcome.coHosts?.letters ?? []
        if let commit = outcome.commit {
            lines[id, default: []] += commit.records
            events[id, default: []] += commit.events.map(\.event)
            live.note(.coHostsKept)
            if live.room.isBattleScoreFinal {
                letters += try live.perform(.coHost(.tellScore), from: .server).coHosts?.letters ?? []
            }
        }
        deliver(letters)
    }

    private func deliver(_ letters: [CoHostLetter]) {
        for letter in letters {
            if case .live(let id) = letter.to {
                guard lives[id]?.room.isEnded == false else {
                    // Nobody lives there any more.
                    deliver(letter.returned.map { [$0] } ?? [])
                    continue
                }
                // Letters are never refused.
                try? perform(.receive(letter), in: id, from: .server)
            } else {
                deliver(courses.receive(letter, at: now).letters)
            }
        }
    }
}
