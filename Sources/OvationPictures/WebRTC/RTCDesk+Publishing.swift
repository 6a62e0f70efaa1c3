import Logging
import OvationMedia
import OvationModel
import OvationObservability
import OvationSupport
import Synchronization

/// What somebody is answered who began to publish or to watch.
struct RTCBeginning: Sendable {
    /// The name of the resource, in its `Location`.
    let name: String
    /// Its `ETag`, with the quotation marks.
    let tag: String
    /// Janus's answer to an offer, or its offer to a viewer.
    let description: String
}

extension RTCDesk {
    /// Begins to publish, for somebody who may.
    func publish(
        _ live: LiveID, _ start: LiveStart, offer: SessionDescription, bearer: String
    ) async throws(RTCRefusal) -> RTCBeginning {
        let now = clock.monotonic()
        let taken = state.withLock { state in
            let taken = state.places.takePublisher(live, start.session, at: now)
            metrics.places(state.places)
            return taken
        }
        guard let taken else {
            throw RTCRefusal(
                .rtcFull, status: 503, "The server takes at most \(configuration.publishersMax) publishers by WebRTC.")
        }
        // Two places were never given out at once for one newcomer; what belonged to the earlier one goes.
        if let replaced = taken.replaced { forget(replaced) }
        let resource = Resource(
            number: taken.place.number, kind: .publisher, live: live, session: start.session,
            bearer: Digest.sha256(Array(bearer.utf8)), tag: makeTag(), description: offer,
            candidateCount: offer.candidateCount)
        let name = try note(resource)
        do {
            let answer = try await join(taken.place, name, offer)
            return try begun(taken.place.number, name, answer)
        } catch {
            throw refuse(error, taken.place.number)
        }
    }

    private func join(
        _ place: RTCPlaces.Place, _ name: String, _ offer: SessionDescription
    ) async throws(JanusFailure) -> String {
        let handle = try await attach(place.number, name)
        try await makeRoom(place.live, place.session, by: handle)
        let feed = ids.next() >> 14 | 1
        let answer = try await janusRoom(of: place.session).send(offer, as: feed, by: handle) {
            () async throws(JanusFailure) in
            state.withLock { state in
                _ = state.rooms.remove(place.session)
            }
            try await makeRoom(place.live, place.session, by: handle)
        }
        let forward = (try? SessionDescription(answer)).map { description in
            Result { () throws(RTPForward.Obstacle) in try RTPForward(answer: description) }
        }
        state.withLock { state in
            state.resources[name]?.feed = feed
            state.resources[name]?.forward = forward
        }
        return SessionDescription.multiplexed(answer)
    }

    // MARK: - Watching

    /// Begins to watch, for somebody who may: Janus's offer is the answer.
    ///
    /// - Parameters:
    ///   - signature: what the viewer's address has as `t`.
    ///   - address: where the viewer connects from. One address has a part of the places.
    func watch(
        _ live: LiveID, _ start: LiveStart, offer: SessionDescription, signature: String?, from address: AddressKey?
    ) async throws(RTCRefusal) -> RTCBeginning {
        let now = clock.monotonic()
        let taken = state.withLock { state -> Result<(RTCPlaces.Place, UInt64), RTCPlaces.ViewerRefusal> in
            defer { metrics.places(state.places) }
            return state.places.takeViewer(of: start.session, from: address?.description, at: now).flatMap { place in
                let feed = place.publisher.flatMap { state.names[$0] }.flatMap { state.resources[$0]?.feed }
                guard let feed else {
                    _ = state.places.end(place.number)
                    return .failure(.noPicture)
                }
                return .success((place, feed))
            }
        }
        let (place, feed): (RTCPlaces.Place, UInt64)
        switch taken {
        case .success(let success): (place, feed) = success
        case .failure(.noPicture):
            throw RTCRefusal(
                .mediaNotThere, status: 404, "The live has no picture by WebRTC at the moment. Take the relay's.")
        case .failure(.full):
            throw RTCRefusal(
                .rtcFull, status: 503,
                "At most \(configuration.viewersMax) watch by WebRTC here (rtc.viewersMax). Take the relay's picture.")
        case .failure(.originIsFull):
            throw RTCRefusal(
                .rtcFull, status: 503,
                "At most an eighth of rtc.viewersMax watch by WebRTC from one address. Take the relay's picture.")
        }
        var resource = Resource(
            number: place.number, kind: .viewer, live: live, session: start.session, bearer: nil, tag: makeTag(),
            description: offer, candidateCount: offer.candidateCount)
        let user = pictures.watcher(of: live, signature: signature)?.user
        resource.gatePlace = pictures.addresses.gate.open(start.session, by: user) { [weak self] _ in
            self?.end(place.number, .removed)
        }
        let name = try note(resource)
        // Written down first and looked at then: a user who is removed meanwhile is found either way.
        if let refusal = pictures.refusal(ofPlaying: live, signature: signature) {
            end(place.number, .removed)
            throw RTCRefusal(refusal)
        }
        do {
            return try begun(place.number, name, try await subscribe(place, name, to: feed))
        } catch {
            throw refuse(error, place.number)
        }
    }

