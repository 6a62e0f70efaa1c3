import Logging
import OvationMedia
import OvationModel
import OvationObservability
import OvationSupport
import Synchronization

extension RTCSeatDesk {
    /// A user in a seat begins to send. Nobody can take them before Janus has closed what their seat keeps closed.
    func send(
        _ live: LiveID, _ start: LiveStart, _ user: UserID, offer: SessionDescription
    ) async throws(RTCRefusal) -> RTCBeginning {
        let session = start.session
        let resource = try begin(live, offer) { seats, now in
            seats.send(session, user, openness: pictures.rtc.openness(of: user, in: session), at: now)
        }
        do throws(JanusFailure) {
            let answer = try await join(resource, live, session, offer)
            repeat { try await close(resource.number) } while try !isAnswered(resource.number)
            return RTCBeginning(name: resource.name, tag: resource.tag, description: answer)
        } catch {
            throw refuse(error, resource)
        }
    }

    /// A user in a seat begins to take what another one sends: Janus's offer is the answer.
    ///
    /// - Parameter offer: an offer that receives, as WHEP has it. Nothing of it is used but the number of its candidates.
    func take(
        _ other: UserID, _ live: LiveID, _ start: LiveStart, _ user: UserID, offer: SessionDescription
    ) async throws(RTCRefusal) -> RTCBeginning {
        let session = start.session
        let resource = try begin(live, offer) { seats, now in
            let isSeated = pictures.rtc.openness(of: user, in: session) != nil
            return seats.take(other, session, user, isSeated: isSeated, at: now)
        }
        do throws(JanusFailure) {
            let offered = try await subscribe(resource, session)
            guard try isAnswered(resource.number) else { throw .away }
            return RTCBeginning(name: resource.name, tag: resource.tag, description: offered)
        } catch {
            throw refuse(error, resource)
        }
    }

    // MARK: - Later

    /// The resource of a name, for the user whose it is.
    func resource(_ name: String, of live: LiveID, _ user: UserID) throws(RTCRefusal) -> Resource {
        guard let resource = state.withLock({ $0.resources[name] }), resource.live == live else { throw .gone }
        guard resource.user == user else {
            throw RTCRefusal(.seatTicketInvalid, status: 403, "This session is another user's.")
        }
        return resource
    }

    /// Takes a taker's answer to Janus's offer.
    func answer(_ name: String, with answer: SessionDescription) async throws(RTCRefusal) {
        let handle = try state.withLock { state throws(RTCRefusal) -> JanusLink.Handle in
            guard let resource = state.resources[name], let handle = resource.handle else { throw .gone }
            guard resource.kind == .taker, !resource.hasAnswered else {
                throw RTCRefusal(.sessionDescriptionRefused, status: 409, "The session needs no answer any more.")
            }
            state.resources[name]?.hasAnswered = true
            return handle
        }
        let description = JanusRequest.Description(type: "answer", sdp: answer.text)
        try await ask { [link] () async throws(JanusFailure) in
            _ = try await link.ask(JanusRequest.Body("start"), handle, jsep: description)
        }
    }

    /// Hands on candidates of a client.
    func trickle(_ name: String, _ fragment: ICEFragment) async throws(RTCRefusal) {
        let candidatesMax = configuration.candidatesMax
        let (handle, mid) = try state.withLock { state throws(RTCRefusal) -> (JanusLink.Handle, String) in
            guard let resource = state.resources[name], let handle = resource.handle else { throw .gone }
            guard resource.candidateCount + fragment.candidates.count <= candidatesMax else {
                throw RTCRefusal(PublishOffer.Mistake.tooManyCandidates)
            }
            state.resources[name]?.candidateCount += fragment.candidates.count
            return (handle, resource.firstMid)
        }
        let candidates = fragment.candidates.map {
            JanusRequest.Candidate(candidate: $0.line, sdpMid: $0.mid ?? mid)
        }
        try await ask { [link] () async throws(JanusFailure) in
            try await link.trickle(candidates, isLast: fragment.isLast, handle)
        }
    }

    /// Has a taker get the picture, or the voice alone.
    func show(_ name: String, hasPicture: Bool) async throws(RTCRefusal) {
        let (handle, mid) = try state.withLock { state throws(RTCRefusal) -> (JanusLink.Handle, String?) in
            guard let resource = state.resources[name], let handle = resource.handle, resource.kind == .taker else {
                throw .gone
            }
            return (handle, resource.mids["video"])
        }
        // Who sends no picture has none to be left out.
        guard let mid else { return }
        var body = JanusRequest.Body("configure")
        body.streams = [JanusRequest.Body.Stream(mid: mid, send: hasPicture)]
        let asked = body
        try await ask { [link] () async throws(JanusFailure) in _ = try await link.ask(asked, handle) }
    }

    private func ask(_ work: () async throws(JanusFailure) -> Void) async throws(RTCRefusal) {
        do {
            try await work()
        } catch {
            throw RTCRefusal(error)
        }
    }

    // MARK: - Parts

