import Foundation
import OvationModel
import OvationNode
import OvationTestKit
import OvationWire
import Testing

/// Signals between users in seats over real sockets. A test server has two edges, and its connections more than one event loop.
@Suite(.timeLimit(.minutes(5)))
struct SeatSignalTests {
    /// A live with free seats, in which bob and eve sit and zoe does not.
    private static func seated(
        _ server: TestServer
    ) async throws -> (host: Robot, bob: Robot, eve: Robot, zoe: Robot) {
        let host = try await Robot.logIn("host", server)
        try await host.ask(.create("r1") { $0.seatMode = .free })
        let bob = try await Robot.viewer(as: "bob", server)
        let eve = try await Robot.viewer(as: "eve", server)
        let zoe = try await Robot.viewer(as: "zoe", server)
        try await bob.ask(.takeSeat())
        try await eve.ask(.takeSeat())
        return (host, bob, eve, zoe)
    }

    @Test func `a signal reaches whom it is for, on every device, and nobody else`() async throws {
        try await TestServer.run { server in
            let (host, bob, eve, zoe) = try await Self.seated(server)
            let phone = try await Robot.viewer(as: "eve", server)
            let offer = "v=0\r\n" + String(repeating: "a", count: 6_000)
            let sent = try await bob.send(.signal("eve", offer))
            for robot in [eve, phone] {
                let signal = try await robot.hear(.seatSignalled)
                #expect(signal.from.rawValue == "bob" && signal.data == offer)
                #expect(signal.durable == nil && signal.position?.seq == nil)
            }
            try await bob.reply(to: sent)
            // Sent and not asked, because asking drops what comes before the answer.
            _ = try await host.send(.say("next"))
            for robot in [host, zoe] {
                while let frame = try await robot.next() {
                    guard case .event(.room(_, _, let event)) = frame.content else { continue }
                    if case .barrageSent = event { break }
                    #expect(event.name != .seatSignalled)
                }
            }
        }
    }

    @Test func `who does not sit, or was kicked off, neither sends nor gets a signal`() async throws {
        try await TestServer.run { server in
            let (host, bob, eve, zoe) = try await Self.seated(server)
            #expect(try await zoe.refusal(of: .signal("bob", "x")).code == .notSeated)
            #expect(try await bob.refusal(of: .signal("zoe", "x")).code == .notSeated)
            try await host.ask(.unseat("bob"))
            #expect(try await bob.refusal(of: .signal("eve", "x")).code == .notSeated)
            #expect(try await eve.refusal(of: .signal("bob", "x")).code == .notSeated)
        }
    }

    @Test func `a signal that is too long is refused, and 1 MB closes only the connection that sent it`() async throws {
        try await TestServer.run { server in
            let (_, bob, eve, _) = try await Self.seated(server)
            let long = String(repeating: "a", count: 16_385)
            #expect(try await bob.refusal(of: .signal("eve", long)).code == .seatSignalTooLong)
            try await bob.ask(.signal("eve", String(long.dropLast())))
            #expect(try await eve.hear(.seatSignalled).data.count == 16_384)
            let other = try await Robot.viewer(as: "bob", server)
            _ = try await other.send(.signal("eve", String(repeating: "a", count: 1_048_576)))
            while try await other.next() != nil {}
            try await bob.ask(.signal("eve", "still here"))
            #expect(try await eve.hear(.seatSignalled).data == "still here")
        }
    }

    @Test func `too many signals are refused with when to try again`() async throws {
        var limits = Limits()
        limits.seatSignalsPerSecond = 1
        limits.seatSignalsBurst = 3
        try await TestServer.run(limits: limits, clock: StoppedClock().server) { server in
            let (_, bob, eve, _) = try await Self.seated(server)
            for number in 1...3 { try await bob.ask(.signal("eve", "\(number)")) }
            let refusal = try await bob.refusal(of: .signal("eve", "4"))
            #expect(refusal.code == .seatSignalsTooFrequent && refusal.retryAfterMilliseconds == 1_000)
            try await eve.ask(.signal("bob", "others may"))
        }
    }

    @Test func `a guest cannot send so many bytes at once that the host's connection counts as slow`() async throws {
        var limits = Limits()
        limits.seatSignalBytesPerSecond = 1
        try await TestServer.run(limits: limits) { server in
            let (_, bob, eve, _) = try await Self.seated(server)
            // Of each character JSON makes six.
            let signal = String(repeating: "\u{1}", count: 10_000)
            var (sent, code) = (0, 0)
            while code == 0 {
                code = try await bob.code(.signal("eve", signal))
                if code == 0 { sent += 1 }
            }
            #expect(code == ErrorCode.seatSignalsTooFrequent.rawValue)
            #expect(sent == Limits().seatSignalBytesBurst / 60_000)
            #expect(Limits().seatSignalBytesBurst < Limits().connectionPendingBytesMax / 2)
            _ = try await eve.send(.signal("bob", "others may"))
            #expect(try await bob.hear(.seatSignalled).data == "others may")
        }
    }

    @Test func `who has a seat is told of the servers that help, and nobody else`() async throws {
        let ice = ICEConfiguration(urls: ["stun:s.example.com", "turn:t.example.com"], secret: "north")
        try await TestServer.run(ice: ice) { server in
            let host = try await Robot.logIn("host", server)
            try await host.ask(.create("r1") { $0.seatMode = .free })
            let bob = try await Robot.viewer(as: "bob", server)
            #expect(try await bob.ask(.seats).iceServers == nil)
            let taken = try await bob.ask(.takeSeat())
            let turn = try #require(taken.iceServers?.last)
            #expect(turn.username?.hasSuffix(":bob") == true && turn.credential?.isEmpty == false)
            #expect(try await bob.ask(.seats).iceServers?.count == 2)
            #expect(try await host.ask(.seats).iceServers?.last?.username?.hasSuffix(":host") == true)
        }
    }
}
