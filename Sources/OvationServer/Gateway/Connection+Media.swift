import OvationMedia
import OvationModel
import OvationRules
import OvationWire

extension Connection {
    /// Answers the owner of a live with the address at which to publish its picture.
    func publishMedia(_ frame: CommandFrame, _ actor: RoomActor) {
        guard let liveID = frame.room, let room = node.directory.room(liveID) else {
            return reply(id: frame.id, error: Rejection(.roomNotFound))
        }
        guard let user = actor.user?.userID else { return }
        let id = frame.id
        beginAnswer()
        room.submit(RoomRequest(actor: actor, body: .info, client: client)) { result in
            self.shard.run {
                switch result {
                case .success(.listing(let listing)) where listing.info.liveOwner.userID == user:
                    self.tellPublishing(in: liveID, to: user, id)
                case .failure(let refusal) where refusal.code == .roomNotFound:
                    self.finish(.failure(refusal), id: id)
                // An owner reads his own live, so whose question is refused is not its owner.
                case .success, .failure: self.finish(.failure(Rejection(.ownerRequired)), id: id)
                }
            }
        }
    }

    private func tellPublishing(in liveID: LiveID, to user: UserID, _ id: Int64) {
        let pictures = node.pictures
        switch pictures.configuration.mode {
        case .none: finish(.failure(Rejection(.mediaNotRelayed)), id: id)
        case .relay:
            let limits = pictures.configuration.limits
            let (ticket, expiresAt) = pictures.issueTicket(for: liveID, to: user)
            finish(
                .success(
                    .publishing(
                        MediaPublishing(
                            url: MediaPath(liveID, "publish").text + "?ticket=\(ticket)", expiresAt: expiresAt,
                            bitRateMax: limits.bitRateMax, fragmentSecondsMax: limits.fragmentSecondsMax))), id: id)
        case .external:
            guard let template = pictures.configuration.publishURL else {
                return finish(.failure(Rejection(.mediaNotRelayed)), id: id)
            }
            node.background.submit {
                let key = try? await pictures.keys.key(of: liveID)
                let url = key.flatMap { template.address(live: liveID, key: $0) }
                self.finish(
                    url.map { .success(.publishing(MediaPublishing(url: $0))) }
                        ?? .failure(Rejection(key == nil ? .storageUnavailable : .mediaNotRelayed)), id: id)
            }
        }
    }
}
