package import OvationModel

/// The seats of a live, kept up to date by its events.
package struct SeatRoster: Equatable, Sendable {
    /// The number of the layout.
    package private(set) var templateID = 600
    /// The canvas of the layout; empty for a live without seats.
    package private(set) var canvas = SeatCanvas(w: 0, h: 0)
    /// All seats in the order of their numbers; empty for a live without seats.
    package private(set) var seats: [Seat] = []

    /// Makes the roster of a live without seats.
    package init() {}

    /// Applies a snapshot.
    package mutating func entered(_ snapshot: RoomSnapshot) {
        guard let board = snapshot.seats else {
            self = SeatRoster()
            templateID = snapshot.info.seatLayoutTemplateID
            return
        }
        templateID = board.templateID
        canvas = board.canvas
        seats = board.seats
    }

    /// Applies an event. Seats that the live does not have are left out.
    package mutating func changed(_ event: SeatChanged) {
        if let templateID = event.templateID {
            self.templateID = templateID
            canvas = SeatLayout(templateID: templateID).canvas
            seats = event.seats
            return
        }
        for seat in event.seats {
            guard let place = seats.firstIndex(where: { $0.index == seat.index }) else { continue }
            seats[place] = seat
        }
    }

    /// The seat of a user; nil if they have none.
    package func seat(of user: UserID) -> Seat? { seats.first { $0.user?.userID == user } }
}
