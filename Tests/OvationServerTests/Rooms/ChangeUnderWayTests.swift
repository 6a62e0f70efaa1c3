import OvationModel
import OvationRules
import OvationStorage
import OvationTestKit
import OvationWire
import Testing

@testable import OvationNode

/// A change or the end of a live that is being stored, and the effects of the storage's answer.
struct ChangeUnderWayTests {
    private static let start = Samples.info().sessionID
    private static let kicked = RoomEvent.audienceKicked(
        AudienceKicked(user: Samples.alice, by: nil, reason: "", count: 1))

    private static func change(_ event: RoomEvent?, removes user: UserID? = nil) -> ChangeUnderWay {
        var outcome = RoomOutcome()
        outcome.removed = user.map { [$0] } ?? []
        let commit = RoomCommit(changes: [], event: event, about: user)
        return ChangeUnderWay(commit, of: outcome, in: start, at: Samples.time)
    }

    @Test func `a stored change is told under the number of its event`() {
        let change = Self.change(Self.kicked, removes: Samples.alice.userID)
        guard case .changeRoom(Self.start, [], let drafts) = change.write, let draft = drafts.first else {
            return #expect(Bool(false), "a change is stored together with its event")
        }
        #expect(draft.name == "audience.kicked" && draft.about == Samples.alice.userID && draft.at == Samples.time)
        guard case .kept(let all) = change.answer(to: .success(.event(durable: 4))), let told = all.first else {
            return #expect(Bool(false), "the change is stored")
        }
        #expect(all.count == 1 && drafts.count == 1)
        #expect(told.durable == 4 && told.name == .audienceKicked && told.data == draft.data)
        #expect(told.removed == Samples.alice.userID)
        #expect(!change.isTakenBack(.success(.event(durable: 4))))
    }

    @Test func `a change with several events is told under consecutive numbers`() {
        var outcome = RoomOutcome()
        outcome.removed = [Samples.bob.userID]
        outcome.publications = [
            RoomPublication(.roomSkipped(RoomSkipped(from: 1, to: 1)), lane: .count, isSequenced: false)
        ]
        var commit = RoomCommit(changes: [.unmute(Samples.bob.userID)])
        for user in [Samples.alice, Samples.bob] {
            let event = AudienceBanned(user: user, banned: true, until: nil, by: nil, reason: "", count: 0)
            commit.add(.audienceBanned(event), about: user.userID)
        }
        let change = ChangeUnderWay(commit, of: outcome, in: Self.start, at: Samples.time)
        guard case .changeRoom(Self.start, [.unmute(Samples.bob.userID)], let drafts) = change.write else {
            return #expect(Bool(false), "the change and its events are one write")
        }
        #expect(drafts.map(\.about) == [Samples.alice.userID, Samples.bob.userID])
        guard case .kept(let told) = change.answer(to: .success(.event(durable: 9))) else {
            return #expect(Bool(false), "the change is stored")
        }
        #expect(told.map(\.durable) == [8, 9] && told.map(\.data) == drafts.map(\.data))
        #expect(told.map(\.removed) == [nil, Samples.bob.userID], "alice was banned and was not in the live")
        #expect(told.map(\.unshown) == [Samples.alice.userID, Samples.bob.userID])
        #expect(told.map(\.publications) == [[], outcome.publications])
    }

    @Test func `a removal that cannot be stored is taken back`() {
        let change = Self.change(Self.kicked, removes: Samples.alice.userID)
        let failure = Result<StorageOutcome, Rejection>.failure(Rejection(.storageUnavailable))
        guard case .refused = change.answer(to: failure) else { return #expect(Bool(false), "the change is refused") }
        #expect(change.isTakenBack(failure))
        #expect(change.removed == [Samples.alice.userID] && Self.change(nil).removed.isEmpty)
    }

    @Test func `a change without an event needs no telling, and a word list applies once it is stored`() {
        guard case .keptWithoutEvent([]) = Self.change(nil).answer(to: .success(.kept)) else {
            return #expect(Bool(false), "the change has no event")
        }
        let words = ChangeUnderWay([], by: .server, in: Self.start, at: Samples.time)
        guard case .inForceNow(.wordsKept([])) = words.answer(to: .success(.kept)) else {
            return #expect(Bool(false), "the word list applies now")
        }
        #expect(
            !words.isTakenBack(.failure(Rejection(.storageUnavailable))),
            "a word list that was not stored never applied")
    }

    @Test func `the end has the rules' content and the storage's number`() throws {
        #expect(EndOfLive(nil, of: Self.start, at: Samples.time) == nil)
        #expect(EndOfLive(RoomOutcome(), of: Self.start, at: Samples.time) == nil)
        let room = Room(Samples.room(), limits: Limits(), at: Samples.time)
        let outcome = try room.outcome(of: .end(message: ""), from: .server, at: Samples.time)
        let end = try #require(EndOfLive(outcome, of: Self.start, at: Samples.time))
        guard case .success((.end(let event, _, 3, _), 3)) = end.kept(.success(.event(durable: 3))) else {
            return #expect(Bool(false), "the end is told under its stored number")
        }
        #expect(event == end.event)
        guard case .failure(let rejection) = end.kept(.failure(Rejection(.storageUnavailable))) else {
            return #expect(Bool(false), "an end that cannot be stored fails")
        }
        #expect(rejection.code == .storageUnavailable)
    }

    @Test func `everybody who waits for the end is released once, in the order of their arrival`() {
        var waiting = AwaitingEnd()
        #expect(waiting.first == nil)
        for message in ["one", "two"] {
            let request = RoomRequest(actor: .server, body: .command(.end(message: message)))
            waiting.wait(RoomCall(request: request) { _ in })
        }
        #expect(waiting.first?.request.body == .command(.end(message: "one")))
        let bodies = waiting.takeAll().calls.map(\.request.body)
        #expect(bodies == [.command(.end(message: "one")), .command(.end(message: "two"))])
        #expect(waiting.takeAll().calls.isEmpty && waiting.first == nil)
    }
}
