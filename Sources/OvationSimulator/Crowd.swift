import Foundation
import NIOCore
import OvationModel
import OvationNode
import OvationRules
import OvationWire

/// One live that many nodes serve and nothing fails: what the nodes' own code takes of the processor.
///
/// The last node has all its viewers, each other one has one. One processor that simulated all viewers of all nodes would have none of
/// them in its cache when their turn comes, which no node has to bear.
///
/// Connections, edges, links and the home are the server's. Network, database and broker are the simulation's, and what they take is not
/// counted but where the server calls them. What it writes to viewers lies in an ``Inbox`` until its turn is over, so that nothing of a
/// network is counted, and nothing of the kernel is in the numbers either: they compare crowds with each other.
package struct Crowd: Sendable {
    /// What a crowd cost.
    package struct Outcome: Codable, Sendable {
        /// How many nodes served.
        package var nodes: Int
        /// How many viewers were in the live, over all nodes.
        package var viewers: Int
        /// How many messages of the live arrived at viewers.
        package var deliveries: Int
        /// How long was measured, in simulated seconds.
        package var seconds: Int
        /// What all nodes took of the processor meanwhile, in microseconds.
        package var microseconds: Double
    }

    /// Why there is no outcome.
    package struct Problem: Error, CustomStringConvertible {
        package let description: String
    }

    /// How many nodes serve; the first is the home of the live.
    package var nodes: Int
    /// How many viewers the last node has.
    package var viewers: Int
    /// How many messages are sent into the live in a second.
    package var messagesPerSecond: Int
    /// How long is measured, in simulated seconds.
    package var seconds: Int

    /// Makes a crowd.
    package init(nodes: Int, viewers: Int, messagesPerSecond: Int, seconds: Int) {
        self.nodes = nodes
        self.viewers = viewers
        self.messagesPerSecond = messagesPerSecond
        self.seconds = seconds
    }

    /// How long nodes may take to start, and viewers to enter, in simulated milliseconds.
    private static let patience = UInt64.milliseconds(120_000)
    private static let live = LiveID(unchecked: "crowd")

    /// Has everybody enter, and measures. It blocks the thread, which must not belong to Swift's pool.
    ///
    /// - Throws: ``Problem`` where somebody does not get in.
    package func run() throws -> Outcome {
        let world = World(seed: 1)
        var limits = Limits()
        (limits.roomMessagesPerSecond, limits.userMessagesPerSecond) = (0, 0)
        let configuration = NodeConfiguration(
            sdkAppID: SimulatedServer.sdkAppID, secret: "simulation", isDevelopment: true, limits: limits)
        let database = SimulatedDatabase(world, policy: LedgerPolicy(), catalogue: GiftCatalogue(), bug: nil)
        let cluster = SimulatedCluster(
            world, nodes: nodes, database: database, configuration: configuration, catalogue: GiftCatalogue(),
            biller: nil
        ) {}
        cluster.heal()
        cluster.start()
        defer {
            cluster.end()
            world.end()
        }
        let inbox = Inbox()
        try wait(world, inbox, "the nodes do not start") { cluster.isUp }
        let owner = Member(number: 0, at: cluster.nodes[0], inbox)
        owner.send(.roomCreate(RoomCreate(liveID: Self.live)), in: nil)
        try wait(world, inbox, "the live does not begin") { owner.isIn }
        var viewers: [Member] = []
        for (index, node) in cluster.nodes.enumerated() {
            for _ in 0..<(index == cluster.nodes.endIndex - 1 ? self.viewers : 1) {
                let viewer = Member(number: 1 + viewers.count, at: node, inbox)
                viewer.send(.roomJoin, in: Self.live)
                viewers.append(viewer)
            }
            run(world, inbox, milliseconds: 100)
        }
        try wait(world, inbox, "somebody does not get in") { viewers.allSatisfy(\.isIn) }
        for _ in 0..<30 { run(world, inbox, milliseconds: 100) }

        let before = viewers.reduce(0) { $0 + $1.deliveries }
        world.workNanoseconds = 0
        let text = String(repeating: "x", count: 200)
        let pauseMilliseconds = max(1, 1_000 / messagesPerSecond)
        for _ in 0..<messagesPerSecond * seconds {
            owner.send(.barrageSend(BarrageSend(text: text)), in: Self.live)
            run(world, inbox, milliseconds: pauseMilliseconds)
        }
        let used = world.workNanoseconds ?? 0
        world.workNanoseconds = nil
        ([owner] + viewers).forEach { $0.end() }
        guard viewers.allSatisfy(\.isIn) else { throw Problem(description: "somebody was sent away meanwhile") }
        return Outcome(
            nodes: nodes, viewers: viewers.count, deliveries: viewers.reduce(0) { $0 + $1.deliveries } - before,
            seconds: seconds, microseconds: Double(used) / 1_000)
    }

    private func wait(_ world: World, _ inbox: Inbox, _ problem: String, until holds: () -> Bool) throws {
        let deadline = world.now + Self.patience
        while !holds() {
            guard world.now < deadline, world.step() else { throw Problem(description: problem) }
            inbox.read()
        }
    }

    private func run(_ world: World, _ inbox: Inbox, milliseconds: Int) {
        world.run(until: world.now + .milliseconds(milliseconds))
        inbox.read()
    }

    /// What servers have written, until their viewers read it.
    private final class Inbox {
        private var unread: [(reader: Member, buffer: ByteBuffer?)] = []

        func append(_ buffer: ByteBuffer?, for reader: Member) { unread.append((reader, buffer)) }

        /// Has everybody read what there is.
        func read() {
            guard !unread.isEmpty else { return }
            let due = unread
            // Keeps its memory: a server must not be counted for what this takes.
            unread.removeAll(keepingCapacity: true)
            for (reader, buffer) in due { reader.hear(buffer) }
        }
    }

    /// A user with a connection to one node.
    private final class Member {
        private let link: Link?
        private var nextID: Int64 = 1
        /// Whether the answer to the second command has come, and the connection is there.
        private(set) var isIn = false
        private(set) var deliveries = 0

        private static let entered = Array("{\"id\":1,\"ok\"".utf8)
        private static let event = Array("{\"room\"".utf8)

        init(number: Int, at node: SimulatedNode, _ inbox: Inbox) {
            link = node.connect(number, link: number, faults: nil)
            link?.onOutput = { [self] in inbox.append($0, for: self) }
            let login = SessionOpen(
                sdkAppID: SimulatedServer.sdkAppID, userID: UserID(unchecked: "user\(number)"), userSig: "dev")
            send(.sessionOpen(login), in: nil, id: 0)
        }

        func send(_ command: Command, in live: LiveID?) {
            send(command, in: live, id: nextID)
            nextID += 1
        }

        private func send(_ command: Command, in live: LiveID?, id: Int64) {
            guard let bytes = try? CommandFrame(id: id, room: live, command: command).encoded() else {
                preconditionFailure("a command is JSON")
            }
            link?.send(.text([UInt8](bytes)), isSafe: true)
        }

        /// Hears nothing more, and lets go of the connection.
        func end() { link?.onOutput = nil }

        func hear(_ buffer: ByteBuffer?) {
            guard let buffer else { return isIn = false }
            for frame in FrameReader.frames(of: buffer) {
                switch frame {
                case .text(let bytes) where bytes.starts(with: Self.event): deliveries += 1
                case .text(let bytes) where bytes.starts(with: Self.entered): isIn = true
                case .ping: link?.send(.pong)
                case .close: isIn = false
                case .text, .other: break
                }
            }
        }
    }
}
