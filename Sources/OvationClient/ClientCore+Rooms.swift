import Foundation
import NIOCore
import OvationModel
import OvationWire

/// The lives that the client is in.
extension ClientCore {
    /// How many abandoned joins are remembered. No server answers more of them late.
    private static let abandonedEntersMax = 64

    /// Enters a live. It completes when both the reply and the snapshot have arrived.
    func enter(_ liveID: LiveID, _ command: Command, complete: @escaping (Result<EnteredRoom, Rejection>) -> Void) {
        // Joining twice has the same effect as joining once, so a join can be sent again. A repeated create might carry settings that are
        // out of date, so it fails when the connection is lost.
        let isJoin = command == .roomJoin
        var isRepeatable = isJoin
        if case .roomCreate(let create) = command, create.isMeeting == true { isRepeatable = true }
        // While `submit` runs, the waiter does not exist yet. Only a refusal can come that early, not an answer.
        var refused: Rejection?
        var own: Int64?
        let id = submit(command, room: isJoin ? liveID : nil, onLoss: isRepeatable ? .resend : .fail) {
            [unowned self] outcome in
            guard let own else {
                if case .failure(let rejection) = outcome.result { refused = rejection }
                return
            }
            self.entered(own, outcome)
        }
        guard let id else {
            complete(.failure(refused ?? Rejection(.failed)))
            return
        }
        own = id
        enters.append(
            EnterWaiter(commandID: id, liveID: liveID, deadline: clock.now + requestTimeout, complete: complete))
    }

    /// Handles the reply to a command that enters a live.
    private func entered(_ id: Int64, _ outcome: CommandOutcome) {
        guard let index = enters.firstIndex(where: { $0.commandID == id }) else { return }
        let liveID = enters[index].liveID
        switch outcome.result {
        case .failure(let rejection):
            if case .unanswered(_, wasSent: true) = outcome { abandon(id, liveID) }
            enters.remove(at: index).complete(.failure(rejection))
        case .success(let bytes):
            guard let membership = try? ServerFrame.decodeOK(RoomJoined.self, from: bytes) else {
                enters.remove(at: index).complete(.failure(Rejection(.invalidReply)))
                return
            }
            enters[index].membership = membership
            let early = enters[index].early.take()
            if rooms[liveID]?.enter(membership) == nil { rooms[liveID] = EventFilter(entering: membership) }
            if let early { received(.roomSnapshot(early.snapshot), at: early.place, in: liveID) }
            completeEnters(of: liveID)
        }
    }

    private func completeEnters(of liveID: LiveID) {
        var complete: [() -> Void] = []
        enters.removeAll { waiter in
            guard waiter.liveID == liveID, let membership = waiter.membership, let snapshot = waiter.snapshot else {
                return false
            }
            complete.append { waiter.complete(.success(EnteredRoom(membership: membership, snapshot: snapshot))) }
            return true
        }
        complete.forEach { $0() }
    }

    private func failEnters(of liveID: LiveID, _ rejection: Rejection) {
        let failed = enters.filter { $0.liveID == liveID && $0.membership != nil }
        enters.removeAll { $0.liveID == liveID && $0.membership != nil }
        for waiter in failed { waiter.complete(.failure(rejection)) }
    }

    /// Gives up on snapshots that do not arrive. It also leaves the live, because the caller learns that entering failed.
    func expireEnters(at now: NIODeadline) {
        // Waiters without a membership end with their command's own timeout.
        let expired = enters.filter { $0.deadline <= now && $0.membership != nil }
        enters.removeAll { $0.deadline <= now }
        for waiter in expired {
            rooms[waiter.liveID] = nil
            leaveQuietly(waiter.liveID)
            waiter.complete(.failure(Rejection(.networkUnavailable, "The live's snapshot did not come in time.")))
        }
    }

    private func abandon(_ id: Int64, _ liveID: LiveID) {
        guard abandonedEnters.count < Self.abandonedEntersMax else { return }
        abandonedEnters[id] = liveID
    }

    /// Handles an answer that nobody waits for. If it belongs to an abandoned join, the live is left again.
    func answered(abandonedEnter id: Int64, _ result: Result<Data, Rejection>) {
        guard let liveID = abandonedEnters.removeValue(forKey: id), case .success = result, rooms[liveID] == nil,
            !enters.contains(where: { $0.liveID == liveID })
        else { return }
        leaveQuietly(liveID)
    }

    private func leaveQuietly(_ liveID: LiveID) {
        submit(.roomLeave, room: liveID, onLoss: .fail) { _ in }
    }

    /// Notes that the user is no longer in the live.
    func left(_ liveID: LiveID) { rooms[liveID] = nil }

    // MARK: - Events

    func received(_ event: RoomEvent, at place: EventPosition, in liveID: LiveID) {
        if case .roomSnapshot(let snapshot) = event {
            for index in enters.indices where enters[index].liveID == liveID {
                if rooms[liveID] == nil {
                    enters[index].early = (place, snapshot)
                } else {
                    enters[index].snapshot = snapshot
                }
            }
        }
        if case .giftReceived(let gift) = event {
            for (gift, own) in rooms[liveID]?.admit(gift, at: place) ?? [] {
                shared.emit(.room(liveID, own, .giftReceived(gift)))
            }
            return
        }
        // The client may get events of a live that it is not in: it has just left, or its join has no answer yet.
        guard rooms[liveID]?.admit(event, at: place) == true else { return }
        shared.emit(.room(liveID, place, event))
        if removesUser(event) {
            rooms[liveID] = nil
            failEnters(of: liveID, Rejection(.notMember))
        } else if case .roomSnapshot = event {
            completeEnters(of: liveID)
        }
    }

    private func removesUser(_ event: RoomEvent) -> Bool {
        switch event {
        case .roomEnded: true
        case .audienceKicked(let kicked): kicked.user.userID == credentials?.userID
        case .audienceBanned(let banned): banned.banned && banned.user.userID == credentials?.userID
        default: false
        }
    }

    // MARK: - Resume

    /// Applies the server's answer to a resume, live by live.
    func resumeRooms(_ answers: [SessionOpened.Room]) {
        var unanswered = Set(rooms.keys)
        for answer in answers where unanswered.remove(answer.room) != nil {
            if answer.joined, answer.recovered {
                rooms[answer.room]?.resumeRecovered()
                shared.emit(.resumed(answer.room, recovered: true))
            } else if answer.joined, let membership = answer.membership {
                rooms[answer.room]?.resume(membership)
                shared.emit(.resumed(answer.room, recovered: false))
            } else {
                remove(answer.room, answer.error?.rejection ?? Rejection(.notMember))
            }
        }
        for liveID in unanswered.sorted() { remove(liveID, Rejection(.notMember)) }
    }

    private func remove(_ liveID: LiveID, _ rejection: Rejection) {
        rooms[liveID]?.end()
        shared.emit(.removed(liveID, rejection))
        failEnters(of: liveID, rejection)
    }
}
