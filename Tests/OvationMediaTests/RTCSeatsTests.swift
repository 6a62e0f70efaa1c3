import OvationMedia
import OvationModel
import OvationTestKit
import Testing

/// Who in seats sends to the media server and takes from it.
struct RTCSeatsTests {
    private let session: LiveSessionID = Samples.id("s1")
    private let start = Timestamp(milliseconds: 1_000)
    private let ada: UserID = Samples.id("ada")
    private let bob: UserID = Samples.id("bob")
    private let cy: UserID = Samples.id("cy")
    private let silent = RTCSeats.Openness(isHeard: false, isSeen: true)

    private func seats(max: Int = 10) -> RTCSeats { RTCSeats(connectionsMax: max, connectSeconds: 15) }

    private func send(
        _ seats: inout RTCSeats, _ user: UserID, _ openness: RTCSeats.Openness? = .whole
    ) throws -> RTCSeats.Beginning {
        let begun = seats.send(session, user, openness: openness, at: start)
        return try begun.get()
    }

    private func take(_ seats: inout RTCSeats, _ other: UserID, by user: UserID) throws -> RTCSeats.Beginning {
        let begun = seats.take(other, session, user, isSeated: true, at: start)
        return try begun.get()
    }

    private func refusal(_ seats: inout RTCSeats, _ other: UserID, by user: UserID) -> RTCSeats.Refusal? {
        switch seats.take(other, session, user, isSeated: true, at: start) {
        case .success: nil
        case .failure(let refusal): refusal
        }
    }

    @Test func `who is in no seat neither sends nor takes`() {
        var seats = seats()
        let sent = seats.send(session, ada, openness: nil, at: start)
        #expect(throws: RTCSeats.Refusal.notSeated) { try sent.get() }
        let taken = seats.take(ada, session, bob, isSeated: false, at: start)
        #expect(throws: RTCSeats.Refusal.notSeated) { try taken.get() }
        #expect(seats.all.isEmpty)
    }

    @Test func `a sender is taken once the media server has answered, and never by themselves`() throws {
        var seats = seats()
        let sender = try send(&seats, ada).connection.number
        let early = refusal(&seats, ada, by: bob)
        #expect(early == .notSending)
        let isAnswered = seats.answered(sender)
        #expect(isAnswered)
        let own = refusal(&seats, ada, by: ada)
        #expect(own == .notSending)
        let taker = try take(&seats, ada, by: bob).connection
        #expect(taker.sender == sender)
        #expect(seats.count(.sender) == 1 && seats.count(.taker) == 1)
    }

    @Test func `a later connection for the same replaces the earlier one, with who took it`() throws {
        var seats = seats()
        let first = try send(&seats, ada).connection.number
        _ = seats.answered(first)
        let taker = try take(&seats, ada, by: bob).connection.number
        let again = try take(&seats, ada, by: bob)
        #expect(again.ended.map(\.number) == [taker])
        let other = try take(&seats, ada, by: cy).connection.number
        let second = try send(&seats, ada)
        #expect(second.ended.map(\.number) == [first, again.connection.number, other])
        #expect(seats.all == [second.connection.number])
        // What belonged to the first ends nothing of the second.
        let late = seats.end(first)
        #expect(late.isEmpty)
        #expect(seats.count(.sender) == 1)
    }

    @Test func `as many connections are taken as may be, and one that replaces another is no further one`() throws {
        var seats = seats(max: 2)
        let sender = try send(&seats, ada).connection.number
        _ = seats.answered(sender)
        _ = try take(&seats, ada, by: bob)
        let third = refusal(&seats, ada, by: cy)
        #expect(third == .full)
        let sent = seats.send(session, bob, openness: .whole, at: start)
        #expect(throws: RTCSeats.Refusal.full) { try sent.get() }
        _ = try take(&seats, ada, by: bob)
        _ = try send(&seats, ada)
        #expect(seats.all.count == 1)
    }

    @Test func `what a seat keeps closed is closed before the sender counts as answered`() throws {
        var seats = seats()
        let number = try send(&seats, ada, silent).connection.number
        let isTooEarly = seats.answered(number)
        #expect(!isTooEarly)
        let change = seats.nextChange(of: number)
        #expect(change == silent)
        let another = seats.nextChange(of: number)
        #expect(another == nil)
        seats.changed(number, to: silent)
        let isAnswered = seats.answered(number)
        #expect(isAnswered)
        let none = seats.nextChange(of: number)
        #expect(none == nil)
    }

