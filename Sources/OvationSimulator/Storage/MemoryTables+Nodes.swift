import OvationModel
import OvationRules
import OvationStorage

/// A node of a ``MemoryDatabase``.
struct MemoryNode {
    var seat: NodeSeat
    var name: String
    var state = ClusterNode.State.serving
    /// When it renewed its lease, by the database's clock, in milliseconds.
    var renewedAt: Int64
    /// Whether its session is there, as an advisory lock of PostgreSQL says. A frozen node's is.
    var hasSession = true
}

/// What a commit of a node is checked against.
struct MemoryFence {
    let seat: NodeSeat
    /// The starts of lives that the node believes to be the home of, each with the epoch in which it became that.
    let homes: [LiveSessionID: Int64]
    /// True if nothing is checked, for a planted bug.
    var isDown = false
    /// True if a commit does not read whether gifting is halted, for a planted bug.
    var isBlind = false
}

// MARK: - The fence

extension MemoryTables {
    /// Whether a node may write.
    func isServing(_ seat: NodeSeat) -> Bool {
        nodes.contains { $0.seat == seat && $0.state == .serving }
    }

    /// Whether a write is for a live that is another node's, or nobody's. A live that has ended has no home.
    func isMoved(_ write: StorageWrite) -> Bool {
        guard let fence, !fence.isDown, let start = write.writtenAtHome, let index = roomIndex[start] else {
            return false
        }
        let room = rooms[index]
        guard room.record.endedAt == nil else { return false }
        return room.home != fence.seat.slot || room.epoch != fence.homes[start]
    }
}

// MARK: - What the auditor looks for

extension MemoryTables {
    /// Notes what was kept for a node that was not the home of its live by then. The fence has no part in this look.
    mutating func noteStrays(
        _ writes: [StorageWrite], _ outcomes: [StorageOutcome], of fence: MemoryFence, before: MemoryTables
    ) {
        for (write, outcome) in zip(writes, outcomes) where outcome.tookEffect {
            guard let start = write.writtenAtHome, let index = before.roomIndex[start] else { continue }
            let room = before.rooms[index]
            guard room.record.endedAt == nil else { continue }
            if room.home != fence.seat.slot || room.epoch != fence.homes[start] {
                strays.append("the node \(fence.seat) has changed \(start), which had another home by then")
            }
        }
    }
}

// MARK: - Joining and leaving

extension MemoryTables {
    /// Has a node join; see `PostgresAccess.join`.
    mutating func join(_ name: String, at now: Int64) throws -> NodeSeat {
        if let known = nodes.first(where: { $0.name == name }), known.state == .serving, known.hasSession {
            throw StorageError("Another server with the name \"\(name)\" runs on the database.")
        }
        let old =
            nodes.firstIndex { $0.name == name } ?? nodes.firstIndex { $0.state == .gone }
        var node = MemoryNode(seat: NodeSeat(slot: Int64(nodes.count) + 1, incarnation: 1), name: name, renewedAt: now)
        if let old {
            node.seat = NodeSeat(slot: nodes[old].seat.slot, incarnation: nodes[old].seat.incarnation + 1)
            giveUpRooms(of: node.seat.slot)
            nodes[old] = node
        } else {
            nodes.append(node)
        }
        return node.seat
    }

    /// Renews a lease. Returns false if the node is gone.
    mutating func renew(_ seat: NodeSeat, at now: Int64) -> Bool {
        guard isServing(seat), let index = nodes.firstIndex(where: { $0.seat == seat }) else { return false }
        nodes[index].renewedAt = now
        nodes[index].hasSession = true
        return true
    }

    /// The session of a node is over.
    mutating func endSession(of seat: NodeSeat) {
        if let index = nodes.firstIndex(where: { $0.seat == seat }) { nodes[index].hasSession = false }
    }

    /// A node has left, or is fenced: nothing of it is kept any more, and its lives are nobody's.
    mutating func endPlace(of seat: NodeSeat) {
        guard isServing(seat), let index = nodes.firstIndex(where: { $0.seat == seat }) else { return }
        nodes[index].state = .gone
        nodes[index].hasSession = false
        giveUpRooms(of: seat.slot)
    }

    private mutating func giveUpRooms(of slot: Int64) {
        for index in rooms.indices where rooms[index].home == slot && rooms[index].record.endedAt == nil {
            rooms[index].home = nil
            rooms[index].epoch += 1
        }
    }

    /// Fences the nodes that are gone, and ends the sessions of those that are frozen. Returns those that it fenced.
    @discardableResult
    mutating func fenceLost(besides own: NodeSeat, at now: Int64) -> [NodeSeat] {
        var fenced: [NodeSeat] = []
        for node in nodes where node.state == .serving && node.seat != own {
            let age = now - node.renewedAt
            if !node.hasSession, age > MemoryDatabase.lateMilliseconds {
                endPlace(of: node.seat)
                fenced.append(node.seat)
            } else if node.hasSession, age > MemoryDatabase.expiryMilliseconds {
                endSession(of: node.seat)
            }
        }
        return fenced
    }
}

// MARK: - Homes

extension MemoryTables {
    /// Makes a node the home of lives that nobody runs. Returns them and their epochs.
    mutating func claim(
        _ limit: Int, for seat: NodeSeat, at now: Int64
    ) throws -> [(room: ClaimedRoom, epoch: Int64)] {
        guard isServing(seat) else { throw MemoryDatabase.goneError }
        let homeless = rooms.indices.filter { rooms[$0].home == nil && rooms[$0].record.endedAt == nil }
        return homeless.prefix(max(0, limit)).map { index in
            rooms[index].home = seat.slot
            rooms[index].epoch += 1
            rooms[index].seqBase = SeqBase.next(at: Timestamp(milliseconds: now), after: rooms[index].seqBase)
            return (ClaimedRoom(record: rooms[index].record, seqBase: rooms[index].seqBase), rooms[index].epoch)
        }
    }

    /// Makes lives of a node nobody's.
    mutating func release(_ starts: [LiveSessionID], of seat: NodeSeat) throws {
        guard isServing(seat) else { throw MemoryDatabase.goneError }
        for index in starts.compactMap({ roomIndex[$0] })
        where rooms[index].home == seat.slot && rooms[index].record.endedAt == nil {
            rooms[index].home = nil
            rooms[index].epoch += 1
        }
    }

    /// Which node runs a live that is on.
    func home(of liveID: LiveID) -> LiveHome? {
        guard let room = openRoom(liveID) else { return nil }
        let seat = room.home.flatMap { slot in nodes.first { $0.seat.slot == slot }?.seat }
        return LiveHome(sessionID: room.record.info.sessionID, node: seat, epoch: room.epoch)
    }

    /// The start of a live that is on, as a node sees it; the only one, where `slot` is nil.
    func openStart(of liveID: LiveID, for slot: Int64?) -> OpenStart? {
        guard let room = openRoom(liveID) else { return nil }
        let home: OpenStart.Home =
            switch room.home {
            case _ where slot == nil: .here
            case nil: .nobody
            case slot: .here
            case let other?: .node(other)
            }
        return OpenStart(sessionID: room.record.info.sessionID, owner: room.record.info.liveOwner.userID, home: home)
    }

    private func openRoom(_ liveID: LiveID) -> StartedRoom? {
        rooms.last { $0.record.info.liveID == liveID && $0.record.endedAt == nil }
    }
}
