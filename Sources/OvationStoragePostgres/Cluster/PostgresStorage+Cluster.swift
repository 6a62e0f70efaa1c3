#if Cluster
    public import OvationModel
    import OvationRules
    public import OvationStorage

    extension PostgresStorage: ClusterStorage {
        /// This storage, where several nodes serve at the same time; see `Storage.cluster`.
        public var cluster: (any ClusterStorage)? { shared == nil ? nil : self }

        /// The place of this node; see `ClusterStorage.seat`.
        public var seat: NodeSeat { place }

        /// Returns all nodes that have joined; see `ClusterStorage.nodes()`.
        public func nodes() async throws -> [ClusterNode] {
            try await read("the nodes") { try ClusterNode.all($0) }
        }

        /// Returns which node runs each of these lives; see `ClusterStorage.homes(of:)`.
        public func homes(of lives: [LiveID]) async throws -> [LiveID: LiveHome] {
            try await read("the homes of lives") { db in
                var homes: [LiveID: LiveHome] = [:]
                try db.forEach(
                    """
                    SELECT live_id, session_id, home_slot, node.incarnation, home_epoch
                    FROM room JOIN room_counter ON room_counter.room = room.id LEFT JOIN node ON node.slot = home_slot
                    WHERE live_id = ANY($1::text[]) AND ended_at IS NULL
                    """, lives.map(\.rawValue)
                ) { row in
                    var seat: NodeSeat?
                    if let slot = try row[2] as Int64?, let incarnation = try row[3] as Int64? {
                        seat = NodeSeat(slot: slot, incarnation: incarnation)
                    }
                    homes[LiveID(unchecked: try row[0])] = LiveHome(
                        sessionID: LiveSessionID(unchecked: try row[1]), node: seat, epoch: try row[4])
                }
                return homes
            }
        }

        /// Makes this node the home of lives that nobody runs; see `ClusterStorage.claimRooms(limit:)`.
        public func claimRooms(limit: Int) async throws -> [ClaimedRoom] {
            do {
                try await shared?.fenceLost()
                let claims = try await writer.claim(limit: limit)
                guard !claims.isEmpty else { return [] }
                let rooms = claims.map(\.room)
                let records = try await read("lives that were claimed") { db in
                    try RoomRecord.all(db, where: "room.id = ANY($1::bigint[])", rooms)
                }
                try await writer.took(rooms)
                let bases = Dictionary(claims.map { ($0.start, $0.seqBase) }) { max($0, $1) }
                return records.filter { $0.endedAt == nil }.compactMap { record in
                    bases[record.info.sessionID].map { ClaimedRoom(record: record, seqBase: $0) }
                }
            } catch {
                throw StorageError.postgres("\(address)", cannot: "claim lives", error)
            }
        }

        /// Returns the lives of other nodes; see `ClusterStorage.livesElsewhere(max:)`.
        public func livesElsewhere(max: Int) async throws -> [RoomInfo] {
            try await read("the lives of other nodes") { [slot] db in
                var lives: [RoomInfo] = []
                try db.forEach(
                    """
                    SELECT live_id, session_id, owner, settings, created_at, viewers
                    FROM room JOIN room_counter ON room_counter.room = room.id
                    WHERE ended_at IS NULL AND home_slot IS DISTINCT FROM $1 ORDER BY viewers DESC, room.id DESC LIMIT $2
                    """, slot, Int64(max)
                ) { row in
                    var info = RoomInfo(
                        liveID: LiveID(unchecked: try row[0]), sessionID: LiveSessionID(unchecked: try row[1]),
                        owner: try StoredJSON.value(UserInfo.self, try row[2], in: "room.owner"),
                        createTime: Timestamp(milliseconds: try row[4]))
                    info.apply(try StoredJSON.value(RoomSettings.self, try row[3], in: "room.settings"))
                    info.totalViewerCount = try row[5]
                    lives.append(info)
                }
                return lives
            }
        }

        /// Says that this node is about to stop; see `ClusterStorage.noteDraining()`.
        public func noteDraining() async throws {
            do { try await shared?.noteDraining() } catch {
                throw StorageError.postgres("\(address)", cannot: "say that this server is being drained", error)
            }
        }

        /// Says how this node is; see `ClusterStorage.tell(_:at:)`.
        public func tell(_ report: NodeReport, at milliseconds: Int64) async throws {
            do { try await shared?.tell(report, at: milliseconds) } catch {
                throw StorageError.postgres("\(address)", cannot: "say how this server is", error)
            }
        }

        /// Becomes the node that audits, or goes on being it; see `ClusterStorage.claimAudits(for:)`.
        public func claimAudits(for time: Duration) async throws -> Bool {
            let milliseconds = Int64(time / .milliseconds(1))
            return try await transact("claim the audits") {
                try $0.claimDuty(PostgresBatch.audits, milliseconds: milliseconds)
            }
        }

        /// Notes that this node is apart from most others; see `ClusterStorage.tellApart(for:)`.
        public func tellApart(for time: Duration) async throws {
            let (name, milliseconds) = (PostgresBatch.apart(slot), Int64(time / .milliseconds(1)))
            try await transact("note that this server is apart") {
                _ = try $0.claimDuty(name, milliseconds: milliseconds)
            }
        }

        /// Gives lives back; see `ClusterStorage.release(_:)`.
        public func release(_ sessions: [LiveSessionID]) async throws {
            guard !sessions.isEmpty else { return }
            do {
                try await writer.release(sessions)
            } catch {
                throw StorageError.postgres("\(address)", cannot: "give lives back", error)
            }
        }
    }
#endif
