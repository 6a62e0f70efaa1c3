import Logging
import OvationMedia
import OvationModel
import OvationObservability
import OvationSupport
import Synchronization

extension RTCDesk {
    /// The number of the room of a start of a live. It follows from the app's secret, so that a server that was started again finds it.
    func room(of session: LiveSessionID) -> UInt64 {
        let hash = Digest.hmacSHA256(Array("room \(session)".utf8), key: roomKey)
        // Numbers of JSON are exact up to 2^53.
        return hash.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) } >> 12 | 1
    }

    /// What lets somebody into a room, or end it. It follows from the room's number, so that a server that was started again can end the
    /// rooms that an earlier one left. No client ever has it.
    func roomSecret(of room: UInt64, for purpose: String) -> String {
        Digest.hexadecimal(Digest.hmacSHA256(Array("\(purpose) \(room)".utf8), key: roomKey).prefix(16))
    }

    /// Makes the room of a start where it has none.
    func makeRoom(_ live: LiveID, _ session: LiveSessionID, by handle: JanusLink.Handle) async throws(JanusFailure) {
        guard !state.withLock({ $0.rooms.contains(session) }) else { return }
        var body = JanusRequest.Body("create")
        body.room = room(of: session)
        body.description = Self.roomDescription
        body.adminKey = configuration.janusSecret
        body.secret = roomSecret(of: room(of: session), for: "secret")
        body.pin = roomSecret(of: room(of: session), for: "pin")
        body.isPrivate = true
        body.permanent = false
        // The one who is seen, one who takes over, and one whose end Janus has not noticed yet.
        body.publishers = 3
        if bitRateMax > 0 {
            body.bitrate = bitRateMax
            body.bitrateCap = true
        }
        body.audiocodec = "opus"
        body.videocodec = configuration.videoCodecs.joined(separator: ",")
        body.notifyJoining = false
        // What is handed on to the relay needs a key frame where a fragment begins.
        if configuration.forwardsMax > 0 { body.firFreq = 1 }
        do {
            _ = try await link.ask(body, handle)
        } catch {
            // 427: it is there. A server that was started again made it before.
            guard case .refused(427, _) = error else { throw error }
        }
        state.withLock { state in
            state.rooms.insert(session)
            state.made.insert(session)
        }
        // A live that ended meanwhile has found no room to end.
        if pictures.start(of: live)?.session != session {
            let isMade = state.withLock { state in
                state.rooms.remove(session)
                return state.made.remove(session) != nil
            }
            if isMade { await destroyRoom(of: session) }
            throw .away
        }
    }

    /// By this, rooms of ours are known at Janus.
    private static let roomDescription = "ovation"

    func destroyRoom(of session: LiveSessionID) async {
        await withHandle { handle in await self.destroy(self.room(of: session), by: handle) }
    }

    private func destroy(_ room: UInt64, by handle: JanusLink.Handle) async {
        var body = JanusRequest.Body("destroy")
        body.room = room
        body.secret = roomSecret(of: room, for: "secret")
        _ = try? await link.ask(body, handle)
    }

    /// With a new session, nothing is known of the rooms of an earlier one: each is made when it is next needed, or found there.
    func forgetRooms() async { state.withLock { $0.rooms = [] } }

    /// Ends rooms that a server left which was killed. They have our mark and nobody in them, and no live here made them.
    ///
    /// A room whose publishers Janus still waits for is ended by a later call. One that another server of this app has just made is made
    /// again by that server. Janus tells its private rooms only where `admin_key` of VideoRoom is its `api_secret`, as in Deploy/janus.
    func tidyRooms() async {
        await withHandle { handle in
            var body = JanusRequest.Body("list")
            body.adminKey = self.configuration.janusSecret
            guard let list = try? await self.link.ask(body, handle).plugindata?.data?.list else { return }
            let known = self.state.withLock { Set($0.made.map { self.room(of: $0) }) }
            let left = list.filter {
                $0.description == Self.roomDescription && $0.participants == 0 && !known.contains($0.room)
            }
            for room in left.prefix(Self.tidyRoomsMax) { await self.destroy(room.room, by: handle) }
            if !left.isEmpty {
                self.logger.info(
                    "rooms that an earlier server left at Janus were ended",
                    metadata: [LogKeys.mediaServer: "janus"])
            }
        }
    }

    /// Rooms that are ended in one go.
    private static let tidyRoomsMax = 100

    private func withHandle(_ body: (JanusLink.Handle) async -> Void) async {
        guard let handle = try? await link.attach() else { return }
        await body(handle)
        try? await link.detach(handle)
    }
}
