import Logging
import OvationMedia
import OvationModel
import OvationObservability
import OvationSupport
import Synchronization

extension RTCDesk {
    /// The number of the room of a start of a live.
    func room(of session: LiveSessionID) -> UInt64 { rooms.picture(of: session) }

    /// What lets somebody into a room, or end it.
    func roomSecret(of room: UInt64, for purpose: String) -> String { rooms.secret(of: room, for: purpose) }

    /// The room of the picture of a start of a live.
    func janusRoom(of session: LiveSessionID) -> JanusRoom { JanusRoom(room(of: session), rooms, at: link) }

    /// Makes the room of a start where it has none.
    func makeRoom(_ live: LiveID, _ session: LiveSessionID, by handle: JanusLink.Handle) async throws(JanusFailure) {
        guard !state.withLock({ $0.rooms.contains(session) }) else { return }
        let bounds = JanusRoom.Bounds(
            // The one who is seen, one who takes over, and one whose end Janus has not noticed yet.
            publishersMax: 3, bitRateMax: bitRateMax, videoCodecs: configuration.videoCodecs,
            // What is handed on to the relay needs a key frame where a fragment begins.
            asksForKeyFrames: configuration.forwardsMax > 0)
        try await janusRoom(of: session).make(bounds, adminKey: configuration.janusSecret, by: handle)
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

    func destroyRoom(of session: LiveSessionID) async { await destroyRoom(room(of: session)) }

    /// Ends a room at Janus, with whom it has.
    func destroyRoom(_ room: UInt64) async { await withHandle { handle in await self.destroy(room, by: handle) } }

    private func destroy(_ room: UInt64, by handle: JanusLink.Handle) async {
        var body = JanusRequest.Body("destroy")
        body.room = room
        body.secret = roomSecret(of: room, for: "secret")
        _ = try? await link.ask(body, handle)
    }

    /// With a new session, nothing is known of the rooms of an earlier one: each is made when it is next needed, or found there.
    func forgetRooms() async {
        state.withLock { $0.rooms = [] }
        seats?.forgetRooms()
    }

    /// Ends rooms that a server left which was killed. They have our mark and nobody in them, and no live here made them.
    ///
    /// A room whose publishers Janus still waits for is ended by a later call. One that another server of this app has just made is made
    /// again by that server. Janus tells its private rooms only where `admin_key` of VideoRoom is its `api_secret`, as in Deploy/janus.
    func tidyRooms() async {
        await withHandle { handle in
            var body = JanusRequest.Body("list")
            body.adminKey = self.configuration.janusSecret
            guard let list = try? await self.link.ask(body, handle).plugindata?.data?.list else { return }
            let pictures = self.state.withLock { Set($0.made.map { self.room(of: $0) }) }
            let known = pictures.union(self.seats?.rooms ?? [])
            let left = list.filter {
                $0.description == RTCRooms.description && $0.participants == 0 && !known.contains($0.room)
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
