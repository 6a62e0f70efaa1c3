import Foundation
import Logging
import NIOCore
import NIOPosix
import OvationModel
import OvationProcess
import OvationStorage
import OvationTestKit
import ServiceLifecycle
import Testing

@testable import OvationBackend
@testable import OvationNode
@testable import OvationServer
@testable import OvationSupport
@testable import ovation

/// Clients cannot delay the stop of a server.
@Suite(.timeLimit(.minutes(5)))
struct StopTests {
    @Test func `a client that sends half a request or reads no answer does not delay the stop`() async throws {
        let folder = try ServerProcess.temporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let log = folder.path + "/log"
        let serving = try await ServingProcess.start(
            [
                ServerProcess.binary().path, "serve", "--dev", "--quiet", "--port", "0", "--data", folder.path,
                "--log-format", "json", "--limits.stopSeconds", "2",
            ], error: .appending(log))
        let half = try await RawClient.connect(port: serving.port)
        try await half.send(
            bytes: Array("POST /v4/x/y HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100\r\n\r\nx".utf8))
        // The client has its answer and could still send the rest of the body.
        #expect(await half.readHead() != nil)
        let deaf = try await Self.deafClient(port: serving.port)
        let viewer = try await RawClient.open(port: serving.port)
        try await viewer.logIn("viewer")
        serving.process.signal(SIGTERM)
        #expect(await viewer.closeCode() == 3_000)
        #expect(await serving.process.end() == 0)
        try? await deaf.close().get()
        let lines = try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n")
        let first = try #require(lines.first { $0.contains(#""message":"started""#) })
        for part in [
            #""server.version":"\#(OvationCommand.version)""#, #""server.url":"http://127.0.0.1:\#(serving.port)""#,
            #""server.data":"\#(folder.path)""#, #""limits.changed":"stopSeconds=2""#,
        ] { #expect(first.contains(part), "\(first)") }
        #expect(lines.contains { $0.contains("stopping") && $0.contains(#""signal":"SIGTERM""#) }, "\(lines)")
        #expect(lines.contains { $0.contains("were cut") }, "\(lines)")
        #expect(lines.last?.contains(#""message":"stopped""#) == true, "\(lines)")
    }

    @Test func `work that is still under way when the time to stop is over is cut off`() async throws {
        try await CallbackTestServer.run({ _ in .silence }) { biller in
            var settings = CallbackSettings()
            settings.url = biller.url
            settings.commands = [CallbackCommand.beforeSendGift.rawValue]
            let kept = Array(try JSONEncoder().encode(settings))
            let storage = try TestServer.emptyStorage()
            _ = try await storage.commit([.catalogue(TestServer.catalogue), .setting(CallbackSettings.name, kept)])
            var limits = Limits()
            limits.stopSeconds = 1
            limits.callbackTimeoutMilliseconds = 3_600_000
            let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
            let (ports, running) = AsyncStream.makeStream(of: Int.self)
            let server = Server(
                configuration: NodeConfiguration(
                    port: 0, eventLoops: 1, sdkAppID: 1_400_000_001, secret: TestServer.secret, isDevelopment: true,
                    limits: limits, ledger: TestServer.policy,
                    callbacks: CallbackConfiguration(
                        allowedNetworks: [try #require(CIDRBlock("127.0.0.0/8"))], allowedPorts: [biller.port])),
                storage: storage, logger: logger
            ) { running.yield($0) }
            let services = ServiceGroup(configuration: .init(services: [.init(service: server)], logger: logger))
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await services.run() }
                var port = ports.makeAsyncIterator()
                let host = try await RawClient.open(port: try #require(await port.next()))
                try await host.logIn("host")
                try await host.send(#"{"id":2,"op":"room.create","data":{"liveID":"r"}}"#)
                _ = try await host.event("room.snapshot")
                let order = #"{"orderID":"o","giftID":"rose","to":["host"]}"#
                try await host.send(#"{"id":3,"op":"gift.send","room":"r","data":\#(order)}"#)
                _ = await biller.requests(1)
                await services.triggerGracefulShutdown()
                try await group.waitForAll()
                await host.cut()
            }
        }
    }

    /// A client that requests the same long answer many times and reads none of it.
    private static func deafClient(port: Int) async throws -> any Channel {
        let channel = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .channelOption(.autoRead, value: false)
            .channelOption(.socketOption(.so_rcvbuf), value: 4_096)
            .connect(host: "127.0.0.1", port: port).get()
        let request = "GET /openapi.json HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
        try await channel.writeAndFlush(ByteBuffer(string: String(repeating: request, count: 100))).get()
        return channel
    }
}
