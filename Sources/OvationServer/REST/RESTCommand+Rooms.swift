import OvationModel
import OvationRules
import OvationWire

extension RESTCommand {
    /// Lives: their beginning, their settings and their end.
    static let rooms = [destroyRoom]

    private static let destroyRoom = RESTCommand(
        .liveEngine, "destroy_room", "Ends a live. Everybody in it is told."
    ) { (request: RESTRoom, call) in
        try await call.rooms.perform(.end(message: ""), in: request.roomID, as: call.actor)
        return RESTDone()
    }
}

/// The body of a call that is about a live and says nothing else.
struct RESTRoom: Codable, Sendable {
    let roomID: LiveID

    enum CodingKeys: String, CodingKey { case roomID = "RoomId" }
}
