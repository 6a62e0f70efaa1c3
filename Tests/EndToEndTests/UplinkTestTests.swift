import Foundation
import OvationModel
import OvationWire
import Testing

@testable import OvationNode

/// The sink with which hosts test their uplink: who may, and what it may cost everybody.
@Suite(.timeLimit(.minutes(5)))
struct UplinkTestTests {
    /// What the server said that it took.
    private struct Taken: Decodable {
        let bytes: Int
        let milliseconds: Int
    }

    private func bytes(_ count: Int) -> [UInt8] { [UInt8](repeating: 7, count: count) }

    private func taken(_ answer: HTTPConnection.Answer) throws -> Int {
        let told = try JSONDecoder().decode(Taken.self, from: Data(answer.body))
        #expect(told.milliseconds >= 0)
        return told.bytes
    }

    @Test func `a user tests with two megabytes in several requests, and waits for more`()
        async throws
    {
        let clock = StoppedClock()
        try await FileStage.run(clock: clock) { stage in
            let host = try await Robot.host(stage.server)
            let test = try await host.ask(.uplinkTest)
            #expect(test.bytesMax == 2_097_152)
            #expect(try taken(try await stage.post(bytes(65_536), to: test.url)) == 65_536)
            #expect(try taken(try await stage.post(bytes(2_031_616), to: test.url)) == 2_031_616)
            let more = try await stage.post(bytes(1_000_000), to: test.url)
            #expect(more.status == 429)
            #expect(more.errorCode == 110_395)
            #expect(more.headers["retry-after"] == "29")
            let refusal = try await host.refusal(of: .uplinkTest)
            #expect(refusal.code == .uplinkTestsTooFrequent)
            #expect(refusal.retryAfterMilliseconds == 60_000)
            clock.advance(seconds: 60)
            let another = try await host.ask(.uplinkTest)
            #expect(try await stage.post(bytes(1_000_000), to: another.url).status == 200)
            #expect(
                try await PlainHTTP.metric("ovation_uplink_test_bytes_total", port: stage.server.port) == 3_097_152)
        }
    }

    @Test func `a test needs a ticket that holds, a length, and no more bytes than it may have`() async throws {
        let clock = StoppedClock()
        try await FileStage.run(clock: clock) { stage in
            let host = try await Robot.host(stage.server)
            let test = try await host.ask(.uplinkTest)
            let files = try await stage.ticket()
            let upload = try #require(files.split(separator: "=").last)
            for wrong in [
                test.url.replacingOccurrences(of: ".host.", with: ".viewer."), String(test.url.dropLast()),
                "/v1/media/test", "/v1/media/test?ticket=", "/v1/media/test?ticket=\(upload)",
            ] {
                let refused = try await stage.post(bytes(10), to: wrong)
                #expect(refused.status == 403, "\(wrong)")
                #expect(refused.errorCode == 110_351, "\(wrong)")
            }
            // It opens no other door either.
            let ticket = try #require(test.url.split(separator: "=").last)
            #expect(try await stage.post(FileStage.png(), to: "/v1/files?ticket=\(ticket)").errorCode == 110_351)
            let large = try await HTTPConnection.ask(
                test.url, stage.server, method: "POST", headers: ["Content-Length: 2097153"])
            #expect(large.status == 413)
            let endless = try await HTTPConnection.ask(
                test.url, stage.server, method: "POST", headers: ["Transfer-Encoding: chunked"])
            #expect(endless.status == 400)
            #expect(endless.errorCode == 60_002)
            let strange = try await stage.post(bytes(10), to: test.url, headers: ["Origin: https://evil.example"])
            #expect(strange.status == 403)
            clock.advance(seconds: 60)
            #expect(try await stage.post(bytes(10), to: test.url).errorCode == 110_351)
        }
    }

    @Test func `one user has one test at a time, and all have few`() async throws {
        var limits = Limits()
        limits.uplinkTestsMax = 2
        try await FileStage.run(limits: limits) { stage in
            let host = try await Robot.host(stage.server)
            let viewer = try await Robot.viewer(stage.server)
            let test = try await host.ask(.uplinkTest)
            let going = try await HTTPConnection.open(stage.server)
            try await going.send(
                test.url, method: "POST", headers: ["Content-Length: 1000", "Expect: 100-continue"])
            #expect(await going.raw.readHead() == "HTTP/1.1 100 Continue")
            let refused = try await stage.post(bytes(10), to: test.url)
            #expect(refused.status == 429)
            #expect(refused.headers["retry-after"] == "1")
            #expect(try await stage.post(bytes(10), to: try await viewer.ask(.uplinkTest).url).status == 200)
            try await going.raw.send(bytes: bytes(1_000))
            #expect(await going.answer()?.status == 200)
        }
    }

    @Test func `a test that goes on for long is given up, and its place is free`() async throws {
        let clock = StoppedClock()
        var limits = Limits()
        limits.uplinkTestsMax = 1
        // So that it is the time that ends it, not the rate.
        limits.uploadBytesPerSecondMin = 0
        let secondsMax = Int64(limits.uplinkTestPostSecondsMax)
        try await FileStage.run(limits: limits, clock: clock) { stage in
            let host = try await Robot.host(stage.server)
            let viewer = try await Robot.viewer(stage.server)
            let test = try await host.ask(.uplinkTest)
            let other = try await viewer.ask(.uplinkTest)
            let slow = try await HTTPConnection.open(stage.server)
            try await slow.send(test.url, method: "POST", headers: ["Content-Length: 1000", "Expect: 100-continue"])
            #expect(await slow.raw.readHead() == "HTTP/1.1 100 Continue")
            func send(arrived count: Int) async throws {
                try await slow.raw.send(bytes: [7])
                while try await PlainHTTP.metric("ovation_uplink_test_bytes_total", port: stage.server.port) < count {}
            }
            try await send(arrived: 1)
            // Until its time is over, the place is taken.
            clock.advance(seconds: secondsMax)
            try await send(arrived: 2)
            #expect(try await stage.post(bytes(10), to: other.url).errorCode == 110_395)
            clock.advance(seconds: 1)
            try await slow.raw.send(bytes: [7])
            let refused = try #require(await slow.answer())
            #expect(refused.status == 408)
            #expect(refused.errorCode == 110_357)
            #expect(try await stage.post(bytes(10), to: other.url).status == 200)
        }
    }

    @Test func `a user and an address that hold places all the time wait, and others test`() async throws {
        let clock = StoppedClock()
        var limits = Limits()
        // So that it is the time of places that bounds, not their bytes.
        limits.uploadBytesPerSecondMin = 0
        let secondsMax = Int64(limits.uplinkTestPostSecondsMax)
        try await FileStage.run(limits: limits, clock: clock) { stage in
            /// Holds places at once, each for as long as a request may.
            func hold(_ urls: [String]) async throws {
                var held: [HTTPConnection] = []
                for url in urls {
                    let slow = try await HTTPConnection.open(stage.server)
                    try await slow.send(url, method: "POST", headers: ["Content-Length: 1000", "Expect: 100-continue"])
                    #expect(await slow.raw.readHead() == "HTTP/1.1 100 Continue")
                    held.append(slow)
                }
                clock.advance(seconds: secondsMax + 1)
                for slow in held {
                    try await slow.raw.send(bytes: [7])
                    #expect(await slow.answer()?.errorCode == 110_357)
                }
            }
            let host = try await Robot.host(stage.server)
            let greedy = try await host.ask(.uplinkTest)
            try await hold([greedy.url])
            // Thirteen seconds of the twelve that a minute has: one is owed and one has to be there, at a fifth of a second each.
            let refused = try await stage.post(bytes(10), to: greedy.url)
            #expect(refused.status == 429)
            #expect(refused.errorCode == 110_395)
            #expect(refused.headers["retry-after"] == "10")
            let viewer = try await Robot.viewer(stage.server)
            let other = try await viewer.ask(.uplinkTest)
            #expect(try await stage.post(bytes(10), to: other.url).status == 200)
            clock.advance(seconds: 10)
            #expect(try await stage.post(bytes(10), to: greedy.url).status == 200)
            // An address has the time of four users, which is 48 seconds in a minute. These take 52.
            var urls: [String] = []
            for name in ["two", "three", "four", "five"] {
                urls.append(try await Robot.logIn(name, stage.server).ask(.uplinkTest).url)
            }
            try await hold(urls)
            let last = try await Robot.logIn("six", stage.server).ask(.uplinkTest)
            let late = try await stage.post(bytes(10), to: last.url)
            #expect(late.status == 429)
            #expect(late.headers["retry-after"] == "7")
            #expect(
                try await PlainHTTP.metric(
                    "ovation_rate_refusals_total{gate=\"uplinkTestAddress\"}", port: stage.server.port) == 1)
            clock.advance(seconds: 7)
            #expect(try await stage.post(bytes(10), to: last.url).status == 200)
        }
    }
}
