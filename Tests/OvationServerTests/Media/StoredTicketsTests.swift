import NIOPosix
import OvationMedia
import OvationModel
import OvationStorage
import OvationTestKit
import Testing

@testable import OvationBackend
@testable import OvationNode
@testable import OvationPictures
@testable import OvationSupport

/// The tickets of nodes that share a storage.
@Suite(.timeLimit(.minutes(5)))
struct StoredTicketsTests {
    private func tickets(_ world: MediaNode, secret: String = "secret") -> StoredTickets {
        StoredTickets(
            journal: world.node.services.journal, on: MultiThreadedEventLoopGroup.singleton.any(), ids: .system,
            secret: secret, limits: MediaLimits())
    }

    @Test func `a ticket of one node is redeemed at another, once`() async throws {
        try await MediaNode.run { world async throws in
            let (one, other) = (tickets(world), tickets(world))
            let ticket = try await one.issue(for: world.live, at: Samples.time)
            #expect(ticket.expiresAt == Samples.time.adding(seconds: 60))
            #expect(ticket.text.count == 48)
            #expect(ticket.text.utf8.allSatisfy { ($0 >= 0x30 && $0 <= 0x39) || ($0 >= 0x61 && $0 <= 0x7A) })
            #expect(try await other.redeem(ticket.text, for: world.live, at: Samples.time))
            #expect(try await !one.redeem(ticket.text, for: world.live, at: Samples.time))
        }
    }

    @Test func `a guess reaches no storage, and neither does a ticket of another app`() async throws {
        try await MediaNode.run { world async throws in
            let tickets = tickets(world)
            let ticket = try await tickets.issue(for: world.live, at: Samples.time)
            let foreign = try await self.tickets(world, secret: "another").issue(for: world.live, at: Samples.time)
            world.storage.setDown(true)
            for text in [
                "", "x", String(repeating: "0", count: 48), ticket.text + "0", "é" + ticket.text, foreign.text,
            ] {
                #expect(try await !tickets.redeem(text, for: world.live, at: Samples.time), "\(text)")
            }
            await #expect(throws: (any Error).self) {
                try await tickets.redeem(ticket.text, for: world.live, at: Samples.time)
            }
            await #expect(throws: (any Error).self) { try await tickets.issue(for: world.live, at: Samples.time) }
            world.storage.setDown(false)
            #expect(try await tickets.redeem(ticket.text, for: world.live, at: Samples.time))
        }
    }
}
