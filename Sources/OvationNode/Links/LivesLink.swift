import NIOCore
import OvationBroker
import OvationModel
import OvationObservability
import Synchronization

/// How many viewers lives at other nodes have, for the list of lives. Each node tells so of its own every few seconds, and nothing is sent
/// again.
final class LivesLink: Sendable {
    private struct State {
        var counts: [LiveID: Int] = [:]
        var senders = KnownSenders()
        var subscription: (any BrokerSubscription)?
    }

    private let link: NodeLink
    /// Of how many lives counts are known at most; those that come then are passed over.
    private let livesMax: Int
    private let state = Mutex(State())

    /// How many lives one message tells of: far less than a message may hold, so that none holds up what comes behind it.
    static let livesPerMessage = 1_000

    init(_ link: NodeLink, livesMax: Int) {
        self.link = link
        self.livesMax = livesMax
    }

    /// Begins to hear of them.
    func start(on eventLoop: any EventLoop) throws(BrokerFailure) {
        let subscription = try link.listen(
            to: .lives(in: link.cluster), on: { eventLoop.execute($0) },
            { [weak self] frame in if let frame { self?.take(frame) } })
        state.withLock { $0.subscription = subscription }
    }

    /// Tells how many viewers the lives of this node have.
    func tell(_ counts: [LiveID: Int]) {
        let sorted = counts.sorted { $0.key < $1.key }
        for first in stride(from: 0, to: sorted.count, by: Self.livesPerMessage) {
            var writer = LinkWriter()
            for (liveID, count) in sorted[first..<min(sorted.count, first + Self.livesPerMessage)] {
                writer.add(liveID.rawValue)
                writer.add(UInt32(clamping: count))
            }
            link.publish(writer.bytes, to: .lives(in: link.cluster))
        }
    }

    /// Returns how many viewers lives at other nodes have, and forgets all but those.
    ///
    /// - Parameter lives: the lives that are on elsewhere.
    func counts(of lives: [LiveID]) -> [LiveID: Int] {
        state.withLock { state in
            var kept: [LiveID: Int] = [:]
            for live in lives { kept[live] = state.counts[live] }
            state.counts = kept
            return kept
        }
    }

    private func take(_ received: LinkFrame) {
        guard received.frame.sender != link.node else { return }
        guard state.withLock({ $0.senders.take(received.frame) }) else {
            return link.metrics.crossingRefused(.repeated)
        }
        do throws(MalformedLinkBody) {
            var reader = LinkReader(received.frame.body)
            var counts: [(LiveID, Int)] = []
            while !reader.isAtEnd {
                guard let live = LiveID(try reader.text()) else { throw MalformedLinkBody() }
                let count: UInt32 = try reader.number()
                counts.append((live, Int(count)))
            }
            state.withLock { state in
                for (live, count) in counts where state.counts[live] != nil || state.counts.count < livesMax {
                    state.counts[live] = count
                }
            }
        } catch {
            link.metrics.crossingRefused(.malformed)
        }
    }
}
