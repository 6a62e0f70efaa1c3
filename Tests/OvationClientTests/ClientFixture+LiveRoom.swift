import OvationModel
import OvationWire

@testable import OvationClient

/// Steps with a `LiveRoom`.
@MainActor
extension ClientFixture {
    /// Joins a live and answers as the server does.
    func enter(
        _ room: LiveRoom, over connection: ScriptedConnection, _ joined: RoomJoined = Self.joined(),
        _ snapshot: RoomSnapshot = Self.snapshot()
    ) async throws {
        async let entered: Void = room.join()
        connection.reply(to: await connection.nextCommand(), joined)
        connection.event(.roomSnapshot(snapshot), in: room.liveID)
        try await entered
    }

    /// Logs in and joins the live.
    func inside(_ limits: LiveRoomLimits = LiveRoomLimits()) async throws -> (LiveRoom, ScriptedConnection) {
        let connection = try await logIn()
        let room = LiveRoom(Self.liveID, client: client, limits: limits)
        try await enter(room, over: connection)
        return (room, connection)
    }

    /// Waits until the room has taken everything that the server sent.
    func heard(_ room: LiveRoom) async throws {
        try await settle()
        room.feed.show()
    }
}
