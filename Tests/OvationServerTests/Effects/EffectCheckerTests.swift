import Foundation
import OvationModel
import OvationTestKit
import SVGA
import Testing

@testable import OvationBackend
@testable import OvationREST
@testable import OvationSupport

/// Effects are fetched from a test's server, which can misbehave in any way.
@Suite(.timeLimit(.minutes(1)))
struct EffectCheckerTests {
    typealias Behaviour = CallbackTestServer.Behaviour

    /// The addresses of the host names.
    private static let names = [
        "effects.example": ["127.0.0.1"], "private.example": ["10.1.2.3"], "mixed.example": ["127.0.0.1", "10.1.2.3"],
        "nothing.example": [],
    ]

    private static let effect: [UInt8] = {
        let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        return (try? Data(contentsOf: tests.appendingPathComponent("fixtures/svga/alpha.svga"))).map { [UInt8]($0) }
            ?? []
    }()

    /// A 200 answer with a body.
    private static func answer(_ body: [UInt8], headers: [String] = ["Content-Type: application/octet-stream"])
        -> [UInt8]
    {
        let head = ["HTTP/1.1 200 OK", "Content-Length: \(body.count)"] + headers
        return Array((head.joined(separator: "\r\n") + "\r\n\r\n").utf8) + body
    }

    /// Limits whose deadline a busy machine meets.
    private static var patient: Limits {
        var limits = Limits()
        limits.effectCheckMilliseconds = 60_000
        return limits
    }