    private func subscribe(
        _ place: RTCPlaces.Place, _ name: String, to feed: UInt64
    ) async throws(JanusFailure) -> String {
        let handle = try await attach(place.number, name)
        return try await janusRoom(of: place.session).take(feed, by: handle)
    }

    /// Takes a viewer's answer to Janus's offer.
    func answer(_ name: String, with answer: SessionDescription) async throws(RTCRefusal) {
        let handle = try state.withLock { state throws(RTCRefusal) -> JanusLink.Handle in
            guard let resource = state.resources[name], let handle = resource.handle else { throw .gone }
            guard !resource.hasAnswered else {
                throw RTCRefusal(.sessionDescriptionRefused, status: 409, "The viewer has answered before.")
            }
            state.resources[name]?.hasAnswered = true
            return handle
        }
        do {
            _ = try await link.ask(
                JanusRequest.Body("start"), handle, jsep: JanusRequest.Description(type: "answer", sdp: answer.text))
        } catch {
            throw RTCRefusal(error)
        }
    }

    // MARK: - Later

    /// Hands on candidates of a client, or restarts its ICE. Returns the server's side of a restart, with the new tag.
    func patch(
        _ name: String, _ fragment: ICEFragment, ifMatch: String
    ) async throws(RTCRefusal) -> (tag: String, fragment: String)? {
        let candidatesMax = configuration.candidatesMax
        let (handle, resource) = try state.withLock { state throws(RTCRefusal) -> (JanusLink.Handle, Resource) in
            guard let resource = state.resources[name], let handle = resource.handle else { throw .gone }
            guard EntityTags.match(ifMatch, resource.tag) else {
                throw RTCRefusal(.rtcPreconditionFailed, status: 412)
            }
            guard resource.candidateCount + fragment.candidates.count <= candidatesMax else {
                throw RTCRefusal(PublishOffer.Mistake.tooManyCandidates)
            }
            state.resources[name]?.candidateCount += fragment.candidates.count
            return (handle, resource)
        }
        let isRestart = fragment.credentials.map { $0 != resource.description.iceCredentials } ?? false
        do {
            if isRestart, resource.kind == .publisher {
                return try await restart(name, resource, handle, with: fragment)
            }
            let candidates = fragment.candidates.map {
                JanusRequest.Candidate(candidate: $0.line, sdpMid: $0.mid ?? resource.firstMid)
            }
            try await link.trickle(candidates, isLast: fragment.isLast, handle)
            return nil
        } catch {
            throw RTCRefusal(error)
        }
    }

