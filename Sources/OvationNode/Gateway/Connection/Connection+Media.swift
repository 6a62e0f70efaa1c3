import OvationBackend
import OvationHTTP
import OvationMedia
import OvationModel
import OvationPictures
import OvationRules
import OvationStorage
import OvationWire

extension Connection {
    /// Answers the owner of a live with the address at which to publish its picture.
    func publishMedia(_ frame: CommandFrame, _ actor: RoomActor) {
        asOwner(frame, actor, with: MediaPublishing.self) { $0.publishing(in: $1, $2) }
    }

    /// Answers the owner of a live with how an encoder publishes, and what became of those who tried.
    func tellEncoder(_ frame: CommandFrame, _ actor: RoomActor) {
        asOwner(frame, actor, with: EncoderSetup.self) { $0.encoderSetup(in: $1, $2) }
    }

    /// Answers a user with a ticket to test their uplink with.
    func giveUplinkTicket(to user: UserID, _ id: Int64) {
        guard node.services.pictures.configuration.mode != .none else {
            return reply(id: id, error: Rejection(.mediaNotRelayed))
        }
        if let refusal = node.rates.refusal(ofUplinkTestBy: user) { return reply(id: id, error: refusal) }
        let ticket = node.services.uplinkTickets.issue(to: user)
        reply(
            id: id,
            ok: WireJSON.bytes(
                UplinkTesting(
                    url: ticket.path, expiresAt: ticket.expiresAt, bytesMax: node.limits.uplinkTestBytesMax)))
    }

    /// Answers a command that is for the owner of a live alone.
    private func asOwner<Answer: Encodable & Sendable>(
        _ frame: CommandFrame, _ actor: RoomActor, with type: Answer.Type,
        _ work: @escaping @Sendable (Node, LiveID, @escaping @Sendable (Result<Answer, Rejection>) -> Void) -> Void
    ) {
        guard let liveID = frame.room, let room = room(liveID) else {
            return reply(id: frame.id, error: Rejection(.roomNotFound))
        }
        guard let user = actor.user?.userID else { return }
        answer(frame.id, with: type) { [node, client] answer in
            room.ask(.info, as: actor, from: client) { result in
                switch result {
                case .success(let listing) where listing.info.liveOwner.userID == user: work(node, liveID, answer)
                case .failure(let refusal) where refusal.code == .roomNotFound || refusal.code.isTemporary:
                    answer(.failure(refusal))
                // An owner may read their own live, so a caller whose question is refused is not its owner.
                case .success, .failure: answer(.failure(Rejection(.ownerRequired)))
                }
            }
        }
    }
}

extension Node {
    /// Answers where the owner of a live publishes its picture. The answer comes at once or from a task.
    fileprivate func publishing(
        in liveID: LiveID, _ answer: @escaping @Sendable (Result<MediaPublishing, Rejection>) -> Void
    ) {
        switch services.pictures.configuration.mode {
        case .none: answer(.failure(Rejection(.mediaNotRelayed)))
        case .relay:
            services.background.submit { [pictures = services.pictures] in
                let limits = pictures.configuration.limits
                guard let ticket = try? await pictures.issueTicket(for: liveID) else {
                    return answer(.failure(Rejection(.storageUnavailable)))
                }
                answer(
                    .success(
                        MediaPublishing(
                            url: MediaPath(liveID, "publish").text + "?ticket=\(ticket.text)",
                            expiresAt: ticket.expiresAt, bitRateMax: limits.bitRateMax,
                            fragmentSecondsMax: limits.fragmentSecondsMax)))
            }
        case .external:
            guard let template = services.pictures.configuration.publishURL else {
                return answer(.failure(Rejection(.mediaNotRelayed)))
            }
            services.background.submit { [keys = services.streamKeys] in
                let key = try? await keys.key(of: liveID)
                let url = key.flatMap { template.address(live: liveID, key: $0) }
                answer(
                    url.map { .success(MediaPublishing(url: $0)) }
                        ?? .failure(Rejection(key == nil ? .storageUnavailable : .mediaNotRelayed)))
            }
        }
    }

    /// Answers how an encoder publishes the picture of a live. The answer comes from a task, for the key is read or made.
    fileprivate func encoderSetup(
        in liveID: LiveID, _ answer: @escaping @Sendable (Result<EncoderSetup, Rejection>) -> Void
    ) {
        let (pictures, keys) = (services.pictures, services.streamKeys)
        guard pictures.configuration.mode != .none else { return answer(.failure(Rejection(.mediaNotRelayed))) }
        services.background.submit {
            guard let key = try? await keys.key(of: liveID) else {
                return answer(.failure(Rejection(.storageUnavailable)))
            }
            answer(.success(pictures.encoderSetup(of: liveID, key)))
        }
    }
}