    /// A checker that may fetch from one port of this machine.
    private func checker(_ port: Int, limits: Limits = patient) throws -> EffectChecker {
        EffectChecker(
            CallbackConfiguration(allowedNetworks: [try #require(CIDRBlock("127.0.0.1"))], allowedPorts: [80, port]),
            limits: limits, resolver: HostResolver { Self.names[$0] ?? [] },
            page: { ["gifts/star.svga": Self.effect, "index.html": Array("<html>".utf8)] })
    }

    /// The code for a fetch of `http://effects.example/x.svga` from a server that behaves in this way; nil if it succeeds.
    private func code(
        _ behaviour: Behaviour, limits: Limits = patient, has word: String = ""
    ) async throws -> ErrorCode? {
        try await CallbackTestServer.run { _ in
            behaviour
        } _: { server in
            let checker = try checker(server.port, limits: limits)
            return await refusal(has: word) {
                try await checker.check("http://effects.example:\(server.port)/x.svga")
            }
        }
    }

    /// The code of the refusal; nil if there is none.
    private func refusal(has word: String = "", _ body: () async throws -> EffectChecker.Outcome) async -> ErrorCode? {
        do {
            _ = try await body()
            return nil
        } catch {
            guard let rejection = error as? Rejection else {
                Issue.record("not a rejection: \(error)")
                return nil
            }
            #expect(word.isEmpty || rejection.message.contains(word), "\(rejection.message)")
            return rejection.code
        }
    }

    @Test func `an effect is fetched once, and its contents are returned`() async throws {
        try await CallbackTestServer.run { _ in
            .bytes(Self.answer(Self.effect))
        } _: { server in
            let outcome = try await checker(server.port).check("http://effects.example:\(server.port)/x.svga?v=1")
            #expect(outcome.movie == (try SVGAMovie(decoding: Self.effect)))
            #expect(outcome.fileBytes == Self.effect.count)
            #expect(outcome.contentType == "application/octet-stream")
            let request = try #require(server.requests.first)
            #expect(request.target == "/x.svga?v=1")
            #expect(request.headers["host"] == "effects.example:\(server.port)")
            #expect(request.headers["accept-encoding"] == "identity")
            #expect(server.connectionCount == 1)
        }
    }

    @Test(arguments: [201, 204, 206, 304, 400, 403, 404, 500, 503])
    func `an answer with a status other than 200 is refused`(status: Int) async throws {
        #expect(try await code(.answer(status: status, ""), has: "\(status)") == .effectNotFetched)
    }

    @Test(arguments: ["text/html; charset=utf-8", "TEXT/HTML", "application/json"])
    func `a page in place of a file is refused, whatever its status`(type: String) async throws {
        let answer = Self.answer(Self.effect, headers: ["Content-Type: \(type)"])
        #expect(try await code(.bytes(answer), has: "type") == .effectNotFetched)
    }

    @Test func `a file that was compressed on the way is refused with that reason`() async throws {
        let answer = Self.answer(Self.effect, headers: ["Content-Encoding: gzip"])
        #expect(try await code(.bytes(answer), has: "compressed") == .effectNotFetched)
    }

    @Test func `a file beyond the limit is refused by its length, or read only up to the limit if it has none`()
        async throws
    {
        var limits = Self.patient
        limits.effectCheckBytesMax = 1_024
        // The length is enough. The bytes that it promises never arrive.
        let promise = Array("HTTP/1.1 200 OK\r\nContent-Length: 1025\r\n\r\n".utf8)
        #expect(try await code(.stall(promise), limits: limits, has: "1024 bytes") == .effectInvalid)
        let chunk = "201\r\n" + String(repeating: "x", count: 0x201) + "\r\n"
        let endless = Array(("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + chunk + chunk).utf8)
        #expect(try await code(.stall(endless), limits: limits, has: "1024 bytes") == .effectInvalid)
        // A file of exactly the limit is read whole.
        let exact = [UInt8](repeating: 0, count: 1_024)
        #expect(try await code(.bytes(Self.answer(exact)), limits: limits, has: "notSVGA") == .effectInvalid)
    }

    @Test func `a file that never ends is given up at the deadline`() async throws {
        var limits = Limits()
        limits.effectCheckMilliseconds = 200
        #expect(try await code(.silence, limits: limits, has: "200 ms") == .effectNotFetched)
        let part = Array(Self.answer(Self.effect).dropLast())
        #expect(try await code(.stall(part), limits: limits, has: "200 ms") == .effectNotFetched)
    }

    @Test func `a connection that breaks off or cannot be made is an error`() async throws {
        #expect(try await code(.resetBeforeAnswer) == .effectNotFetched)
        #expect(try await code(.resetWithinAnswer) == .effectNotFetched)
        #expect(try await code(.bytes(Array("SSH-2.0-OpenSSH\r\n\r\n".utf8))) == .effectNotFetched)
        let checker = try checker(80)
        #expect(await refusal { try await checker.check("http://nothing.example/x.svga") } == .effectNotFetched)
    }

    @Test func `a file that players cannot read is refused with what is wrong`() async throws {
        #expect(try await code(.bytes(Self.answer(Array("hello".utf8))), has: "notSVGA") == .effectInvalid)
        #expect(try await code(.bytes(Self.answer([])), has: "notSVGA") == .effectInvalid)
        let damaged = Array(Self.effect.prefix(Self.effect.count / 2))
        #expect(try await code(.bytes(Self.answer(damaged)), has: "badCompression") == .effectInvalid)
    }

    @Test func `a file of the page is checked without a connection`() async throws {
        let checker = try checker(80)
        #expect(try await checker.check("/gifts/star.svga").fileBytes == Self.effect.count)
        #expect(await refusal(has: "404") { try await checker.check("/gifts/none.svga") } == .effectNotFetched)
        #expect(await refusal(has: "404") { try await checker.check("//effects.example/x.svga") } == .effectNotFetched)
        #expect(await refusal(has: "notSVGA") { try await checker.check("/index.html") } == .effectInvalid)
    }

    // MARK: Where from

    @Test(arguments: [
        "http://127.0.0.2/", "http://[::1]/", "http://10.0.0.1/x.svga", "http://169.254.169.254/latest/meta-data/",
        "http://private.example/", "http://mixed.example/", "https://private.example/", "http://effects.example:22/",
        "http://2130706433/", "http://user@effects.example/", "file:///etc/passwd", "ftp://effects.example/x.svga",
        "data:application/octet-stream,x", "effects.example/x.svga", "",
    ]) func `a private or invalid address is refused`(address: String) async throws {
        let checker = try checker(80)
        #expect(await refusal { try await checker.check(address) } == .effectAddressRefused)
    }

    @Test(arguments: [301, 302, 303, 307, 308]) func `a redirect is followed`(status: Int) async throws {
        try await CallbackTestServer.run { request in
            request.target == "/x.svga"
                ? .answer(status: status, headers: ["Location": "files/y.svga#part"], "")
                : .bytes(Self.answer(Self.effect))
        } _: { server in
            let outcome = try await checker(server.port).check("http://effects.example:\(server.port)/x.svga")
            #expect(outcome.fileBytes == Self.effect.count)
            #expect(server.requests.map(\.target) == ["/x.svga", "/files/y.svga"])
        }
    }

    @Test func `a redirect to a forbidden address is refused, and no connection is made to it`() async throws {
        try await CallbackTestServer.run { elsewhere in
            let places = [
                "http://private.example/x.svga", "http://127.0.0.2/", "//10.0.0.1/x.svga", "file:///etc/passwd",
                // Only its port is forbidden.
                "http://effects.example:\(elsewhere.port)/x.svga", "http://127.0.0.1:\(elsewhere.port)/x.svga",
            ]
            for place in places {
                let found = try await code(.answer(status: 302, headers: ["Location": place], ""))
                #expect(found == .effectAddressRefused, "\(place)")
            }
            #expect(elsewhere.connectionCount == 0)
        }
    }

    @Test func `a redirect is relative to its own address, stays on TLS, and never leaves http and https`() throws {
        let url = try CallbackURL("https://effects.example/a/x.svga?v=1")
        let places = [
            ("y.svga", "https://effects.example/a/y.svga"), ("/y.svga?w", "https://effects.example/y.svga?w"),
            ("//other.example/y", "https://other.example/y"),
            ("https://other.example:444", "https://other.example:444/"),
            ("y.svga#part", "https://effects.example/a/y.svga"),
        ]
        for (place, address) in places { #expect(try EffectFetcher.next(place, after: url).text == address) }
        #expect(throws: EffectProblem.redirectRefused("It leads from https to http.")) {
            try EffectFetcher.next("http://effects.example/x.svga", after: url)
        }
        for place in ["file:///etc/passwd", "ftp://effects.example/x", "https://a@effects.example/x", "https:///x"] {
            #expect(throws: EffectProblem.self, "\(place)") { try EffectFetcher.next(place, after: url) }
        }
        let plain = try CallbackURL("http://effects.example/")
        #expect(try EffectFetcher.next("https://effects.example/", after: plain).isSecure)
    }

    @Test func `a chain of redirects has a limit`() async throws {
        try await CallbackTestServer.run { _ in
            .answer(status: 302, headers: ["Location": "/again"], "")
        } _: { server in
            let checker = try checker(server.port)
            let found = await refusal(has: "more than 3") {
                try await checker.check("http://effects.example:\(server.port)/x.svga")
            }
            #expect(found == .effectNotFetched)
            #expect(server.requests.count == 4)
        }
        #expect(try await code(.answer(status: 302, ""), has: "nowhere") == .effectNotFetched)
    }

    @Test func `an operator may fetch without TLS from this machine and from no other`() async throws {
        try await CallbackTestServer.run { _ in
            .bytes(Self.answer(Self.effect))
        } _: { server in
            let fetcher = EffectFetcher(
                addresses: .operators, bytesMax: 1_000_000, milliseconds: 60_000,
                resolver: HostResolver { Self.names[$0] ?? [] })
            let file = try await fetcher.fetch("http://effects.example:\(server.port)/x.svga")
            #expect(file.bytes == Self.effect)
            for address in ["http://private.example/", "http://93.184.216.34/", "http://mixed.example:\(server.port)/"]
            {
                await #expect(throws: EffectProblem.self) { try await fetcher.fetch(address) }
            }
            #expect(server.connectionCount == 1)
        }
    }

    // MARK: How many

    @Test func `only a limited number of checks run at once`() async throws {
        try await CallbackTestServer.run { _ in
            .silence
        } _: { server in
            var limits = Limits()
            limits.effectChecksMax = 1
            let checker = try checker(server.port, limits: limits)
            await withTaskGroup(of: ErrorCode?.self) { group in
                group.addTask {
                    await refusal { try await checker.check("http://effects.example:\(server.port)/x.svga") }
                }
                await server.requests(1)
                #expect(await refusal { try await checker.check("/gifts/star.svga") } == .effectChecksBusy)
                group.cancelAll()
                #expect(await group.next() == .serverShuttingDown)
            }
            // The place is free again.
            #expect(try await checker.check("/gifts/star.svga").fileBytes == Self.effect.count)
        }
    }
}
