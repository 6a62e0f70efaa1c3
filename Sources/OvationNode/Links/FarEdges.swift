import OvationBroker
import OvationModel

/// The edges of a live at other nodes, as its home sees them: what they are sent, and the latest of it.
///
/// Sound as `Sendable` because it is confined to the event loop of its live.
final class FarEdges: @unchecked Sendable {
    let liveID: LiveID
    let epoch: String
    let loop: RoomLoop
    private let home: HomeLink
    private let bytesMax: Int
    private var batches = LinkRing()
    private var edges: [UInt16: FarEdge] = [:]
    private var isMarkDue = false

    /// After how long without another item the edges are told the numbers of the last.
    private static let markMilliseconds: Int64 = 1000

    init(_ liveID: LiveID, epoch: String, home: HomeLink, loop: RoomLoop, bytesMax: Int) {
        self.liveID = liveID
        self.epoch = epoch
        self.home = home
        self.loop = loop
        self.bytesMax = home.link.crossingBytesMax(bytesMax)
    }

    /// The way to an edge; nil where no such node has asked anything.
    func port(for edge: EdgeID) -> (any EdgePort)? {
        guard edge.number != home.link.node.slot, home.run(of: edge.number) != nil else { return nil }
        let made = FarEdge(slot: edge.number, of: self)
        edges[edge.number] = made
        return made
    }

    /// What an edge misses.
    func missing(at slot: UInt16, batch: Int64, message: Int64) -> HomeAnswer {
        guard let edge = edges[slot], let late = edge.messages.items(after: message),
            let lateBatches = edge.after > batch ? batches.items(after: batch) : []
        else { return .gone(batch: edges[slot]?.after ?? batches.last, message: edges[slot]?.messages.last ?? 0) }
        var (items, bytes) = ([LinkItem](), 0)
        // As many as one answer may hold; the edge asks for the rest.
        for item in late + lateBatches {
            bytes += item.bytes.count + 4
            guard bytes < home.link.crossingBytesMax(bytesMax) || items.isEmpty else { break }
            items.append(item)
        }
        return .found(items)
    }

    fileprivate func send(_ batch: EdgeMessage.EventBatch) {
        guard batch.number > batches.last, let crossing = home.crossings(of: .batch(batch), bytesMax: bytesMax).first
        else { return }
        var needs: [UInt16: Int64] = [:]
        for (slot, edge) in edges where edge.hasSentSinceBatch {
            needs[slot] = edge.messages.last
            edge.hasSentSinceBatch = false
        }
        let item = LinkItem(number: batch.number, epoch: epoch, content: .batch(needs: needs), crossing: crossing)
        batches.append(item)
        home.link.publish(item.bytes, to: .live(liveID, in: home.link.cluster))
        mark()
    }

    fileprivate func send(_ message: EdgeMessage, to edge: FarEdge) {
        guard let run = home.run(of: edge.slot) else { return }
        edge.begin(run)
        for crossing in home.crossings(of: message, bytesMax: bytesMax) {
            let item = LinkItem(
                number: edge.messages.last + 1, epoch: epoch, content: .message(after: edge.after), crossing: crossing)
            edge.messages.append(item)
            edge.hasSentSinceBatch = true
            home.link.publish(item.bytes, to: .edge(run, of: liveID, in: home.link.cluster))
        }
        mark()
    }

    /// Tells the last numbers in a second, for those who miss the last item.
    private func mark() {
        guard !isMarkDue else { return }
        isMarkDue = true
        loop.run(after: Self.markMilliseconds) { [self] in
            isMarkDue = false
            for edge in edges.values {
                guard let run = edge.run else { continue }
                let item = LinkItem(
                    number: edge.messages.last, epoch: epoch, content: .mark(batch: edge.after), crossing: [])
                home.link.publish(item.bytes, to: .edge(run, of: liveID, in: home.link.cluster))
            }
        }
    }
}

/// One of them: the way of a live to its viewers at another node.
final class FarEdge: EdgePort {
    let slot: UInt16
    private unowned let far: FarEdges
    /// The process that has the slot.
    private(set) var run: NodeRun?
    fileprivate(set) var messages = LinkRing()
    fileprivate var hasSentSinceBatch = false
    /// The last batch that was for its viewers.
    private(set) var after: Int64 = 0

    init(slot: UInt16, of far: FarEdges) {
        self.slot = slot
        self.far = far
    }

    func handle(_ message: EdgeMessage) {
        guard case .batch(let batch) = message else { return far.send(message, to: self) }
        after = batch.number
        far.send(batch)
    }

    /// Another process has the slot now: it has heard nothing yet.
    fileprivate func begin(_ run: NodeRun) {
        guard self.run != run else { return }
        if self.run != nil { messages = LinkRing() }
        self.run = run
    }
}
