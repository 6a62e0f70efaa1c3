import OvationModel
import OvationRules
import OvationStorage
import Synchronization

/// The part that nodes share.
struct MemoryMember: ClusterStorage {
    let storage: MemoryStorage
    let seat: NodeSeat

    func nodes() async throws -> [ClusterNode] {
        let now = storage.database.now()
        return storage.database.tables.withLock { tables in
            tables.nodes.map { node in
                ClusterNode(
                    seat: node.seat, name: node.name, version: "simulated", state: node.state,
                    leaseAge: .milliseconds(max(0, now - node.renewedAt)))
            }
        }
    }

    func homes(of lives: [LiveID]) async throws -> [LiveID: LiveHome] {
        storage.database.tables.withLock { tables in lives.reduce(into: [:]) { $0[$1] = tables.home(of: $1) } }
    }

    func livesElsewhere(max: Int) async throws -> [RoomInfo] {
        storage.database.tables.withLock { tables in
            let lives = tables.rooms.reversed().filter { $0.record.endedAt == nil && $0.home != seat.slot }
            return lives.prefix(max).map(\.record.info)
        }
    }

    func claimRooms(limit: Int) async throws -> [ClaimedRoom] {
        try claimAtOnce(limit, fencesLost: true).rooms
    }

    /// Claims lives that nobody runs, in this call. Returns them, and the nodes that were found gone.
    ///
    /// - Parameters:
    ///   - fencesLost: Whether nodes that are gone are looked for first.
    ///   - time: By which clock their leases have run out; nil for the database's own.
    func claimAtOnce(
        _ limit: Int, fencesLost: Bool, by time: Int64? = nil
    ) throws -> (rooms: [ClaimedRoom], fenced: [NodeSeat]) {
        let now = storage.database.now()
        let (claimed, fenced) = try storage.database.tables.withLock { tables in
            guard tables.isServing(seat) else { throw MemoryDatabase.goneError }
            let fenced = fencesLost ? tables.fenceLost(besides: seat, at: time ?? now) : []
            return (try tables.claim(limit, for: seat, at: now), fenced)
        }
        storage.homes.withLock { homes in for (room, epoch) in claimed { homes[room.record.info.sessionID] = epoch } }
        return (claimed.map(\.room), fenced)
    }

    func release(_ sessions: [LiveSessionID]) async throws {
        try storage.database.tables.withLock { try $0.release(sessions, of: seat) }
        storage.homes.withLock { homes in for start in sessions { homes[start] = nil } }
    }
}