    @Test func `of changes while the media server is asked, the last one is asked for next`() throws {
        var seats = seats()
        let number = try send(&seats, ada).connection.number
        _ = seats.answered(number)
        let closed = seats.follow(session, [ada: silent])
        #expect(closed.changing == [number] && closed.ended.isEmpty)
        let first = seats.nextChange(of: number)
        #expect(first == silent)
        _ = seats.follow(session, [ada: .whole])
        let dark = RTCSeats.Openness(isHeard: true, isSeen: false)
        _ = seats.follow(session, [ada: dark])
        let meanwhile = seats.nextChange(of: number)
        #expect(meanwhile == nil)
        seats.changed(number, to: silent)
        let second = seats.nextChange(of: number)
        #expect(second == dark)
    }

    @Test func `who left the seat is ended on both sides, and the others stay`() throws {
        var seats = seats()
        for user in [ada, bob, cy] { _ = seats.answered(try send(&seats, user).connection.number) }
        for (other, user) in [(ada, bob), (ada, cy), (bob, ada), (bob, cy), (cy, ada), (cy, bob)] {
            _ = try take(&seats, other, by: user)
        }
        let ended = seats.follow(session, [bob: .whole, cy: .whole]).ended
        #expect(ended.count == 5)
        #expect(ended.allSatisfy { $0.user == ada || $0.sender == 1 })
        #expect(seats.count(.sender) == 2 && seats.count(.taker) == 2)
        let other = seats.follow(Samples.id("s2"), [:]).ended
        #expect(other.isEmpty)
    }

    @Test func `who is not connected in time is due, and who is connected is not`() throws {
        var seats = seats()
        let first = try send(&seats, ada).connection.number
        let second = try send(&seats, bob).connection.number
        seats.connected(first)
        #expect(seats.due(at: start.adding(milliseconds: 14_999)).isEmpty)
        #expect(seats.due(at: start.adding(milliseconds: 15_000)) == [second])
    }

    @Test func `a device counts as open while it is on and nobody has closed it`() {
        for (isOn, isLocked) in [(true, false), (true, true), (false, false), (false, true)] {
            var seat = Seat(index: 0)
            (seat.isMicrophoneOn, seat.isMicrophoneLocked) = (isOn, isLocked)
            (seat.isCameraOn, seat.isCameraLocked) = (isOn, !isLocked)
            #expect(RTCSeats.Openness(seat) == RTCSeats.Openness(isHeard: isOn && !isLocked, isSeen: isOn && isLocked))
        }
    }

    @Test func `after any order of steps, connections are counted right and belong to users in seats`() {
        var random = SeededGenerator.printed()
        var seats = seats(max: 12)
        let users = [ada, bob, cy, Samples.id("dee") as UserID]
        var seated = Dictionary(uniqueKeysWithValues: users.map { ($0, RTCSeats.Openness.whole) })
        for step in 0..<2_000 {
            let user = users[Int.random(in: 0..<4, using: &random)]
            switch Int.random(in: 0..<7, using: &random) {
            case 0: _ = seats.send(session, user, openness: seated[user], at: start)
            case 1:
                let other = users[Int.random(in: 0..<4, using: &random)]
                _ = seats.take(other, session, user, isSeated: seated[user] != nil, at: start)
            case 2: if let number = seats.all.randomElement(using: &random) { _ = seats.answered(number) }
            case 3: if let number = seats.all.randomElement(using: &random) { _ = seats.end(number) }
            case 4:
                seated[user] = seated[user] == nil ? silent : nil
                _ = seats.follow(session, seated)
            case 5:
                guard let number = seats.all.randomElement(using: &random), let next = seats.nextChange(of: number)
                else {
                    continue
                }
                seats.changed(number, to: next)
            default: if let number = seats.all.randomElement(using: &random) { seats.connected(number) }
            }
            let all = seats.all.compactMap { seats[$0] }
            #expect(all.count == seats.count(.sender) + seats.count(.taker) && all.count <= 12, "step \(step)")
            #expect(all.allSatisfy { seated[$0.user] != nil }, "step \(step)")
            #expect(Set(all.filter { $0.kind == .sender }.map(\.user)).count == seats.count(.sender), "step \(step)")
            #expect(all.allSatisfy { $0.sender.map { seats[$0] != nil } ?? true }, "step \(step)")
        }
    }
}