    private func restart(
        _ name: String, _ resource: Resource, _ handle: JanusLink.Handle, with fragment: ICEFragment
    ) async throws(JanusFailure) -> (tag: String, fragment: String) {
        let offer = resource.description.restarted(with: fragment)
        let answer = try await link.ask(
            JanusRequest.Body("configure"), handle, jsep: JanusRequest.Description(type: "offer", sdp: offer))
        guard let jsep = answer.jsep, let read = try? SessionDescription(jsep.sdp),
            let text = ICEFragment.text(of: read),
            let renewed = try? SessionDescription(offer)
        else { throw .nonsense }
        let tag = makeTag()
        state.withLock { state in
            state.resources[name]?.tag = tag
            state.resources[name]?.description = renewed
        }
        return (tag, text)
    }

    /// The resource of a name, for somebody who shows the bearer with which it was made.
    func resource(
        _ name: String, _ kind: RTCPlaces.Kind, of live: LiveID, bearer: String?
    ) throws(RTCRefusal) -> Resource {
        let (found, why) = state.withLock { ($0.resources[name], $0.endings[name]) }
        guard let resource = found, resource.kind == kind, resource.live == live else {
            // Who was sent away reads why, so that no two publishers take the live from each other for ever.
            throw why.map { RTCRefusal(sentAway: $0) } ?? .gone
        }
        guard let wanted = resource.bearer else { return resource }
        guard let bearer else { throw .bearerMissing }
        guard Digest.isEqual(Digest.sha256(Array(bearer.utf8)), wanted) else {
            throw RTCRefusal(
                .streamKeyInvalid, status: 403, "This session was begun with another stream key or ticket.")
        }
        return resource
    }

    // MARK: - Parts

    private func makeTag() -> String { "\"\(ids.makeText())\"" }

    /// Writes a resource down, unless its place has ended since it was taken.
    private func note(_ resource: Resource) throws(RTCRefusal) -> String {
        let name = ids.makeText()
        let isThere = state.withLock { state in
            guard state.places[resource.number] != nil else { return false }
            state.resources[name] = resource
            state.names[resource.number] = name
            return true
        }
        guard isThere else {
            if let place = resource.gatePlace { pictures.addresses.gate.closed(place) }
            throw RTCRefusal(.rtcSessionGone, status: 409)
        }
        return name
    }

    /// A place that gave way before its picture came.
    private func forget(_ place: RTCPlaces.Place) {
        let resource = state.withLock { state -> Resource? in
            guard let name = state.names.removeValue(forKey: place.number) else { return nil }
            guard let resource = state.resources.removeValue(forKey: name) else { return nil }
            if let handle = resource.handle { state.handles[handle] = nil }
            state.remember(name, .replaced)
            return resource
        }
        if let resource { clear(resource, place.state, .replaced) }
    }

    private func attach(_ number: UInt64, _ name: String) async throws(JanusFailure) -> JanusLink.Handle {
        let handle = try await link.attach()
        let isWanted = state.withLock { state in
            guard state.resources[name] != nil else { return false }
            state.resources[name]?.handle = handle
            state.handles[handle] = number
            return true
        }
        guard isWanted else {
            // The place ended while Janus made the handle.
            try? await link.detach(handle)
            throw .away
        }
        return handle
    }

    /// Janus has answered. Where the place ended meanwhile, so does what Janus made for it.
    private func begun(_ number: UInt64, _ name: String, _ description: String) throws(JanusFailure) -> RTCBeginning {
        let tag = state.withLock { state -> String? in
            state.places.answered(number) ? state.resources[name]?.tag : nil
        }
        guard let tag else { throw .away }
        return RTCBeginning(name: name, tag: tag, description: description)
    }

    private func refuse(_ failure: JanusFailure, _ number: UInt64) -> RTCRefusal {
        let wasThere = state.withLock { $0.places[number] != nil }
        end(number, .refused)
        logger.notice(
            "Janus did not take somebody who publishes or watches",
            metadata: [LogKeys.mediaServer: "janus", LogKeys.error: "\(failure.sentence)"])
        return wasThere ? RTCRefusal(failure) : RTCRefusal(.rtcSessionGone, status: 409)
    }
}

extension RTCDesk.Resource {
    /// The name of the first medium, which carries the others' connection too.
    var firstMid: String { description.media.first?.value("mid").map(String.init) ?? "0" }
}
