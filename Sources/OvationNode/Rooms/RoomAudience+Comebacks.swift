import NIOCore
import OvationModel
import OvationObservability
import OvationRules
import OvationStorage
import OvationSupport
import OvationWire

/// Sessions that come back: what is true of them, and how they are answered.
extension RoomAudience {
    /// The state of the live, and of a session that comes back to it.
    ///
    /// - Parameter asksApp: whether the app's backend decides on entries. It does not decide on the owner's.
    func standing(of back: Comeback, isEnding: Bool, asksApp: Bool) -> Comeback.Standing {
        let place = admission.places[back.origin.session]
        let isIn = rules.room.isMember(back.user) && rules.room.user(of: back.origin.session) == back.user
        let isBeingRemoved = rules.room.isBeingRemoved(back.user)
        return Comeback.Standing(
            start: store.start, isOver: rules.room.isEnded, isEnding: isEnding, told: broadcast.durable,
            since: isIn ? place?.since : nil, isBeingRemoved: isBeingRemoved,
            userSince: admission.since(of: rules.room.sessions(of: back.user)),
            asksApp: asksApp && back.user != rules.room.info.liveOwner.userID)
    }

    /// The rules have admitted a comeback, or refused it.
    func admitted(_ back: inout Comeback, _ rejection: Rejection?) -> Comeback.Step {
        if let rejection {
            releaseUnlessPresent(back.origin)
            return back.notAdmitted(rejection, told: broadcast.durable)
        }
        // What waits for the tick belongs to what was missed.
        flushGathered()
        return back.admitted(to: broadcast)
    }

    /// Reads the next missed events of a comeback. It gets no answer when its client has gone: the client comes back over another
    /// connection, or later.
    func read(
        _ missed: StoredReplay, upTo told: Int64, for back: Comeback,
        _ done: @escaping @Sendable (StoredReplay?) -> Void
    ) {
        let wish = ReadingWish()
        readings[back.origin.session] = wish
        store.readOn(
            missed, upTo: told, epoch: broadcast.epoch, bytesMax: back.bytesMax, while: { wish.holds }
        ) { replay in
            guard wish.holds else { return }
            self.readings[back.origin.session] = nil
            done(replay)
        }
    }

    /// Carries out the last step of a comeback, which concerns only its own session.
    func carryOut(_ answer: Comeback.Answer, of back: Comeback) {
        let connection = back.origin.connection
        switch answer {
        case .joinAnew, .goOn: break
        default: releaseUnlessPresent(back.origin)
        }
        switch answer {
        case .tellEarlierStart:
            edges.tell(.resumeEnded(connection, back.position, bytesMax: back.bytesMax), at: connection.edge)
        case .joinAnew:
            store.services.metrics.resumed(recovered: false)
            letInKept(Entrant(back.origin, .resume(frames: ByteBuffer(), recovered: false)), back.user)
        case .goOn(let missed, let recovered):
            store.services.metrics.resumed(recovered: recovered)
            letInAtOnce(Entrant(back.origin, .resume(frames: missed, recovered: recovered)))
        case .refuse(let rejection, let missed):
            edges.tell(
                .refuseResume(connection, rejection, frames: missed, of: store.liveID), at: connection.edge)
        case .tellPart(let missed):
            let membership = RoomJoined(back.user, in: rules.room, broadcast, created: false, at: now)
            edges.tell(.resumedInPart(connection, back.position, membership, frames: missed), at: connection.edge)
        case .sendBack: edges.tell(.sendBack(connection), at: connection.edge)
        }
    }
}
