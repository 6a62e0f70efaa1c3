import OvationModel
import OvationRules
import OvationTestKit
import Testing

/// A session outlives its connection by 90 seconds, and a user has at most five.
struct PresenceTests {
    private let start = TestLive.start
    private let bob = UserID(unchecked: "bob")
    private let eve = UserID(unchecked: "eve")

    private func session(_ text: String) -> SessionID { SessionID(unchecked: text) }

    private func presence(_ sessions: (String, UserID)...) -> Presence {
        var presence = Presence(limits: Limits())
        for (id, user) in sessions { #expect(presence.open(session(id), user: user, at: start).isEmpty) }
        return presence
    }

    @Test func `a session with a connection lasts as long as the connection`() {
        var presence = presence(("a", bob))
        #expect(presence.expire(at: start.adding(seconds: 1_000_000)).isEmpty)
        #expect(presence[session("a")]?.user == bob)
        #expect(presence[session("a")]?.openedAt == start)
        #expect(presence[session("a")]?.detachedAt == nil)
    }

    @Test func `a session without a connection is kept for 89 seconds and gone after 90`() throws {
        var presence = presence(("a", bob))
        let lost = start.adding(seconds: 1_000)
        presence.detach(session("a"), at: lost)
        #expect(presence[session("a")]?.detachedAt == lost)
        #expect(presence.expire(at: lost.adding(seconds: 89)).isEmpty)
        #expect(presence.expire(at: lost.adding(milliseconds: 89_999)).isEmpty)
        #expect(presence.count == 1)
        let gone = presence.expire(at: lost.adding(seconds: 90))
        #expect(gone.map(\.id) == [session("a")])
        #expect(gone.first?.user == bob)
        #expect(presence.count == 0)
        #expect(presence.sessions(of: bob).isEmpty)
        #expect(presence.attach(session("a"), user: bob) == false)
        #expect(presence.expire(at: lost.adding(seconds: 200)).isEmpty, "a session expires only once")
    }

    @Test func `sessions whose clients go on under others are counted by themselves, and are no more than the others`()
    {
        var limits = Limits()
        limits.sessionsPerUserMax = 2
        var presence = Presence(limits: limits)
        var surplus: [SessionID] = []
        for number in 0..<6 {
            surplus += presence.open(
                session("s\(number)"), user: bob, replacing: number > 0 ? session("s\(number - 1)") : nil, at: start)
        }
        #expect(
            surplus == ["s0", "s1", "s2"].map(session), "somebody who only claims to move gets no more sessions by it")
        #expect(presence.sessions(of: bob) == ["s3", "s4", "s5"].map(session))
        _ = presence.open(session("e"), user: eve, replacing: session("s5"), at: start)
        #expect(presence[session("s5")]?.isReplaced == false, "it is another user's")
    }

