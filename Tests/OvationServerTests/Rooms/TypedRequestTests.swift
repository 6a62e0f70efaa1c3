import OvationModel
import OvationRules
import OvationTestKit
import OvationWire
import Synchronization
import Testing

@testable import OvationNode

/// Requests to a live that are typed by their reply.
struct TypedRequestTests {
    /// A live that gives one answer to everything, as a server of another version might.
    private final class StubbornRoom: RoomPort {
        let liveID: LiveID = Samples.info().liveID
        let reply: Result<RoomReply, Rejection>
        let asked = Mutex<[RoomRequest]>([])

        init(_ reply: Result<RoomReply, Rejection>) { self.reply = reply }

        func submit(_ request: RoomRequest, _ answer: @escaping RoomCall.Answer) {
            asked.withLock { $0.append(request) }
            answer(reply)
        }

        func notify(_ notice: RoomNotice) {}

        func giveUp() {}
        var sessionsPresent: Set<SessionID> { [] }
    }

    /// What a caller gets for a reply.
    private func answer<Reply: Sendable>(
        _ request: TypedRequest<Reply>, _ reply: Result<RoomReply, Rejection>
    ) throws -> Result<Reply, Rejection> {
        let room = StubbornRoom(reply)
        let answers = Mutex<[Result<Reply, Rejection>]>([])
        room.ask(request, as: .server) { result in answers.withLock { $0.append(result) } }
        let all = answers.withLock { $0 }
        #expect(all.count == 1, "a request is answered exactly once")
        #expect(room.asked.withLock { $0.map(\.body) } == [request.body])
        return try #require(all.first)
    }

    /// The code of a refusal; nil for an answer.
    private func refusal(_ result: Result<some Sendable, Rejection>) -> ErrorCode? {
        if case .failure(let rejection) = result { rejection.code } else { nil }
    }

    @Test func `a reply of the wrong kind is a refusal and never a trap`() throws {
        let wrong = Result<RoomReply, Rejection>.success(.words([FilterWord("bad")]))
        let order = TypedRequest<OrderReply>.gift(
            Samples.id("order"), giftID: Samples.id("rose"), count: 1, to: [])
        #expect(refusal(try answer(.info, wrong)) == .internalError)
        #expect(refusal(try answer(.audience(offset: 0, count: 1), wrong)) == .internalError)
        #expect(refusal(try answer(.board(count: 1), wrong)) == .internalError)
        #expect(refusal(try answer(.metadata(keys: []), wrong)) == .internalError)
        #expect(refusal(try answer(.roster(.admins), wrong)) == .internalError)
        #expect(refusal(try answer(.statistics, wrong)) == .internalError)
        #expect(refusal(try answer(.change(.like(1)), wrong)) == .internalError)
        #expect(refusal(try answer(.setWords([]), wrong)) == .internalError)
        #expect(refusal(try answer(.shutDown, wrong)) == .internalError)
        #expect(refusal(try answer(.end(message: ""), wrong)) == .internalError)
        #expect(refusal(try answer(.message(.text("hi", extensionInfo: [:])), wrong)) == .internalError)
        #expect(refusal(try answer(order, wrong)) == .internalError)
        #expect(refusal(try answer(.words, .success(.done))) == .internalError)
    }

    @Test func `a reply of the right kind is its content, and a refusal stays what it is`() throws {
        let words = try answer(.words, .success(.words([FilterWord("bad")])))
        #expect(try words.get() == [FilterWord("bad")])
        #expect(refusal(try answer(.words, .failure(Rejection(.roomNotFound)))) == .roomNotFound)
        guard
            case .success(.refused(let rejection)) = try answer(
                .gift(Samples.id("order"), giftID: Samples.id("rose"), count: 1, to: []),
                .success(.orderRefused(Rejection(.insufficientBalance))))
        else { return #expect(Bool(false), "a refusal by the ledger reaches the caller") }
        #expect(rejection.code == .insufficientBalance)
    }
}
