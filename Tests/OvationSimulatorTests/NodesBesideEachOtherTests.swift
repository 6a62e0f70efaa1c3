import Logging
import NIOCore
import NIOEmbedded
import OvationBroker
import OvationModel
import OvationRules
import OvationSimulator
import OvationStorage
import OvationSupport
import OvationTestKit
import OvationWire
import Synchronization
import Testing

@testable import OvationNode

/// How long what a node keeps to itself may differ from what another node has done. Time stands still until a test lets it pass.
@Suite(.timeLimit(.minutes(5)))
struct NodesBesideEachOtherTests {
    private static let live: LiveID = Samples.id("live")

    @Test func `a gift is on the boards of the node of its live at once, and on those of another after two seconds`()
        async throws
    {
        try await NodePair.run { pair in
            try await pair.begin(Self.live)
            try await pair.give(in: Self.live)
            #expect(pair.dayCoins(at: 0) == 99)
            #expect(pair.dayCoins(at: 1) == nil)
            await pair.pass(seconds: 2)
            try await pair.until("the other node's boards") { pair.dayCoins(at: 1) == 99 }
        }
    }

    @Test func `boards of which word was lost are read when the broker is back`() async throws {
        try await NodePair.run { pair in
            try await pair.begin(Self.live)
            pair.broker.stop()
            try await pair.give(in: Self.live)
            await pair.pass(seconds: 2)
            #expect(pair.dayCoins(at: 1) == nil)
            pair.broker.start()
            await pair.pass(seconds: 1)
            try await pair.until("the other node's boards") { pair.dayCoins(at: 1) == 99 }
        }
    }

    @Test func `coins that one node takes back are off the boards of all nodes at once`() async throws {
        try await NodePair.run { pair in
            try await pair.begin(Self.live)
            try await pair.give(in: Self.live)
            await pair.pass(seconds: 2)
            try await pair.until("the other node's boards") { pair.dayCoins(at: 1) == 99 }
            let refunded: Result<StorageOutcome, Rejection> = try await pair.answer("a refund") { done in
                pair.nodes[1].keep(.refund(Samples.refund("o", at: pair.clock.now)), done)
            }
            _ = try refunded.get()
            try await pair.until("the boards of both") { pair.dayCoins(at: 0) == nil && pair.dayCoins(at: 1) == nil }
        }
    }

    @Test func `a live is in the list of another node after five seconds`() async throws {
        try await NodePair.run { pair in
            let other = pair.nodes[1].node.services.directory
            try await pair.begin(Self.live)
            #expect(other.listed(Self.live) == nil)
            await pair.pass(seconds: Int(Node.listSeconds))
            try await pair.until("the other node's list") { other.listed(Self.live) != nil }
        }
    }
}
