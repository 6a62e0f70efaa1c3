import OvationModel
import OvationTestKit
import OvationWire
import Testing

/// Only members and administrators may read about an unlisted live.
@Suite(.timeLimit(.minutes(5)))
struct UnlistedLiveTests {
    /// The codes of all commands that read about a live.
    private func codes(of robot: Robot) async throws -> [Int] {
        [
            try await robot.code(.info), try await robot.code(.audience()), try await robot.code(.metadata()),
            try await robot.code(.board(.senders, .live)),
        ]
    }

    @Test func `members, the owner and administrators may read about an unlisted live, and nobody else may`()
        async throws
    {
        try await TestServer.run { server in
            let host = try await Robot.logIn("host", server)
            try await host.ask(
                .create("r1") {
                    $0.isPublicVisible = false
                    $0.metaData = ["agenda": "secret"]
                })
            let viewer = try await Robot.logIn("viewer", server)
            #expect(try await codes(of: viewer) == [110_036, 110_036, 110_036, 110_036])
            try await viewer.ask(.join)
            #expect(try await codes(of: viewer) == [0, 0, 0, 0])
            try await viewer.ask(.leave)
            #expect(try await codes(of: viewer) == [110_036, 110_036, 110_036, 110_036])
            // The owner and administrators may read from outside.
            try await viewer.ask(.join)
            try await host.ask(.appoint("viewer"))
            try await viewer.ask(.leave)
            #expect(try await codes(of: viewer) == [0, 0, 0, 0])
            try await host.ask(.leave)
            #expect(try await codes(of: host) == [0, 0, 0, 0])
        }
    }

    @Test func `a banned user may read nothing about an unlisted live until the ban is lifted`() async throws {
        try await TestServer.run { server in
            let host = try await Robot.logIn("host", server)
            try await host.ask(.create("r1") { $0.isPublicVisible = false })
            let viewer = try await Robot.viewer(as: "viewer", server)
            try await host.ask(.ban("viewer", seconds: 600, reason: "spam"))
            #expect(try await codes(of: viewer) == [100_016, 100_016, 100_016, 100_016])
            guard case .failure(let refusal) = try await viewer.answer(to: try await viewer.send(.info)) else {
                return #expect(Bool(false), "a banned user read about the live")
            }
            #expect(refusal.reason == "spam" && refusal.until != nil, "a banned user is told why, and until when")
            try await host.ask(.ban("viewer", false))
            #expect(try await codes(of: viewer) == [110_036, 110_036, 110_036, 110_036])
            try await viewer.ask(.join)
            #expect(try await codes(of: viewer) == [0, 0, 0, 0])
        }
    }

    @Test func `everybody may read about a listed live, and only members once it becomes unlisted`()
        async throws
    {
        try await TestServer.run { server in
            let host = try await Robot.host(server)
            let banned = try await Robot.viewer(as: "banned", server)
            try await host.ask(.ban("banned"))
            let stranger = try await Robot.logIn("stranger", server)
            for robot in [stranger, banned] { #expect(try await codes(of: robot) == [0, 0, 0, 0]) }
            try await host.ask(.update { $0.isPublicVisible = false })
            #expect(try await codes(of: stranger) == [110_036, 110_036, 110_036, 110_036])
            #expect(try await codes(of: banned) == [100_016, 100_016, 100_016, 100_016])
            #expect(
                try await stranger.code(.create("r1")) == 100_003,
                "a creator still learns that the live has another owner")
            #expect(try await stranger.code(.publishPicture) == -2_300)
            #expect(try await RESTCaller(server).response("get_room_info", ["RoomId": "r1"])["RoomInfo"] != nil)
        }
    }
}
