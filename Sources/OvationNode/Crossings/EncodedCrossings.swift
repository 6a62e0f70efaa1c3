import NIOCore
import OvationModel
import OvationObservability
import OvationRules

/// The border between a room and its edge that only bytes cross: each value is encoded and decoded on its way.
///
/// For tests of what a link between nodes needs; see ``NodeConfiguration/encodesCrossings``. It refuses what a link has to refuse, and
/// counts it.
struct CrossingBorder: Sendable {
    let bytesMax: Int
    let metrics: ServerMetrics
    /// How many event loops the edge has.
    let loops: Int

    /// Of what somebody missed so many bytes are sent at once, at most. The rest of a crossing is for the snapshot that goes with them, and
    /// for the one event more that a replay may hold.
    var replayBytesMax: Int { bytesMax / 2 }

    /// What comes out on the other side; nil where it is refused.
    func pass<Value: CrossingValue>(_ value: Value) -> Value? {
        do throws(CrossingRefused) {
            return try Value(crossing: try value.crossing(bytesMax: bytesMax), bytesMax: bytesMax)
        } catch {
            metrics.crossingRefused(error.reason)
            return nil
        }
    }

    /// What comes out of a message at the edge: one message, or several where its members do not fit into one crossing.
    func pass(_ message: EdgeMessage) -> [EdgeMessage] {
        do throws(CrossingRefused) {
            let bytes = try message.crossing(bytesMax: bytesMax)
            return [try read(bytes)]
        } catch {
            if error.reason == .tooLong, let (first, second) = message.halves { return pass(first) + pass(second) }
            metrics.crossingRefused(error.reason)
            guard message.isAwaited else { return [] }
            // Clients that wait for it come back, and are told anew.
            return message.connections.filter(isThere).map { .sendBack($0) }
        }
    }

    /// Reads a message at the edge.
    private func read(_ bytes: [UInt8]) throws(CrossingRefused) -> EdgeMessage {
        let message = try EdgeMessage(crossing: bytes, bytesMax: bytesMax)
        guard message.connections.allSatisfy(isThere) else {
            throw CrossingRefused(kind: .edgeMessage, reason: .badValue, detail: "an event loop")
        }
        return message
    }

    /// Whether the edge has the event loop of a connection. The connection may be gone.
    private func isThere(_ connection: ConnectionAddress) -> Bool { (0..<loops).contains(connection.loop) }
}

extension EdgeMessage {
    /// Whether a client waits for it.
    var isAwaited: Bool {
        switch self {
        case .admit, .refuseEntry, .resumed, .resumedInPart, .resumeEnded: true
        default: false
        }
    }
}

extension Rejection {
    /// What a caller is answered whose request or answer was refused at the border. It may have been carried out, so an order is sent again
    /// with the same id.
    static let crossingRefused = Rejection(
        .outcomeUnknown,
        "Two parts of the server did not understand each other. Try again. Send an order again with the same id.")
}

/// A room behind a border that only bytes cross.
final class EncodedRoomPort: RoomPort {
    private let room: any RoomPort
    private let border: CrossingBorder
    private let eventLoop: any EventLoop

    /// - Parameter eventLoop: the room's, on which its requests are answered.
    init(_ room: any RoomPort, border: CrossingBorder, on eventLoop: any EventLoop) {
        self.room = room
        self.border = border
        self.eventLoop = eventLoop
    }

    var liveID: LiveID { room.liveID }

    func submit(_ request: RoomRequest, _ answer: @escaping RoomCall.Answer) {
        var request = request
        if case .resume(let position, let bytesMax) = request.body {
            request.body = .resume(position, bytesMax: min(bytesMax, border.replayBytesMax))
        }
        guard let crossed = border.pass(request) else {
            return eventLoop.execute { answer(.failure(.crossingRefused)) }
        }
        room.submit(crossed) { [border] result in answer(border.pass(result) ?? .failure(.crossingRefused)) }
    }

    func notify(_ notice: RoomNotice) {
        if let crossed = border.pass(notice) { room.notify(crossed) }
    }

    func giveUp() { room.giveUp() }

    func handBack(_ done: @escaping @Sendable (LiveSessionID?) -> Void) { room.handBack(done) }

    var sessionsPresent: Set<SessionID> { room.sessionsPresent }
}

/// An edge behind a border that only bytes cross.
final class EncodedEdgePort: EdgePort {
    private let edge: any EdgePort
    private let border: CrossingBorder

    init(_ edge: any EdgePort, border: CrossingBorder) {
        self.edge = edge
        self.border = border
    }

    func handle(_ message: EdgeMessage) {
        for crossed in border.pass(message) { edge.handle(crossed) }
    }
}
