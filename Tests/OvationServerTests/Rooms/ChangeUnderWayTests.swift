import OvationModel
import OvationRules
import OvationStorage
import OvationTestKit
import OvationWire
import Testing

@testable import OvationServer

/// A change or the end of a live on its way to the storage, and what follows from the answer.
struct ChangeUnderWayTests {
    private static let start = Samples.info().sessionID
    private static let kicked = RoomEvent.audienceKicked(
        AudienceKicked(user: Samples.alice, by: nil, reason: "", count: 1))

    private static func change(_ event: RoomEvent?, removes user: UserID? = nil) -> ChangeUnderWay {
        var outcome = RoomOutcome()
        outcome.removed = user
        let commit = RoomCommit(changes: [], event: event, about: user)
        return ChangeUnderWay(commit, of: outcome, in: start, at: Samples.time)
    }

    @Test func `a change with an event is told under its number when it is kept`() {
        let change = Self.change(Self.kicked, removes: Samples.alice.userID)
        guard case .changeRoom(Self.start, [], let draft?) = change.write else {
            return #expect(Bool(false), "its event is kept with it")
        }
        #expect(draft.name == "audience.kicked" && draft.about == Samples.alice.userID && draft.at == Samples.time)
        guard case .kept(let told) = change.answer(to: .success(.event(durable: 4))) else {
            return #expect(Bool(false), "it is kept")
        }
        #expect(told.durable == 4 && told.name == .audienceKicked && told.data == draft.data)
        #expect(told.removed == Samples.alice.userID)
        #expect(!change.isTakenBack(.success(.event(durable: 4))))
    }

    @Test func `a removal that the storage refuses is taken back with the sessions of the user`() {
        let change = Self.change(Self.kicked, removes: Samples.alice.userID)
        let failure = Result<StorageOutcome, Rejection>.failure(Rejection(.storageUnavailable))
        guard case .refused = change.answer(to: failure) else { return #expect(Bool(false), "it is refused") }
        #expect(change.isTakenBack(failure))
        let sessions: [SessionID] = [Samples.id("s")]
        #expect(change.takenBack(sessions) == .removalNotKept(Samples.alice, sessions: sessions))
        #expect(Self.change(nil).takenBack([]) == nil)
    }

    @Test func `a change without an event is told by what it publishes, a list of words when it is kept`() {
        guard case .keptWithoutEvent([]) = Self.change(nil).answer(to: .success(.kept)) else {
            return #expect(Bool(false), "it has no event")
        }
        let words = ChangeUnderWay([], by: .server, in: Self.start, at: Samples.time)
        guard case .inForceNow(.wordsKept([])) = words.answer(to: .success(.kept)) else {
            return #expect(Bool(false), "it is in force now")
        }
        #expect(!words.isTakenBack(.failure(Rejection(.storageUnavailable))), "it was not in force")
    }

    @Test func `the end is what the rules say, under the number that the storage gives it`() throws {
        #expect(EndOfLive(nil, of: Self.start, at: Samples.time) == nil)
        #expect(EndOfLive(RoomOutcome(), of: Self.start, at: Samples.time) == nil)
        let room = Room(Samples.room(), limits: Limits(), at: Samples.time)
        let outcome = try room.outcome(of: .end(message: ""), from: .server, at: Samples.time)
        let end = try #require(EndOfLive(outcome, of: Self.start, at: Samples.time))
        guard case .success((.end(let event, _, 3, _), 3)) = end.kept(.success(.event(durable: 3))) else {
            return #expect(Bool(false), "it is told under its number")
        }
        #expect(event == end.event)
        guard case .failure(let rejection) = end.kept(.failure(Rejection(.storageUnavailable))) else {
            return #expect(Bool(false), "it is not kept")
        }
        #expect(rejection.code == .storageUnavailable)
    }

    @Test func `everybody who waits for the end is taken out once, in the order in which they came`() {
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
