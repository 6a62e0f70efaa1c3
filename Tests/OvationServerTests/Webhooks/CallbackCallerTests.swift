import Foundation
import NIOPosix
import OvationModel
import OvationTestKit
import Testing

@testable import OvationBackend
@testable import OvationSupport

@Suite struct CallbackCallerTests {
    private let clock = ManualClock()
    private let callback = Callback(
        id: "msg_1", command: .beforeSendGift, body: Array(#"{"a":1}"#.utf8),
        client: Callback.Client(address: "2001:db8::7", platform: .web))

    private func caller(_ server: CallbackTestServer, limits: Limits = Limits()) throws -> HTTPCallbackCaller {
        HTTPCallbackCaller(
            sdkAppID: 1_400_000_001,
            policy: CallbackAddressPolicy(
                allowedNetworks: [try #require(CIDRBlock("127.0.0.1"))], allowedPorts: [server.port]),
            limits: limits,
            clock: ServerClock(wall: { [clock] in clock.now }, nanoseconds: { [clock] in clock.nanoseconds }),
            group: MultiThreadedEventLoopGroup.singleton)
    }

    /// Posts once to a server that behaves in this way. The time-out is short if the server never answers, because nothing else can end
    /// that call however slow the machine is.
    private func outcome(
        _ behaviour: CallbackTestServer.Behaviour, limits: Limits = Limits(), milliseconds: Int = 60_000,
        sent: ClosedRange<Int> = 1...1
    ) async throws -> Result<CallbackAnswer, CallbackFailure> {
        try await CallbackTestServer.run({ _ in behaviour }) { server in
            let caller = try caller(server, limits: limits)
            let settings = CallbackSettings(url: server.url)
            let result: Result<CallbackAnswer, CallbackFailure>
            do throws(CallbackFailure) {
                result = .success(try await caller.ask(callback, settings, milliseconds: milliseconds))
            } catch {
                result = .failure(error)
            }
            await caller.shutdown()
            // Nothing is ever sent twice.
            #expect(sent.contains(server.requests.count))
            return result
        }
    }

    @Test func `the query and the headers are those of the API`() async throws {
        try await CallbackTestServer.run { server in
            let caller = try caller(server)
            var settings = CallbackSettings(url: server.url + "?own=1")
            settings.token = "xxxxyyyy"
            settings.isTokenEnabled = true
            settings.secrets = [CallbackSettings.Secret(text: CallbackSignature.makeSecret(), until: nil)]
            clock.set(Timestamp(milliseconds: 1_669_872_112_345))
            _ = try await caller.post(callback, settings, milliseconds: 60_000)
            let request = try #require(server.requests.first)
            #expect(
                request.target == "/callback?own=1&SdkAppid=1400000001&CallbackCommand=Live.CallbackBeforeSendGift"
                    + "&contenttype=json&ClientIP=2001%3Adb8%3A%3A7&OptPlatform=Web"
                    + "&Sign=17773bc39a671d7b9aa835458704d2a6db81360a5940292b587d6d760d484061&RequestTime=1669872112")
            #expect(request.body == callback.body)
            #expect(request.headers["content-type"] == "application/json")
            #expect(request.headers["host"] == "127.0.0.1:\(server.port)")
            #expect(request.headers["webhook-id"] == "msg_1")
            #expect(request.headers["webhook-timestamp"] == "1669872112")
            #expect(request.headers["webhook-signature"]?.hasPrefix("v1,") == true)
            await caller.shutdown()
        }
    }

    @Test func `without a token and a secret nothing is signed, and member states name no client`() async throws {
        try await CallbackTestServer.run { server in
            let caller = try caller(server)
            let callback = Callback(id: "msg_2", command: .afterMemberStateChanged, body: Array("{}".utf8))
            _ = try await caller.post(callback, CallbackSettings(url: server.url), milliseconds: 60_000)
            let request = try #require(server.requests.first)
            #expect(
                request.target
                    == "/callback?SdkAppid=1400000001&CallbackCommand=Live.CallbackAfterMemberStateChanged&contenttype=json"
            )
            #expect(request.headers["webhook-signature"] == nil)
            await caller.shutdown()
        }
    }

    @Test func `a yes is accepted, and a no has its code and its message`() async throws {
        #expect(try await outcome(.yes).get().isAllowed)
        let no = try await outcome(.code(102_150, "not today")).get()
        #expect(no.code == 102_150)
        #expect(no.info == "not today")
        #expect(try await outcome(.answer(#"{"ErrorCode":0}"#)).get().isAllowed)
        #expect(try await outcome(.answer(#"{"ActionStatus":"FAIL","ErrorCode":0}"#)).get().code == 1)
        #expect(try await outcome(.twice(#"{"ErrorCode":0}"#)).get().isAllowed)
    }

    @Test(arguments: [
        "", "null", "[]", "OK", "{}", #"{"ErrorCode":"0"}"#, #"{"ErrorCode":0.5}"#, #"{"ErrorCode":null}"#,
        #"{"errorcode":0}"#, #"{"ErrorCode":0"#, "<html></html>",
    ]) func `an answer that is not valid is malformed`(body: String) async throws {
        #expect(try await outcome(.answer(body)) == .failure(.malformed))
    }

    @Test(arguments: [400, 401, 404, 429, 500, 502, 503]) func `a status other than 2xx is not an answer`(status: Int)
        async throws
    {
        #expect(try await outcome(.answer(status: status, #"{"ErrorCode":0}"#)) == .failure(.status(status)))
    }

    @Test(arguments: [301, 302, 303, 307, 308]) func `a redirect is not followed`(status: Int) async throws {
        try await CallbackTestServer.run { elsewhere in
            let result = try await outcome(.answer(status: status, headers: ["Location": elsewhere.url], ""))
            #expect(result == .failure(.redirect(status)))
            #expect(elsewhere.connectionCount == 0)
        }
    }

    @Test func `an answer beyond the limit is not read further`() async throws {
        var limits = Limits()
        limits.callbackAnswerBytesMax = 1_024
        let large = #"{"ErrorCode":0,"x":""# + String(repeating: "x", count: 2_000) + #""}"#
        #expect(try await outcome(.answer(large), limits: limits) == .failure(.tooLarge))
        let chunk = "1000\r\n" + String(repeating: "x", count: 4_096) + "\r\n"
        let chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + chunk + chunk
        #expect(try await outcome(.bytes(Array(chunked.utf8)), limits: limits) == .failure(.tooLarge))
    }

    @Test func `silence ends with the time-out`() async throws {
        // A busy machine may not have connected by then.
        #expect(try await outcome(.silence, milliseconds: 100, sent: 0...1) == .failure(.timedOut))
    }

    @Test func `a broken connection is distinguished from one that was never made`() async throws {
        for behaviour in [CallbackTestServer.Behaviour.resetBeforeAnswer, .resetWithinAnswer, .bytes([])] {
            guard case .failure(.connectionLost) = try await outcome(behaviour) else {
                Issue.record("\(behaviour) did not end with a lost connection")
                continue
            }
        }
        // Port 1 has a name and no service. Another process could take any other port a moment later.
        let poster = HTTPCallbackCaller(
            sdkAppID: 1,
            policy: CallbackAddressPolicy(
                allowedNetworks: [try #require(CIDRBlock("127.0.0.1"))], allowedPorts: [1]),
            limits: Limits(), clock: .system, group: MultiThreadedEventLoopGroup.singleton)
        let nobody = await failure {
            try await poster.post(callback, CallbackSettings(url: "http://127.0.0.1:1/"), milliseconds: 60_000)
        }
        guard case .cannotConnect = nobody else {
            Issue.record("a port where nobody listens ended with \(String(describing: nobody))")
            return
        }
        #expect(nobody?.mayHaveArrived == false)
        #expect(CallbackFailure.timedOut.mayHaveArrived)
        await poster.shutdown()
    }

    @Test func `bytes that are not HTTP are not an answer`() async throws {
        guard case .failure(.connectionLost) = try await outcome(.bytes(Array("SSH-2.0-OpenSSH\r\n\r\n".utf8))) else {
            Issue.record("another protocol was taken for an answer")
            return
        }
    }

    @Test func `without a URL nothing is called`() async throws {
        try await CallbackTestServer.run { server in
            let caller = try caller(server)
            let failure = await failure { try await caller.post(callback, CallbackSettings(), milliseconds: 60_000) }
            #expect(failure == .notConfigured)
            await caller.shutdown()
        }
    }

    @Test func `a name with a dead address before a good one is still reached`() async throws {
        try await CallbackTestServer.run { server in
            let caller = HTTPCallbackCaller(
                sdkAppID: 1,
                policy: CallbackAddressPolicy(
                    allowedNetworks: [try #require(CIDRBlock("127.0.0.0/8"))], allowedPorts: [server.port]),
                limits: Limits(), clock: .system,
                // Nothing listens on the second loopback address.
                resolver: HostResolver { _ in ["127.0.0.2", "127.0.0.1"] }, group: MultiThreadedEventLoopGroup.singleton
            )
            _ = try await caller.post(
                callback, CallbackSettings(url: "http://two.example:\(server.port)/"), milliseconds: 60_000)
            #expect(server.requests.count == 1)
            await caller.shutdown()
        }
    }

    @Test func `the system's resolver finds this machine, and reports an unknown name`() async throws {
        #expect(try await HostResolver.system.addresses("localhost").contains { $0 == "127.0.0.1" || $0 == "::1" })
        await #expect(throws: (any Error).self) { try await HostResolver.system.addresses("name.invalid") }
    }
}
