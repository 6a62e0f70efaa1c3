import NIOCore
import NIOEmbedded
import OvationModel
import OvationObservability
import OvationRules
import OvationTestKit
import OvationWire
import Testing

@testable import OvationNode

/// What follows where something is refused at the border between a room and its edge.
@Suite struct CrossingBorderTests {
    private let registry = PrometheusRegistry()
    private let loop = EmbeddedEventLoop()

    private func border(bytesMax: Int = 4_096, loops: Int = 4) -> CrossingBorder {
        CrossingBorder(
            bytesMax: bytesMax, metrics: ServerMetrics(factory: registry, limits: Limits()), loops: loops)
    }

    private func refused(_ reason: CrossingRefused.Reason) -> Bool {
        registry.render().contains("ovation_crossings_refused_total{reason=\"\(reason.rawValue)\"} 1\n")
    }

    // MARK: - To an edge

    @Test func `members that do not fit into one crossing cross in several, in their order`() throws {
        let members = (0..<100).map { CrossingSamples.member(.enter(id: $0, created: false)) }
        let admitted = EdgeMessage.Admitted(members: members, snapshot: ByteBuffer(bytes: [1, 2]), after: 9)
        let border = border()
        let messages = border.pass(.admit(admitted))
        #expect(messages.count > 1)
        var ids: [Int64] = []
        for message in messages {
            #expect(throws: Never.self) { try message.crossing(bytesMax: border.bytesMax) }
            guard case .admit(let some) = message else {
                Issue.record("\(message)")
                continue
            }
            #expect(some.snapshot == admitted.snapshot && some.after == 9)
            for member in some.members { if case .enter(let id, _) = member.entrant.answer { ids.append(id) } }
        }
        #expect(ids == Array(0..<100))
        #expect(!refused(.tooLong))
    }

    @Test func `a client whose answer is too long to cross is sent back, and that is counted`() {
        let frames = ByteBuffer(repeating: 1, count: 5_000)
        let entry = SessionOpened.Room(room: Samples.id("live"), joined: true, recovered: true)
        let messages = border().pass(.resumed(CrossingSamples.connection, entry, frames: frames))
        #expect(messages.count == 1)
        guard case .sendBack(CrossingSamples.connection)? = messages.first else {
            Issue.record("\(messages)")
            return
        }
        #expect(refused(.tooLong))
    }

    @Test func `an event loop that the edge does not have is refused`() {
        let border = border(loops: 3)
        #expect(border.pass(EdgeMessage.detach(CrossingSamples.connection)).isEmpty)
        #expect(refused(.badValue))
        #expect(border.pass(EdgeMessage.refuseEntry(CrossingSamples.connection, id: 1, .crossingRefused)).isEmpty)
        #expect(
            border.pass(EdgeMessage.detach(ConnectionAddress(edge: EdgeID(number: 0), loop: 2, number: 1))).count == 1)
    }

    // MARK: - To a room

    @Test func `a request that is too long is answered that its outcome is unknown, and does not reach the room`() {
        let (room, answers) = (ScriptedRoom(.success(.done)), Answers())
        let port = EncodedRoomPort(room, border: border(), on: loop)
        let text = String(repeating: "a", count: 5_000)
        port.submit(RoomRequest(actor: .server, body: .command(.end(message: text))), answers.take)
        #expect(answers.all.isEmpty, "it is answered on the room's event loop")
        loop.run()
        #expect(answers.codes == [.outcomeUnknown])
        #expect(room.requests.isEmpty)
        #expect(refused(.tooLong))
    }

    @Test func `an answer that is too long leaves the order open`() {
        let reply = RoomReply.metadata(MetadataPage(metaData: ["a": String(repeating: "a", count: 5_000)]))
        let (room, answers) = (ScriptedRoom(.success(reply)), Answers())
        let port = EncodedRoomPort(room, border: border(), on: loop)
        port.submit(RoomRequest(actor: .server, body: .metadata(keys: [])), answers.take)
        #expect(answers.codes == [.outcomeUnknown])
        #expect(answers.codes.allSatisfy { $0.map { $0.isTemporary && $0.leavesOrderOpen } ?? false })
        #expect(refused(.tooLong))
    }

    @Test func `of what was missed no more is asked for than can cross`() {
        let room = ScriptedRoom(.success(.done))
        let port = EncodedRoomPort(room, border: border(), on: loop)
        for bytesMax in [100, 1_048_576] {
            let request = CrossingSamples.request(.resume(CrossingSamples.position, bytesMax: bytesMax))
            port.submit(request) { _ in }
        }
        #expect(
            room.requests.map(\.body) == [
                .resume(CrossingSamples.position, bytesMax: 100), .resume(CrossingSamples.position, bytesMax: 2_048),
            ])
    }

    @Test func `a notice that is refused is not told`() {
        let room = ScriptedRoom(.success(.done))
        let port = EncodedRoomPort(room, border: border(), on: loop)
        port.notify(.subscribed(ticket: 1, nil))
        port.notify(.coinsTakenBack(Set((0..<1_000).map { UserID(unchecked: "user-\($0)") })))
        #expect(room.notices == [.subscribed(ticket: 1, nil)])
        #expect(refused(.tooLong))
    }
}

/// The answers of a room.
///
/// Sound as `Sendable` because each test calls it on its one thread.
private final class Answers: @unchecked Sendable {
    private(set) var all: [Result<RoomReply, Rejection>] = []

    /// The codes of refusals; nil for a reply.
    var codes: [ErrorCode?] {
        all.map { if case .failure(let rejection) = $0 { rejection.code } else { nil } }
    }

    @Sendable func take(_ answer: Result<RoomReply, Rejection>) { all.append(answer) }
}

/// A room that gives one answer to everything, and remembers what it was asked.
///
/// Sound as `Sendable` because each test calls it on its one thread.
private final class ScriptedRoom: RoomPort, @unchecked Sendable {
    let liveID: LiveID = Samples.id("live")
    func giveUp() {}
    let sessionsPresent: Set<SessionID> = []
    private(set) var requests: [RoomRequest] = []
    private(set) var notices: [RoomNotice] = []
    private let reply: Result<RoomReply, Rejection>

    init(_ reply: Result<RoomReply, Rejection>) { self.reply = reply }

    func submit(_ request: RoomRequest, _ answer: @escaping RoomCall.Answer) {
        requests.append(request)
        answer(reply)
    }

    func notify(_ notice: RoomNotice) { notices.append(notice) }
}
