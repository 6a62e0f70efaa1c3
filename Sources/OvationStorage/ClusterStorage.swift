public import OvationModel
import OvationRules

/// The part of a storage that several nodes share: which nodes there are, and which of them runs which live.
///
/// A live has one home at a time. What a node commits for a live is kept only while the node is its home, under the epoch in which it
/// became that; see ``StorageOutcome/moved``. So nothing here needs clocks that agree, or messages between nodes.
///
/// Every implementation passes the suite `ClusterContract` in OvationTestKit.
public protocol ClusterStorage: Sendable {
    /// The place of this node.
    var seat: NodeSeat { get }

    /// Returns all nodes that have joined, by slot, this one included. Nodes that are gone stay until another node takes their slot.
    func nodes() async throws -> [ClusterNode]

    /// Returns which node runs each of these lives, as far as they are on.
    func homes(of lives: [LiveID]) async throws -> [LiveID: LiveHome]

    /// Makes this node the home of open lives that nobody runs: those that were given back, and those of nodes that are gone.
    ///
    /// It first looks which nodes are gone, and fences each: a commit of it that is under way ends before, and none passes afterwards. A
    /// node is gone when its session with the storage is over, or when it has not renewed its lease for a whole one. A node that has not
    /// renewed its own lease for as long finds nobody gone, so that a storage that was away makes no node take from others.
    ///
    /// A live that was claimed is returned until its record could be read once.
    ///
    /// - Parameter limit: The most lives to claim at once. Nodes that claim at the same time get different ones.
    /// - Returns: The lives to run, with everything that the runtime needs and the new base of their events' numbers; empty if there are
    ///   none.
    /// - Throws: ``StorageError`` if the storage does not answer, or if this node is gone.
    func claimRooms(limit: Int) async throws -> [ClaimedRoom]

    /// Gives starts of lives back, for another node to claim. The caller runs them no more, and has nothing of them on its way to the
    /// storage. Does nothing for those that this node does not run.
    ///
    /// - Throws: ``StorageError``; they may be given back all the same, and this may be called again.
    func release(_ sessions: [LiveSessionID]) async throws

    /// Returns the lives that are on and whose home is another node, or none, those with the most viewers first. For a list: what it says
    /// may be some seconds old.
    ///
    /// - Throws: ``StorageError``.
    func livesElsewhere(max: Int) async throws -> [RoomInfo]

    /// Says in the storage that this node is about to stop and hands its lives over.
    ///
    /// - Throws: ``StorageError``.
    func noteDraining() async throws

    /// Says in the storage how this node is. Called every few seconds.
    ///
    /// - Parameter milliseconds: the wall clock of this node.
    /// - Throws: ``StorageError``.
    func tell(_ report: NodeReport, at milliseconds: Int64) async throws

    /// Makes this node the one that audits the ledger for so long, unless another living node is. The one that is claims it again before
    /// the time is over.
    ///
    /// - Returns: Whether this node is to audit.
    /// - Throws: ``StorageError``, and then nobody knows.
    func claimAudits(for time: Duration) async throws -> Bool

    /// Notes for operators that this node hears none of most others over the broker, for so long.
    ///
    /// - Throws: ``StorageError``.
    func tellApart(for time: Duration) async throws
}

extension ClusterStorage {
    /// None: a storage that keeps no list of them.
    public func livesElsewhere(max: Int) async throws -> [RoomInfo] { [] }

    /// Says nothing: a storage that no operator looks into.
    public func noteDraining() async throws {}

    /// Says nothing: a storage that no operator looks into.
    public func tell(_ report: NodeReport, at milliseconds: Int64) async throws {}

    /// True: where nothing is kept of it every node audits, which costs and harms nothing.
    public func claimAudits(for time: Duration) async throws -> Bool { true }

    /// Does nothing: a storage of which no operator asks it.
    public func tellApart(for time: Duration) async throws {}

    /// Returns which node runs a live; nil if the live is not on.
    public func home(of liveID: LiveID) async throws -> LiveHome? { try await homes(of: [liveID])[liveID] }
}

/// A node's place: its slot among the nodes of a storage, and which taking of the slot it is.
///
/// No two nodes ever have the same: each node that takes a slot gets a higher incarnation than all before.
public struct NodeSeat: Hashable, Codable, Sendable, CustomStringConvertible {
    /// The number of the place, from 1. Its lane of the ledger has the same.
    public var slot: Int64
    /// Rises each time the slot is taken.
    public var incarnation: Int64

    /// Makes a seat.
    public init(slot: Int64, incarnation: Int64) {
        self.slot = slot
        self.incarnation = incarnation
    }

    /// For logs.
    public var description: String { "\(slot).\(incarnation)" }
}

/// A node of a cluster, as the storage knows it.
public struct ClusterNode: Hashable, Sendable {
    /// Whether a node serves.
    public enum State: String, Hashable, Sendable {
        /// It runs lives.
        case serving
        /// It has left, or was fenced. Nothing of it is kept any more.
        case gone
    }

    /// Its place.
    public var seat: NodeSeat
    /// Its name, which no other node has.
    public var name: String
    /// The version of the server.
    public var version: String
    /// Whether it serves.
    public var state: State
    /// How long ago it renewed its lease, by the storage's clock.
    public var leaseAge: Duration
    /// Whether it is about to stop, or was asked to.
    public var isDraining: Bool
    /// The version of what it says to other nodes; see ``NodeProtocol``.
    public var speaks: Int64
    /// How far its clock was ahead of the storage's when it last reported; nil where it has not.
    public var clockAheadMilliseconds: Int64?
    /// What it says of itself; nil for a node of an older version, or one that has just begun.
    public var report: NodeReport?

    /// Makes a node.
    public init(
        seat: NodeSeat, name: String, version: String, state: State, leaseAge: Duration, isDraining: Bool = false,
        speaks: Int64 = NodeProtocol.version, clockAheadMilliseconds: Int64? = nil, report: NodeReport? = nil
    ) {
        self.isDraining = isDraining
        self.speaks = speaks
        self.clockAheadMilliseconds = clockAheadMilliseconds
        self.report = report
        self.seat = seat
        self.name = name
        self.version = version
        self.state = state
        self.leaseAge = leaseAge
    }
}

/// Which node runs a start of a live.
public struct LiveHome: Hashable, Sendable {
    /// The start.
    public var sessionID: LiveSessionID
    /// The node; nil if none does, because its home is gone or has given it back, and no other has claimed it yet.
    public var node: NodeSeat?
    /// Rises with every change of the home. What a home with a lower one says of the live is out of date.
    public var epoch: Int64

    /// Makes one.
    public init(sessionID: LiveSessionID, node: NodeSeat?, epoch: Int64) {
        self.sessionID = sessionID
        self.node = node
        self.epoch = epoch
    }
}

extension StorageWrite {
    /// The start of a live that only its home may write this for; nil for what any node may write.
    public var writtenAtHome: LiveSessionID? {
        switch self {
        case .changeRoom(let session, _, _), .endRoom(let session, _, _, _, _, _), .counters(let session, _),
            .visits(let session, _, _), .topicMessage(let session, _, _, _):
            session
        case .order(let order, _), .billing(.deliver(let order, _, as: _, due: _)): order.sessionID
        default: nil
        }
    }
}
