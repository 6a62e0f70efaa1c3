import OvationMedia
import OvationModel
import OvationTestKit
import Synchronization
import Testing

@testable import OvationPictures

/// The gate refuses users who may no longer watch, and closes their players.
struct PlayGateTests {
    private let gate = PlayGate(addressSeconds: 60, removedMax: 3)
    private let live: LiveSessionID = Samples.id("s1")
    private let closed = Closed()

    /// The players that the gate closed.
    private final class Closed: Sendable {
        private let names = Mutex<[String]>([])

        func note(_ name: String, _ code: CloseCode) { names.withLock { $0.append("\(name) \(code.rawValue)") } }
        func take() -> [String] { names.withLock { names in names.sorted() } }
    }

    @discardableResult
    private func open(_ name: String, by user: UserID?, of live: LiveSessionID? = nil) -> PlayGate.Place {
        gate.open(live ?? self.live, by: user) { [closed] in closed.note(name, $0) }
    }

    private func remove(_ user: UserID, at seconds: Int64 = 0) {
        gate.remove(user, from: live, at: Samples.time.adding(seconds: seconds))
    }

    private func refuses(_ user: UserID, _ round: Int64) -> Bool { gate.refuses(user, round: round, of: live) }

    @Test func `a removal closes all of the user's players in the live, and nobody else's`() {
        let (alice, bob): (UserID, UserID) = (Samples.id("alice"), Samples.id("bob"))
        for (name, user) in [("a1", alice), ("a2", alice), ("b", bob), ("free", nil)] { open(name, by: user) }
        open("elsewhere", by: alice, of: Samples.id("s2"))
        gate.closed(open("gone", by: alice))
        remove(alice)
        #expect(closed.take() == ["a1 3007", "a2 3007"])
        remove(alice)
        #expect(closed.take().count == 2, "a closed player is not closed again")
    }

    @Test func `addresses from before a removal are refused, and later ones are not`() {
        let (alice, bob): (UserID, UserID) = (Samples.id("alice"), Samples.id("bob"))
        let before = gate.round(of: live)
        remove(alice)
        let after = gate.round(of: live)
        #expect(refuses(alice, before) && !refuses(alice, after) && !refuses(bob, before))
        remove(alice)
        #expect(refuses(alice, after) && !refuses(alice, gate.round(of: live)))
        #expect(!gate.refuses(alice, round: 0, of: Samples.id("s2")))
    }

    @Test
    func `the number of removed users is limited: expired ones are forgotten, then everybody needs a new address`() {
        let users = (0..<6).map { Samples.id("user\($0)") as UserID }
        for user in users[0..<3] { remove(user) }
        let old = gate.round(of: live)
        remove(users[3], at: 61)
        #expect(!refuses(users[4], 0) && refuses(users[3], old))
        remove(users[4], at: 62)
        remove(users[5], at: 62)
        #expect(!refuses(users[0], old))
        remove(users[0], at: 62)
        #expect(users.allSatisfy { refuses($0, old) })
        #expect(users.allSatisfy { !refuses($0, gate.round(of: live)) })
    }

    @Test func `a new home's removals count from anew: the old home's signed players are closed, and nobody else's`() {
        let (alice, bob): (UserID, UserID) = (Samples.id("alice"), Samples.id("bob"))
        func told(_ round: Int64, _ user: UserID) -> PlayGate.Removals {
            let gone = PlayGate.Removals.Removed(user: user, round: round, until: Samples.time.adding(seconds: 60))
            return PlayGate.Removals(round: round, firstRound: 0, removed: [gone])
        }
        gate.follow(home: [1], of: live, needsSignature: false)
        gate.follow(told(9, alice), from: live, at: Samples.time)
        open("signed", by: bob)
        open("free", by: nil)
        gate.follow(home: [1], of: live, needsSignature: false)
        #expect(closed.take().isEmpty, "the same home again")
        #expect(refuses(alice, 0))
        gate.follow(home: [2], of: live, needsSignature: false)
        #expect(closed.take() == ["signed 3007"])
        #expect(!refuses(alice, 0), "the new home signs with another key, and may have let the user in again")
        open("again", by: bob)
        gate.follow(told(1, bob), from: live, at: Samples.time)
        #expect(closed.take() == ["again 3007", "signed 3007"], "its first removal counts")
        #expect(refuses(bob, 0) && !refuses(bob, 1))
        gate.follow(home: [3], of: live, needsSignature: true)
        #expect(closed.take() == ["again 3007", "free 3007", "signed 3007"], "it is unlisted there")
    }

    @Test func `a live that comes to run here closes the players that its former home let in, and counts on`() {
        let alice: UserID = Samples.id("alice")
        gate.follow(home: [1], of: live, needsSignature: false)
        open("signed", by: alice)
        remove(Samples.id("bob"))
        gate.followNone(of: live)
        #expect(closed.take() == ["signed 3007"])
        #expect(gate.round(of: live) == 1 && refuses(Samples.id("bob"), 0))
        open("own", by: alice)
        gate.followNone(of: live)
        #expect(closed.take() == ["signed 3007"], "what runs here already is left alone")
    }

    @Test func `an unlisted live closes all players, and an ended one those with a signed address`() {
        let alice: UserID = Samples.id("alice")
        open("signed", by: alice)
        open("free", by: nil)
        gate.removeAll(from: live)
        #expect(closed.take() == ["free 3007", "signed 3007"])
        #expect(refuses(alice, 0) && !refuses(alice, gate.round(of: live)))
        open("signed", by: alice)
        let free = open("free", by: nil)
        gate.end(live)
        #expect(closed.take() == ["free 3007", "signed 3007", "signed 3508"])
        gate.closed(free)
        #expect(!refuses(alice, 0), "an ended live keeps nothing")
    }
}
