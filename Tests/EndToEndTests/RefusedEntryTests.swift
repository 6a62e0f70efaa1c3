import OvationModel
import OvationTestKit
import OvationWire
import Testing

/// A refused command leaves the sessions and the rooms as they were.
@Suite(.timeLimit(.minutes(5)))
struct RefusedEntryTests {
    /// Creations of a running live that are refused for everybody.
    private static let refused: [Wish<RoomJoined>] = [
        .create("r1") { $0.liveName = String(repeating: "x", count: 101) },
        .create("r1") { $0.seatLayoutTemplateID = 12_345 },
        .create("r1") { $0.notice = String(repeating: "x", count: 4_000) },
    ]

    @Test
    func `a viewer who is refused when creating the live they are in stays in it until their session ends`()
        async throws
    {
        try await TestServer.run { server in
            let host = try await Robot.host(server)
            let viewer = try await Robot.viewer(as: "viewer", server)
            for wish in Self.refused + [.create("r1")] {
                #expect(try await viewer.code(wish) != 0)
                #expect(try await viewer.code(.like(1)) == 0, "the viewer is still in the live")
            }
            // A close frame with 1000 ends the session.
            try await viewer.raw.send([0x03, 0xE8], opcode: 0x8)
            #expect(try await host.hear(.left).user.userID == UserID("viewer"))
            #expect(try await host.ask(.audience()).audience.isEmpty)
        }
    }

    @Test func `an owner who is refused when creating their live again still leaves it when the session ends`()
        async throws
    {
        try await TestServer.run { server in
            let host = try await Robot.host(server)
            let viewer = try await Robot.viewer(as: "viewer", server)
            for wish in Self.refused { #expect(try await host.code(wish) != 0) }
            try await host.raw.send([0x03, 0xE8], opcode: 0x8)
            _ = try await viewer.hear(.ownerLeft)
        }
    }

    @Test func `a refused creation neither frees a place for another live nor takes one`() async throws {
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
            // The refused creation takes no place either.
            try await viewer.ask(.leave, in: "r2")
            #expect(try await viewer.code(.create("mine") { $0.liveName = String(repeating: "x", count: 101) }) != full)
            try await viewer.ask(.join, in: "r3")
        }
    }
}
