import OvationModel
import OvationPictures
import OvationRules
import OvationWire

/// The seats of a live, as far as they are more than a change: what single users are told, and what time does.
extension RoomRuntime {
    /// Tells those concerned what happened to applications and invitations. They go to single users, so they have no numbers and no replay.
    func tell(_ tellings: [SeatOutcome.Telling]) {
        guard !tellings.isEmpty else { return }
        let position = EventPosition(epoch: audience.broadcast.epoch, seq: nil, durable: nil, at: now)
        for telling in tellings {
            let frame = FrameEncoder.event(
                room: liveID, position: position, name: telling.event.name, data: telling.event.encodedData)
            store.services.tellUsers(telling.receivers, frame)
        }
    }

    /// Has the media server follow who is in a seat, where it carries what they say and show.
    func followSeats() {
        let (pictures, start) = (store.services.pictures, store.start)
        guard pictures.followsSeats, !isGivenUp else { return }
        rules.followSeats { pictures.seatsChanged(start, $0) }
    }

    /// Ends requests without an answer, and frees seats of users who did not come back.
    func endOverdueSeats() {
        guard rules.room.areSeatsDue(at: now) else { return }
        let command = RoomCommand.seat(.expire)
        perform(command, RoomCall(request: RoomRequest(actor: .server, body: .command(command))) { _ in })
    }

    /// Keeps that a user who left has no seat any more.
    ///
    /// A live whose end is on its way to the storage keeps nothing after it. Where that end is refused, the live is read as it is kept, and
    /// the user is taken off the seat like one who does not come back.
    func keepFreedSeats(_ outcome: RoomOutcome) {
        guard let commit = outcome.commit, !kept.isEndDecided else { return }
        var change = outcome
        change.publications = []
        let call = RoomCall(request: RoomRequest(actor: .server, body: .leave)) { _ in }
        keep(ChangeUnderWay(commit, of: change, in: store.start, at: now), at: now, call)
    }
}

// MARK: - Questions and answers

extension RoomRequest {
    /// The seats, and what the caller may know of applications and invitations.
    func seats(of room: Room) -> SeatPage {
        let user = actor.user?.userID
        return SeatPage(
            seats: room.seatBoard, requests: room.seatRequests(for: user, isAdministrator: actor.isAdministrator),
            last: user.flatMap(room.lastSeatRequest))
    }
}
