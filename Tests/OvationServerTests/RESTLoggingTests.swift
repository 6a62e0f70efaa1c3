import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import NIOEmbedded
import OvationModel
import OvationRules
import OvationStorageSQLite
import OvationTestKit
import Testing

@testable import OvationHTTP
@testable import OvationNode
@testable import OvationObservability
@testable import OvationREST
@testable import OvationSupport

/// Log lines about calls of the REST API.
struct RESTLoggingTests {
    private let clock = ManualClock()

    private func probe() throws -> HTTPProbe {
        var limits = Limits()
        limits.refusedCallsLoggedPerSecond = 5
        let node = HostedNode(
            configuration: NodeConfiguration(
                sdkAppID: 1_400_000_001, secret: "a secret of the test", administrators: [Samples.id("administrator")],
                isDevelopment: true, limits: limits),
            storage: try SQLiteStorage(inMemory: LedgerPolicy()), catalogue: GiftCatalogue(),
            eventLoops: [EmbeddedEventLoop()],
            clock: ServerClock(wall: { [clock] in clock.now }, nanoseconds: { [clock] in clock.nanoseconds }),
            ids: .system, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        ).node
        return HTTPProbe(groups: [
            RESTRoutes(
                node: node, origins: OriginPolicy(allowed: []),
                metrics: RESTMetrics(factory: PrometheusRegistry(), commands: RESTCommand.all))
        ])
    }

    private static let command = "/v4/live_engine_http_srv/create_room"
    private static let signed = command + "?sdkappid=1400000001&identifier=administrator&usersig=dev"

    private func lines(_ probe: HTTPProbe, level: String) -> [String] {
        probe.log.lines.filter { $0.contains(#""level":"\#(level)""#) }
    }

    @Test func `hundreds of unsigned calls write a few lines, and the next one says how many were left out`()
        async throws
    {
        let probe = try probe()
        for _ in 0..<500 { #expect(try await probe.send(.post, Self.command).status == 200) }
        #expect(lines(probe, level: "info").count == 5)
        clock.advance(seconds: 1)
        _ = try await probe.send(.post, Self.command)
        let next = try #require(lines(probe, level: "info").last)
        #expect(next.contains(#""lines.left.out":495"#) && next.contains(#""error.code":"60012""#), "\(next)")
    }

    @Test func `every call of an administrator is logged`() async throws {
        let probe = try probe()
        for _ in 0..<20 { _ = try await probe.send(.post, Self.signed) }
        #expect(lines(probe, level: "info").count == 20)
    }

    @Test(arguments: [RequestFailure.aborted, .timedOut, .unreadable])
    func `an incomplete body is the client's mistake and no server error`(failure: RequestFailure) async throws {
        let probe = try probe()
        let (body, source) = RequestBody.makeStream()
        await source.yield(ByteBuffer(string: "{"))
        source.finish(failure)
        let answer = try await probe.send(.post, Self.signed, body: body)
        #expect(answer.status == (failure == .timedOut ? 408 : 400))
        #expect(try answer.json["ErrorCode"] as? Int == 60_002)
        #expect(lines(probe, level: "error") == [])
    }

    @Test func `a truncated body is not taken for a whole one`() async throws {
        let probe = try probe()
        let (body, source) = RequestBody.makeStream()
        await source.yield(ByteBuffer(string: #"{"RoomInfo":{"RoomId":"r","RoomType":"Live"}}"#))
        source.finish()
        let answer = try await probe.send(.post, Self.signed, headers: [.contentLength: "100"], body: body)
        #expect(try answer.json["ErrorCode"] as? Int == 60_002)
    }
}
