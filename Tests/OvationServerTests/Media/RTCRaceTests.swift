import HTTPTypes
import OvationMedia
import OvationModel
import OvationTestKit
import Synchronization
import Testing

@testable import OvationHTTP
@testable import OvationNode
@testable import OvationPictures

/// What happens to a publisher or a live while Janus is still at work for them: nothing that Janus made is left.
@Suite(.timeLimit(.minutes(5)))
struct RTCRaceTests {
    /// Waits until something is as it should be.
    private func until(_ what: String, _ condition: () throws -> Bool) async throws {
        let wait = Patience.begin(what)
        defer { wait.end() }
        while try !condition() { await Task.yield() }
    }

    /// Publishes, does something while Janus is at a request, and returns the status of the answer.
    private func publish(
        _ world: RTCWorld, while request: String, _ work: () async throws -> Void
    ) async throws -> HTTPProbe.Answer {
        world.janus.hold(request)
        async let answer = world.publish()
        try await until("Janus is at \(request)") { world.janus.heldCount == 1 }
        try await work()
        world.janus.goOn()
        return try await answer
    }

    @Test(arguments: ["attach", "create", "joinandconfigure"])
    func `a key that is made anew while Janus is at work ends the publisher, and leaves no handle`(request: String)
        async throws
    {
        try await RTCWorld.run { world async throws in
            let answer = try await publish(world, while: request) {
                world.media.node.services.pictures.keyWasReset(of: world.media.live)
            }
            #expect(answer.status == 409)
            #expect(answer.headers[.location] == nil)
            try await until("no handle is left") { world.janus.handles.isEmpty }
            #expect(world.desk.state.withLock { $0.resources.isEmpty && $0.handles.isEmpty && $0.names.isEmpty })
            #expect(world.media.node.services.pictures.rtc.has(try #require(start(world))) == false)
            // The next one is taken as if nothing had been.
            #expect(try await world.publish().status == 201)
        }
    }

    @Test(arguments: ["attach", "create", "joinandconfigure"])
    func `a live that ends while Janus is at work leaves neither handle nor room`(request: String) async throws {
        try await RTCWorld.run { world async throws in
            let answer = try await publish(world, while: request) { try await world.media.end("r1") }
            #expect(answer.status == 409 || answer.status == 503)
            try await until("neither handle nor room is left") {
                world.janus.handles.isEmpty && world.janus.rooms.isEmpty
            }
            #expect(world.desk.state.withLock { $0.resources.isEmpty && $0.made.isEmpty })
        }
    }

    @Test func `Janus that is started again while it is at work costs the publisher a try, and nothing is kept of it`()
        async throws
    {
        try await RTCWorld.run { world async throws in
            let answer = try await publish(world, while: "joinandconfigure") { world.janus.restart() }
            #expect(answer.status == 503 || answer.status == 409)
            #expect(world.desk.state.withLock { $0.resources.isEmpty && $0.handles.isEmpty })
            await world.janus.when("a second session") { asked in
                asked.last?.what == "events" && asked.count { $0.what == "create" } >= 3
            }
            #expect(try await world.publish().status == 201)
        }
    }

    private func start(_ world: RTCWorld) -> LiveSessionID? {
        world.media.node.services.pictures.start(of: world.media.live)?.session
    }
}
