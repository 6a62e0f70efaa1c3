import OvationModel
import OvationTestKit
import OvationWire
import Testing

@testable import OvationServer

/// A command that is refused leaves the hub and the rooms as they were.
@Suite(.timeLimit(.minutes(5)))
struct RefusedEntryTests {
    /// Creations that are refused, for a live that is on, of everybody.
    private static let refused: [Wish<RoomJoined>] = [
        .create("r1") { $0.liveName = String(repeating: "x", count: 101) },
        .create("r1") { $0.seatLayoutTemplateID = 12_345 },
        .create("r1") { $0.notice = String(repeating: "x", count: 4_000) },
    ]

    @Test func `who asks in vain to create the live that they are in still leaves it when they go`() async throws {
        try await TestServer.run { server in
            let host = try await Robot.host(server)
            let viewer = try await Robot.viewer(as: "viewer", server)
            for wish in Self.refused + [.create("r1")] {
                #expect(try await viewer.code(wish) != 0)
                #expect(try await viewer.code(.like(1)) == 0, "they are in as before")
            }
            // A close frame with 1000 is the end of the session.
            try await viewer.raw.send([0x03, 0xE8], opcode: 0x8)
            #expect(try await host.hear(.left).user.userID == UserID("viewer"))
            #expect(try await host.ask(.audience()).audience.isEmpty)
        }
    }

    @Test func `an owner whose creation of their running live is refused still leaves it when they go`() async throws {
        try await TestServer.run { server in
            let host = try await Robot.host(server)
            let viewer = try await Robot.viewer(as: "viewer", server)
            for wish in Self.refused { #expect(try await host.code(wish) != 0) }
            try await host.raw.send([0x03, 0xE8], opcode: 0x8)
            _ = try await viewer.hear(.ownerLeft)
        }
    }

    @Test func `a refused creation makes no room for one more live than a session may be in`() async throws {
        var limits = Limits()
        limits.roomsPerSessionMax = 2
        try await TestServer.run(limits: limits) { server in
            for live in ["r1", "r2", "r3"] { _ = try await Robot.host(of: live, as: live, server) }
            let viewer = try await Robot.viewer(as: "viewer", server)
            try await viewer.ask(.join, in: "r2")
            for wish in Self.refused { #expect(try await viewer.code(wish) != 0) }
            let full = ErrorCode.alreadyInOtherRoom.rawValue
            #expect(try await viewer.code(.join, in: "r3") == full)
            #expect(try await viewer.code(.create("mine")) == full)
            // And what was refused takes no place either.
            try await viewer.ask(.leave, in: "r2")
            #expect(try await viewer.code(.create("mine") { $0.liveName = String(repeating: "x", count: 101) }) != full)
            try await viewer.ask(.join, in: "r3")
        }
    }
}
