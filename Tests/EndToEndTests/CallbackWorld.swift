import Foundation
import OvationModel
import OvationTestKit
import OvationWire
import Testing

@testable import OvationBackend
@testable import OvationSupport

/// A server and the app's backend that it calls, both on local ports.
struct CallbackWorld: Sendable {
    let server: TestServer
    let backend: CallbackTestServer
    let rest: RESTCaller

    /// Runs a server and a backend, with these callbacks configured.
    static func run(
        _ commands: [String], limits: Limits = Limits(), messagesPass: Bool = true, joinsPass: Bool = true,
        clock: ServerClock = .system, trustedProxies: [CIDRBlock] = [],
        behaviour: @escaping @Sendable (CallbackTestServer.Request) async -> CallbackTestServer.Behaviour = { _ in .yes
        },
        _ body: @escaping @Sendable (CallbackWorld) async throws -> Void
    ) async throws {
        try await CallbackTestServer.run(behaviour) { backend in
            let callbacks = CallbackConfiguration(
                allowedNetworks: [try #require(CIDRBlock("127.0.0.0/8"))], allowedPorts: [80, 443, backend.port],
                messagesPassOnSilence: messagesPass, joinsPassOnSilence: joinsPass)
            try await TestServer.run(
                limits: limits, clock: clock, callbacks: callbacks, trustedProxies: trustedProxies
            ) { server in
                let world = CallbackWorld(server: server, backend: backend, rest: RESTCaller(server))
                if !commands.isEmpty {
                    let code = try await world.rest.code(
                        "live_config/set_callback", ["Url": backend.url, "CallbackCommandList": commands])
                    #expect(code == 0)
                }
                try await body(world)
            }
        }
    }

    /// The request for a command; `number` counts from 1 among several.
    func callback(_ command: String, number: Int = 1) async -> CallbackTestServer.Request {
        var seen = 0
        while true {
            let all = await backend.requests(seen + 1)
            let meant = all.filter { $0.command == command }
            if meant.count >= number { return meant[number - 1] }
            seen = all.count
        }
    }

    /// Creates a live.
    func create(_ live: String, by user: String) async throws -> Robot {
        let robot = try await Robot.logIn(user, server)
        try await robot.ask(.create(live) { $0.liveName = "A live" })
        return robot
    }

    /// Enters a live.
    func enter(_ live: String, as user: String) async throws -> Robot {
        let robot = try await Robot.logIn(user, server)
        try await robot.ask(.join, in: live)
        return robot
    }
}

/// Compares two JSON objects and prints both if they differ.
func expectSame(_ one: [String: Any], _ other: [String: Any], _ place: SourceLocation = #_sourceLocation) throws {
    func text(_ object: [String: Any]) throws -> String {
        String(decoding: try JSONSerialization.data(withJSONObject: object, options: [.sortedKeys]), as: UTF8.self)
    }
    let (one, other) = (try text(one), try text(other))
    #expect(one == other, sourceLocation: place)
}
