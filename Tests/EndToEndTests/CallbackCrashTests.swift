import Foundation
import OvationModel
import OvationTestKit
import OvationWire
import Synchronization
import Testing

/// Callbacks that are due survive a power cut.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct CallbackCrashTests {
    @Test func `a server that was killed delivers its outstanding callbacks after the restart, in order`() async throws
    {
        let data = try ServerProcess.temporaryFolder()
        defer { try? FileManager.default.removeItem(at: data) }
        let isUp = Mutex(false)
        try await CallbackTestServer.run({ _ in isUp.withLock { $0 } ? .yes : .silence }) { backend in
            let arguments = [
                "--callback.allowPrivateNetworks", "127.0.0.1", "--callback.allowPorts", String(backend.port),
                "--limits.callbackDeliveryTimeoutMilliseconds", "60000",
            ]
            let server = try await ServerProcess.start(data: data, arguments: arguments)
            let commands = ["Live.CallbackAfterCreateRoom", "Live.CallbackAfterSetMetadata"]
            #expect(
                try await RESTCaller(port: server.port).code(
                    "live_config/set_callback", ["Url": backend.url, "CallbackCommandList": commands]) == 0)
            let host = try await Robot.host(server)
            for number in 0..<20 { try await host.ask(.metadata(set: ["n": "\(number)"])) }
            // The first callback is under way and never gets an answer; the rest wait behind it.
            let lost = await backend.requests(1).count
            await server.kill()

            isUp.withLock { $0 = true }
            let again = try await ServerProcess.start(data: data, arguments: arguments)
            let all = await backend.requests(lost + 21)
            let told = all.suffix(21)
            #expect(told.map(\.command) == [commands[0]] + Array(repeating: commands[1], count: 20))
            #expect(told.first?.headers["webhook-id"] == all[0].headers["webhook-id"])
            let values = told.dropFirst().map { request in
                ((request.json["Metadata"] as? [[String: String]])?.first)?["Value"]
            }
            let expected: [String?] = (0..<20).map { number in "\(number)" }
            #expect(values == expected)
            #expect(Set(told.map { $0.headers["webhook-id"] }).count == 21)
            _ = await again.terminate()
        }
    }
}
