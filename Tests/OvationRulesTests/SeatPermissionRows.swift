import OvationModel
import OvationRules

/// Who may do what with seats. `viewer2` sits on the second seat and `admin2` on the third, of nine that are by application.
extension RoomPermissionTests {
    /// A row with one code each for viewers, the live's administrators, the owner, an administrator of the app in the live, and the app's
    /// backend. Who is not in the live asks nothing of its seats.
    private static func seats(
        _ name: String, _ command: RoomCommand, viewer: ErrorCode?, admin: ErrorCode?, owner: ErrorCode?,
        inside: ErrorCode?, backend: ErrorCode?, before: RoomCommand? = nil
    ) -> Row {
        Row(
            name: name, command: command,
            answers: [
                .notMember, viewer, viewer, admin, admin, owner, .notMember, inside, inside, backend,
            ], before: before)
    }

    static let seatRows: [Row] = [
        seats(
            "take a seat, or apply for one", .taking(), viewer: nil, admin: nil, owner: .alreadySeated, inside: nil,
            backend: .illegalParameter),
        seats(
            "leave the seat", .leavingSeat, viewer: .notSeated, admin: .notSeated, owner: .permissionDenied,
            inside: .notSeated, backend: .notSeated),
        seats(
            "move oneself", .moving(to: 3), viewer: .notSeated, admin: .notSeated, owner: nil, inside: .notSeated,
            backend: .notSeated),
        seats(
            "move a viewer", .moving("viewer2", to: 3), viewer: .adminRequired, admin: nil, owner: nil, inside: nil,
            backend: nil),
        seats(
            "move an admin", .moving("admin2", to: 3), viewer: .adminRequired, admin: .permissionDenied, owner: nil,
            inside: nil, backend: nil),
        seats(
            "move a viewer in the place of an admin", .moving("viewer2", to: 2, .replace), viewer: .adminRequired,
            admin: .permissionDenied, owner: nil, inside: nil, backend: nil),
        seats(
            "move the owner", .moving("owner", to: 3), viewer: .adminRequired, admin: .permissionDenied, owner: nil,
            inside: .permissionDenied, backend: .permissionDenied),
        seats(
            "take a viewer off", .unseating("viewer2"), viewer: .adminRequired, admin: nil, owner: nil, inside: nil,
            backend: nil),
        seats(
            "take an admin off", .unseating("admin2"), viewer: .adminRequired, admin: .permissionDenied, owner: nil,
            inside: nil, backend: nil),
        seats(
            "take the owner off", .unseating("owner"), viewer: .adminRequired, admin: .permissionDenied,
            owner: .permissionDenied, inside: .permissionDenied, backend: .permissionDenied),
        seats(
            "take somebody off who does not sit", .unseating("viewer"), viewer: .adminRequired, admin: .notSeated,
            owner: .notSeated, inside: .notSeated, backend: .notSeated),
        seats(
            "lock an empty seat", .locking(3, seat: true), viewer: .adminRequired, admin: nil, owner: nil, inside: nil,
            backend: nil),
        seats(
            "lock the seat of an admin", .locking(2, seat: true), viewer: .adminRequired, admin: .permissionDenied,
            owner: nil, inside: nil, backend: nil),
        seats(
            "lock a seat that is not there", .locking(9, seat: true), viewer: .adminRequired, admin: .seatNotFound,
            owner: .seatNotFound, inside: .seatNotFound, backend: .seatNotFound),
        seats(
            "close a viewer's microphone", .allowing("viewer2", microphone: false), viewer: .adminRequired, admin: nil,
            owner: nil, inside: nil, backend: nil),
        seats(
            "close an admin's camera", .allowing("admin2", camera: false), viewer: .adminRequired,
            admin: .permissionDenied, owner: nil, inside: nil, backend: nil),
        seats(
            "feature a user in a grid", .featuring("viewer2"), viewer: .adminRequired, admin: .illegalParameter,
            owner: .illegalParameter, inside: .illegalParameter, backend: .illegalParameter),
        seats(
            "open the microphone", .opening(microphone: true), viewer: .notSeated, admin: .notSeated, owner: nil,
            inside: .notSeated, backend: .notSeated),
        seats(
            "put a user on a seat", .placing("viewer"), viewer: .administratorRequired, admin: .administratorRequired,
            owner: .administratorRequired, inside: .administratorRequired, backend: nil),
        seats(
            "invite", .inviting("viewer"), viewer: .adminRequired, admin: nil, owner: nil, inside: nil,
            backend: .illegalParameter),
        seats(
            "cancel an application that is not there", .cancelling(), viewer: .notApplied, admin: .notApplied,
            owner: .notApplied, inside: .notApplied, backend: .illegalParameter),
        seats(
            "cancel an invitation", .cancelling("viewer"), viewer: .adminRequired, admin: nil, owner: nil, inside: nil,
            backend: nil, before: .inviting("viewer")),
        seats(
            "answer an application that is not there", .accepting("viewer"), viewer: .adminRequired,
            admin: .seatRequestGone, owner: .seatRequestGone, inside: .seatRequestGone, backend: .seatRequestGone),
        seats(
            "answer an invitation that is not there", .answering("owner"), viewer: .seatRequestGone,
            admin: .seatRequestGone, owner: .seatRequestGone, inside: .seatRequestGone, backend: .illegalParameter),
        seats(
            "say that time is over", .expiring, viewer: .administratorRequired, admin: .administratorRequired,
            owner: .administratorRequired, inside: .administratorRequired, backend: nil),
    ]
}
