import Foundation
import OvationModel
import OvationRules

/// A room behind a border that only bytes cross: requests, notices and answers are encoded and decoded on their way.
///
/// For tests of what a link between nodes needs; see ``NodeConfiguration/encodesCrossings``.
final class EncodedRoomPort: RoomPort {
    private let room: any RoomPort

    init(_ room: any RoomPort) { self.room = room }

    var liveID: LiveID { room.liveID }

    func submit(_ request: RoomRequest, _ answer: @escaping RoomCall.Answer) {
        room.submit(Crossing.pass(request)) { result in
            answer(result.map(Crossing.pass).mapError(Crossing.pass))
        }
    }

    func notify(_ notice: RoomNotice) { room.notify(Crossing.pass(notice)) }

    var sessionsPresent: Set<SessionID> { room.sessionsPresent }
}

/// An edge behind a border that only bytes cross.
final class EncodedEdgePort: EdgePort {
    private let edge: any EdgePort

    init(_ edge: any EdgePort) { self.edge = edge }

    func handle(_ message: EdgeMessage) { edge.handle(Crossing.pass(message)) }
}

/// The border.
private enum Crossing {
    /// What comes out on the other side.
    static func pass<Value: Codable>(_ value: Value) -> Value {
        do {
            return try JSONDecoder().decode([Value].self, from: try JSONEncoder().encode([value]))[0]
        } catch {
            preconditionFailure("what crosses between a room and its edge can be encoded and decoded: \(error)")
        }
    }
}