    /// Takes a connection, ends what it replaces, and writes its resource down.
    private func begin(
        _ live: LiveID, _ offer: SessionDescription,
        _ take: (inout RTCSeats, Timestamp) -> Result<RTCSeats.Beginning, RTCSeats.Refusal>
    ) throws(RTCRefusal) -> Resource {
        let (name, tag, now) = (ids.makeText(), "\"\(ids.makeText())\"", pictures.clock.monotonic())
        let begun = state.withLock { state -> Result<(Resource, [Resource]), RTCSeats.Refusal> in
            take(&state.seats, now).map { beginning in
                let (connection, ended) = beginning
                let gone = remove(ended, &state)
                let resource = Resource(
                    number: connection.number, kind: connection.kind, live: live, user: connection.user, name: name,
                    tag: tag, firstMid: offer.media.first?.value("mid").map(String.init) ?? "0",
                    candidateCount: offer.candidateCount)
                state.resources[name] = resource
                state.names[connection.number] = name
                return (resource, gone)
            }
        }
        switch begun {
        case .success(let (resource, gone)):
            finish(gone, .replaced, first: gone.first?.number)
            return resource
        case .failure(let refusal): throw RTCRefusal(refusal, connectionsMax: configuration.seatConnectionsMax)
        }
    }

    private func attach(_ resource: Resource) async throws(JanusFailure) -> JanusLink.Handle {
        let handle = try await link.attach()
        let isWanted = state.withLock { state in
            guard state.resources[resource.name] != nil else { return false }
            state.resources[resource.name]?.handle = handle
            state.handles[handle.id] = resource.number
            return true
        }
        guard isWanted else {
            // The connection ended while Janus made the handle.
            giveBack(handle)
            throw .away
        }
        return handle
    }

    private func join(
        _ resource: Resource, _ live: LiveID, _ session: LiveSessionID, _ offer: SessionDescription
    ) async throws(JanusFailure) -> String {
        let handle = try await attach(resource)
        try await makeRoom(live, session, by: handle)
        let feed = ids.next() >> 14 | 1
        let answer = try await room(of: session).send(offer, as: feed, by: handle) { () async throws(JanusFailure) in
            state.withLock { state in
                _ = state.rooms.remove(session)
            }
            try await makeRoom(live, session, by: handle)
        }
        guard let read = try? SessionDescription(answer) else { throw .nonsense }
        state.withLock { state in
            state.resources[resource.name]?.feed = feed
            state.resources[resource.name]?.mids = read.midsByKind
        }
        return answer
    }

    private func subscribe(_ resource: Resource, _ session: LiveSessionID) async throws(JanusFailure) -> String {
        let handle = try await attach(resource)
        let feed = state.withLock { state in
            state.seats[resource.number]?.sender.flatMap { state.names[$0] }.flatMap { state.resources[$0]?.feed }
        }
        guard let feed else { throw .away }
        let offer = try await room(of: session).take(feed, by: handle)
        guard let read = try? SessionDescription(offer) else { throw .nonsense }
        state.withLock { state in
            state.resources[resource.name]?.mids = read.midsByKind
            state.resources[resource.name]?.firstMid = read.media.first?.value("mid").map(String.init) ?? "0"
        }
        return offer
    }

    /// The room of the seats of a start of a live.
    private func room(of session: LiveSessionID) -> JanusRoom {
        JanusRoom(roomNames.seats(of: session), roomNames, at: link)
    }

    /// Makes the room of the seats of a start where it has none.
    private func makeRoom(
        _ live: LiveID, _ session: LiveSessionID, by handle: JanusLink.Handle
    ) async throws(JanusFailure) {
        guard !state.withLock({ $0.rooms.contains(session) }) else { return }
        let bounds = JanusRoom.Bounds(
            // Who sends is bounded here, before Janus is asked. Those whose end Janus has not noticed yet count there, too.
            publishersMax: configuration.seatConnectionsMax, bitRateMax: configuration.seatBitRateMax,
            videoCodecs: RTCConfiguration.seatVideoCodecs)
        try await room(of: session).make(bounds, adminKey: configuration.janusSecret, by: handle)
        state.withLock { state in
            state.rooms.insert(session)
            state.made.insert(session)
        }
        // A live that ended meanwhile has found no room to end.
        guard pictures.start(of: live)?.session != session else { return }
        let isMade = state.withLock { state in
            state.rooms.remove(session)
            return state.made.remove(session) != nil
        }
        if isMade { giveBack(roomOf: session) }
        throw .away
    }

    /// Whether Janus has answered, and has closed what it is to close. Where it is not so yet, Janus is to be asked once more.
    ///
    /// - Throws: where the connection has ended meanwhile.
    private func isAnswered(_ number: UInt64) throws(JanusFailure) -> Bool {
        let (isThere, isAnswered) = state.withLock { state in
            (state.seats[number] != nil, state.seats.answered(number))
        }
        guard isThere else { throw .away }
        return isAnswered
    }

    private func refuse(_ failure: JanusFailure, _ resource: Resource) -> RTCRefusal {
        let wasThere = state.withLock { $0.seats[resource.number] != nil }
        end(resource.number, .refused)
        logger.notice(
            "Janus did not take a user in a seat",
            metadata: [
                LogKeys.roomID: "\(resource.live)", LogKeys.mediaServer: "janus", LogKeys.error: "\(failure.sentence)",
            ])
        return wasThere ? RTCRefusal(failure) : RTCRefusal(.rtcSessionGone, status: 409)
    }
}

extension SessionDescription {
    /// The names of the media, by their kinds.
    fileprivate var midsByKind: [String: String] {
        let named = media.compactMap { medium in medium.value("mid").map { (medium.kind, String($0)) } }
        return Dictionary(named) { first, _ in first }
    }
}
