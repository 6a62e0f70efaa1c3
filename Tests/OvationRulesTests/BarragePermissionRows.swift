import OvationModel
import OvationRules

extension RoomPermissionTests {
    /// A row about a message of a user: the codes of a stranger, a viewer, the live's administrators and the owner. The app may do all.
    private static func message(
        _ name: String, _ action: BarrageEdit.Action, of sender: String?, stranger: ErrorCode?, viewer: ErrorCode?,
        admin: ErrorCode?, owner: ErrorCode?, app: ErrorCode? = nil
    ) -> Row {
        let message = sender.map { sender in
            BarrageRecord(
                seq: 7, at: TestLive.start,
                barrage: Barrage(sender: .named(sender), kind: .text("hi", extensionInfo: [:])))
        }
        return Row(
            name: name, command: .edit(BarrageEdit(action, 7, message: message)),
            answers: [stranger, viewer, viewer, admin, admin, owner, app, app, app, app])
    }

    /// Messages that are deleted and pinned. Only members ask for it, and who keeps order.
    static let barrageRows: [Row] = [
        message(
            "delete a viewer's message", .delete, of: "viewer2", stranger: .notMember, viewer: .adminRequired,
            admin: nil, owner: nil),
        message(
            "delete an admin's message", .delete, of: "admin2", stranger: .notMember, viewer: .adminRequired,
            admin: .permissionDenied, owner: nil),
        message(
            "delete the owner's message", .delete, of: "owner", stranger: .notMember, viewer: .adminRequired,
            admin: .permissionDenied, owner: nil),
        message(
            "delete a message that is forgotten", .delete, of: nil, stranger: .notMember, viewer: .messageNotFound,
            admin: .messageNotFound, owner: .messageNotFound, app: .messageNotFound),
        message(
            "pin a message", .pin, of: "owner", stranger: .adminRequired, viewer: .adminRequired, admin: nil, owner: nil
        ),
        message(
            "pin a message that is forgotten", .pin, of: nil, stranger: .adminRequired, viewer: .adminRequired,
            admin: .messageNotFound, owner: .messageNotFound, app: .messageNotFound),
        message(
            "unpin a message", .unpin, of: nil, stranger: .adminRequired, viewer: .adminRequired, admin: nil, owner: nil
        ),
    ]
}
