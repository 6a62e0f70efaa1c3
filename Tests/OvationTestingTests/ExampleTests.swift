import Foundation
import OvationModel
import OvationProcess
import OvationTesting
import Testing

/// The programs of `Examples/` that run on Linux, against a server behind a socket.
struct ExampleTests {
    /// Runs an example to its end and returns its output.
    private static func output(
        of program: String, _ arguments: [String], at ovation: OvationTestServer, status: Int32 = 0
    ) async throws -> String {
        let folder = FileManager.default.temporaryDirectory.appending(path: "ovation-example-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        var environment = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("OVATION_") }
        environment["OVATION_SERVER_URL"] = ovation.url
        environment["OVATION_ORDER_JOURNAL"] = folder.appending(path: "orders.jsonl").path
        let (process, output) = try ChildOutput.open { stream in
            try ChildProcess.spawn(
                [products.appending(path: program).path] + arguments, environment: environment, output: stream,
                error: .inherited)
        }
        let text = await output.text()
        #expect(await process.end() == status)
        return text
    }

    /// The build's folder of programs, which is the tests' own.
    private static let products = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()

    private static func run(_ body: (OvationTestServer) async throws -> Void) async throws {
        let options = TestServerOptions(connection: .loopback, newUserCoins: 100)
        try await OvationTestServer.run(options) { ovation in
            try await ovation.addLive("demo_music", host: "ada")
            try await body(ovation)
        }
    }

    @Test func `HelloGift sends a gift and receives its event`() async throws {
        try await Self.run { ovation in
            let output = try await Self.output(of: "HelloGift", [], at: ovation)
            #expect(
                output == """
                    In demo_music, with ada.
                    Charged for 3 x Rose: 97 coins are left.
                    Everybody sees it: hello-gift sent 3 x Rose.

                    """)
            #expect(try await ovation.gifts(in: "demo_music").map(\.count) == [3])
        }
    }

    @Test func `BotAudience chats, likes and sends gifts`() async throws {
        try await Self.run { ovation in
            let output = try await Self.output(of: "BotAudience", ["demo_music", "3", "3", "0"], at: ovation)
            let gifts = try await ovation.gifts(in: "demo_music")
            #expect(gifts.count == 3 && Set(gifts.map(\.sender.userID)).count == 3)
            #expect(output.hasPrefix("3 bots are in demo_music.\n"))
            let coins = gifts.map(\.coins.amount).reduce(0, +)
            #expect(output.contains(" 3 gifts for \(coins) coins."))
        }
    }

    @Test func `a failing example explains itself in one line`() async throws {
        try await Self.run { ovation in
            for (program, arguments) in [("HelloGift", ["nowhere"]), ("BotAudience", ["nowhere", "1", "1", "0"])] {
                let output = try await Self.output(of: program, arguments, at: ovation, status: 1)
                #expect(output.hasPrefix("That failed: "))
                #expect(output.split(separator: "\n").count == 1)
            }
        }
    }

    @Test func `BotAudience prints its usage for wrong arguments`() async throws {
        try await Self.run { ovation in
            for arguments in [[], ["demo_music", "x"], ["Müsik"], ["demo_music", "1", "1", "0", "0"]] {
                let output = try await Self.output(of: "BotAudience", arguments, at: ovation)
                #expect(output.hasPrefix("usage: BotAudience LIVE"), "\(arguments)")
            }
        }
    }
}
