import OvationBackend
import OvationBroker
import OvationModel
import OvationObservability

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
    /// The sessions of processes whose slot another one has by now.
    private var abandoned: [(sessions: SessionRoster, renewalsMissed: Int)] = []
    private let renewalsMax: Int
    private var isMarkDue = false
    private var isWatching = false

    /// After how long without another item the edges are told the numbers of the last.
    private static let markMilliseconds: Int64 = 1000

    /// How many sessions an edge is asked about with one renewal.
    static let sessionsAtOnce = 1000

    /// - Parameter silenceSeconds: how long an edge may say nothing before its sessions are over, as it is of a client.
    init(
        _ liveID: LiveID, epoch: String, home: HomeLink, loop: RoomLoop, bytesMax: Int, silenceSeconds: Int
    ) {
        self.liveID = liveID
        self.epoch = epoch
        self.home = home
        self.loop = loop
        renewalsMax = Self.renewalsMax(silenceSeconds: silenceSeconds)
        self.bytesMax = home.link.crossingBytesMax(bytesMax)
    }

    /// The way to an edge; nil where no such node has asked anything.
    func port(for edge: EdgeID) -> (any EdgePort)? {
        guard edge.number != home.link.node.slot, home.run(of: edge.number) != nil else { return nil }
        return self.edge(edge.number)
    }

    private func edge(_ slot: UInt16) -> FarEdge {
        if let edge = edges[slot] { return edge }
        let made = FarEdge(slot: slot, of: self)
        edges[slot] = made
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
        begin(run, at: edge)
        for crossing in home.crossings(of: message, bytesMax: bytesMax) {
            let item = LinkItem(
                number: edge.messages.last + 1, epoch: epoch, content: .message(after: edge.after), crossing: crossing)
            edge.messages.append(item)
            edge.hasSentSinceBatch = true
            home.link.publish(item.bytes, to: .edge(run, of: liveID, in: home.link.cluster))
        }
        mark()
    }

    /// Looks which process has the slot of an edge now, before a session of it is noted.
    fileprivate func find(_ edge: FarEdge) {
        if let run = home.run(of: edge.slot) { begin(run, at: edge) }
    }

    /// A process has the slot of an edge. Another one that had it before is gone, and its clients may come back elsewhere.
    private func begin(_ run: NodeRun, at edge: FarEdge) {
        let missed = edge.renewalsMissed
        guard let left = edge.begin(run), !left.isEmpty else { return }
        abandoned.append((left, missed))
        watch()
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

// MARK: - Who is there

extension FarEdges {
    /// After how many renewals that do not come an edge counts as gone.
    static func renewalsMax(silenceSeconds: Int) -> Int {
        max(1, silenceSeconds * 1000 / Int(LinkedRoom.renewalMilliseconds))
    }

    /// An edge says that it is there.
    func renew(_ run: NodeRun) -> HomeAnswer {
        let edge = edge(run.slot)
        begin(run, at: edge)
        edge.renewalsMissed = 0
        guard !edge.isGivenUp else {
            edge.isGivenUp = false
            return .gone(batch: edge.after, message: edge.messages.last)
        }
        return .renewed(
            HomeAnswer.Renewed(
                epoch: epoch, batch: edge.after, message: edge.messages.last,
                sessions: edge.sessions.page(countMax: Self.sessionsAtOnce)))
    }

    fileprivate func letGo(_ session: SessionID) {
        for index in abandoned.indices { abandoned[index].sessions.remove(session) }
    }

    /// Looks now and then which edges have said nothing for long, as long as there are sessions elsewhere.
    fileprivate func watch() {
        guard !isWatching, edges.values.contains(where: { !$0.sessions.isEmpty }) || !abandoned.isEmpty else { return }
        isWatching = true
        loop.run(after: LinkedRoom.renewalMilliseconds) { [weak self] in
            guard let self else { return }
            isWatching = false
            guard home.has(self) else { return }
            look()
            watch()
        }
    }

    private func look() {
        var over: [SessionID] = []
        for (slot, edge) in edges.sorted(by: { $0.key < $1.key }) {
            edge.renewalsMissed += 1
            guard edge.renewalsMissed > renewalsMax, !edge.sessions.isEmpty else { continue }
            over += edge.sessions.all
            edge.isGivenUp = true
            // What a node that is gone said last of its deliveries must not slow the others down.
            home.room(liveID)?.notify(.edgeReported(EdgeReport(edge: EdgeID(number: slot))))
        }
        for index in abandoned.indices { abandoned[index].renewalsMissed += 1 }
        over += abandoned.filter { $0.renewalsMissed > renewalsMax }.flatMap(\.sessions.all)
        abandoned.removeAll { $0.renewalsMissed > renewalsMax || $0.sessions.isEmpty }
        home.link.metrics.sessionsLetGo(over.count)
        for session in over { home.room(liveID)?.notify(.sessionEnded(session, .heartbeatInterrupt)) }
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
    /// The sessions there that are in the live.
    fileprivate(set) var sessions = SessionRoster()
    /// How many of its renewals have not come since the last one.
    fileprivate var renewalsMissed = 0
    /// Whether its sessions were let go because nothing was heard of it, and it does not know yet.
    fileprivate var isGivenUp = false

    init(slot: UInt16, of far: FarEdges) {
        self.slot = slot
        self.far = far
    }

    func handle(_ message: EdgeMessage) {
        guard case .batch(let batch) = message else { return far.send(message, to: self) }
        after = batch.number
        far.send(batch)
    }

    /// A session there is in the live.
    ///
    /// Its node may have let go of the live since it asked: then nobody renews, and nobody else would say that the session is over.
    func tookIn(_ session: SessionID) {
        // It may have been at the process that had the slot before.
        far.find(self)
        far.letGo(session)
        if sessions.isEmpty { renewalsMissed = 0 }
        sessions.insert(session)
        far.watch()
    }

    /// A session there is in the live no longer.
    func letGo(_ session: SessionID) {
        if !sessions.remove(session) { far.letGo(session) }
    }

    /// Another process has the slot now: it has heard nothing yet. The sessions of the one before; nil where it is the same.
    fileprivate func begin(_ run: NodeRun) -> SessionRoster? {
        guard self.run != run else { return nil }
        defer { self.run = run }
        guard self.run != nil else { return nil }
        messages = LinkRing()
        (isGivenUp, renewalsMissed) = (false, 0)
        defer { sessions = SessionRoster() }
        return sessions
    }
}