    @Test func `a session that resumes after 89 seconds was never away`() {
        var presence = presence(("a", bob))
        presence.detach(session("a"), at: start)
        #expect(presence.attach(session("a"), user: bob) == true)
        #expect(presence[session("a")]?.detachedAt == nil)
        #expect(presence.expire(at: start.adding(seconds: 90)).isEmpty)
        presence.detach(session("a"), at: start.adding(seconds: 89))
        #expect(
            presence.expire(at: start.adding(seconds: 178)).isEmpty,
            "the time counts from the last loss of the connection")
        #expect(presence.expire(at: start.adding(seconds: 179)).count == 1)
    }

    @Test func `a loss that is reported twice counts from the first report`() {
        var presence = presence(("a", bob))
        presence.detach(session("a"), at: start)
        presence.detach(session("a"), at: start.adding(seconds: 60))
        #expect(presence.expire(at: start.adding(seconds: 90)).count == 1)
    }

    @Test func `another user cannot resume a session`() {
        var presence = presence(("a", bob), ("b", eve))
        presence.detach(session("a"), at: start)
        #expect(presence.attach(session("a"), user: eve) == false)
        #expect(presence[session("a")]?.detachedAt == start, "the attempt does not keep the session alive")
        #expect(presence.attach(session("unknown"), user: eve) == false)
        #expect(presence.expire(at: start.adding(seconds: 90)).map(\.id) == [session("a")])
    }

    @Test func `the sixth session closes the user's oldest one and nobody else's`() {
        var presence = presence(("e1", eve), ("b1", bob), ("b2", bob), ("b3", bob), ("b4", bob), ("b5", bob))
        #expect(presence.open(session("b6"), user: bob, at: start) == [session("b1")])
        #expect(presence.sessions(of: bob).map(\.rawValue) == ["b2", "b3", "b4", "b5", "b6"])
        #expect(presence.sessions(of: eve) == [session("e1")])
        #expect(presence[session("b1")] == nil)
        #expect(presence.count == 6)
        #expect(presence.open(session("b7"), user: bob, at: start) == [session("b2")])
    }

    @Test func `the oldest session is the one opened first, even if it resumed since and the clock was set back`() {
        var presence = Presence(limits: Limits())
        for number in 1...5 {
            _ = presence.open(session("b\(number)"), user: bob, at: start.adding(seconds: -Int64(number)))
        }
        presence.detach(session("b1"), at: start)
        #expect(presence.attach(session("b1"), user: bob) == true)
        #expect(presence.open(session("b6"), user: bob, at: start.adding(seconds: -100)) == [session("b1")])
        let ordinals = presence.sessions(of: bob).compactMap { presence[$0]?.ordinal }
        #expect(ordinals == ordinals.sorted())
    }

    @Test func `a closed session is gone at once, and its place is free`() {
        var presence = presence(("b1", bob), ("b2", bob), ("b3", bob), ("b4", bob), ("b5", bob))
        presence.detach(session("b3"), at: start)
        presence.close(session("b3"))
        presence.close(session("b3"))
        #expect(presence.open(session("b6"), user: bob, at: start).isEmpty)
        #expect(presence.expire(at: start.adding(seconds: 1_000)).isEmpty)
        presence.detach(session("b3"), at: start)
        #expect(presence.expire(at: start.adding(seconds: 1_000)).isEmpty)
    }

    @Test func `sessions that expire together are in the order of their ids`() {
        var presence = Presence(limits: Limits())
        let names = (0..<50).map { "s\($0)" }
        for name in names.shuffled() {
            _ = presence.open(session(name), user: UserID(unchecked: "u\(name)"), at: start)
            presence.detach(session(name), at: start)
        }
        #expect(presence.expire(at: start.adding(seconds: 90)).map(\.id.rawValue) == names.sorted())
    }

    @Test func `sessions and users agree after any sequence of calls`() {
        var random = SeededGenerator.printed()
        let seed = random.seed
        var presence = Presence(limits: Limits())
        let users = (0..<4).map { UserID(unchecked: "u\($0)") }
        var model: [(id: SessionID, user: UserID, lostAt: Timestamp?)] = []
        var now = start
        for step in 0..<5_000 {
            now = now.adding(milliseconds: Int64.random(in: 0...20_000, using: &random))
            let user = users[Int.random(in: 0..<4, using: &random)]
            let place = model.indices.randomElement(using: &random)
            switch Int.random(in: 0..<5, using: &random) {
            case 0:
                let closed = presence.open(session("s\(step)"), user: user, at: now)
                model.append((session("s\(step)"), user, nil))
                let own = model.filter { $0.user == user }.map(\.id)
                #expect(closed == own.dropLast(5), "seed \(seed)")
                model.removeAll { closed.contains($0.id) }
            case 1:
                guard let place else { continue }
                presence.detach(model[place].id, at: now)
                model[place].lostAt = model[place].lostAt ?? now
            case 2:
                guard let place else { continue }
                let isOwn = model[place].user == user
                #expect(presence.attach(model[place].id, user: user) == isOwn, "seed \(seed)")
                if isOwn { model[place].lostAt = nil }
            case 3:
                guard let place else { continue }
                presence.close(model[place].id)
                model.remove(at: place)
            default:
                let isGone = { (lostAt: Timestamp?) in lostAt.map { now.milliseconds(since: $0) >= 90_000 } ?? false }
                let gone = model.filter { isGone($0.lostAt) }.map(\.id).sorted()
                #expect(presence.expire(at: now).map(\.id) == gone, "seed \(seed)")
                model.removeAll { isGone($0.lostAt) }
            }
            #expect(presence.count == model.count, "seed \(seed)")
            for user in users {
                #expect(presence.sessions(of: user) == model.filter { $0.user == user }.map(\.id), "seed \(seed)")
            }
        }
    }
}
