import Foundation
import NIOCore
import OvationModel
import OvationWire

/// The lives that the client is in.
extension ClientCore {
    /// Joins given up on that are remembered; more than that a server does not answer late.
    private static let abandonedEntersMax = 64

    /// Enters a live. Completes when both the reply and the snapshot have come.
    func enter(_ liveID: LiveID, _ command: Command, complete: @escaping (Result<EnteredRoom, Rejection>) -> Void) {
        // Joining twice is joining once; creating may have other settings than the live has by then, so its outcome is
        // told.
        let isJoin = command == .roomJoin
        var isRepeatable = isJoin
        if case .roomCreate(let create) = command, create.isMeeting == true { isRepeatable = true }
        // Within `submit` the waiter is not there yet, but nor can an answer be.
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

    /// The reply to an entering command.
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

    /// Gives up on a snapshot that does not come. A caller who was told that it failed is not left in the live.
    func expireEnters(at now: NIODeadline) {
        // The ones without a membership end with their command.
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

    /// An answer that nobody waits for: perhaps that of a join that was given up on.
    func answered(abandonedEnter id: Int64, _ result: Result<Data, Rejection>) {
        guard let liveID = abandonedEnters.removeValue(forKey: id), case .success = result, rooms[liveID] == nil,
            !enters.contains(where: { $0.liveID == liveID })
        else { return }
        leaveQuietly(liveID)
    }

    private func leaveQuietly(_ liveID: LiveID) {
        submit(.roomLeave, room: liveID, onLoss: .fail) { _ in }
    }

    /// The user has left, or found out to be gone already.
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
        // An event of a live that the client is not in: it has just left, or its own entering is not answered yet.
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

    /// Applies what a reconnect says of each live.
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
