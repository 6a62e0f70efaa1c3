public import OvationModel

/// What a storage keeps about a user, apart from the profile and the entries of the ledger, which have readings of their own.
public enum UserRecordPart: String, CaseIterable, Sendable {
    /// Lives that the user owned.
    case lives
    /// Lives in which the user was an administrator.
    case roles
    /// Bans and mutes of the user, in open and in ended lives.
    case sanctions
    /// Lives that the user entered and that still keep their visitors.
    case visits
    /// Lines of moderation logs that the user is in.
    case moderation
    /// Gifts that the user sent.
    case orders
    /// Orders of the user that the app's own billing paid or was asked to pay.
    case billingOrders
    /// Stored events that name the user.
    case events
}

/// Which records of a user are asked for.
public struct UserRecordQuery: Hashable, Sendable {
    /// Whose records.
    public var user: UserID
    /// Which kind of records.
    public var part: UserRecordPart
    /// The place after which they begin, from the page before; 0 for the first ones.
    public var after: Int64
    /// The most records to return.
    public var limit: Int

    /// Makes a query.
    public init(user: UserID, part: UserRecordPart, after: Int64 = 0, limit: Int) {
        self.user = user
        self.part = part
        self.after = after
        self.limit = limit
    }
}

/// Some records of a user.
public struct UserRecordPage: Hashable, Sendable {
    /// The records, each a JSON object.
    public var records: [String]
    /// The place after which the next page begins; nil if there is none. A page before it may be empty: a storage looks at a bounded number
    /// of events at a time.
    public var next: Int64?

    /// Makes a page.
    public init(records: [String], next: Int64?) {
        self.records = records
        self.next = next
    }
}

/// The query behind a part, for every storage that speaks SQL.
package struct UserRecordSource {
    /// A field of a record: its name, and the expression for its value.
    package struct Field {
        package let name: String
        package let expression: String
        /// True if the value is JSON in a text.
        package let isJSON: Bool

        init(_ name: String, _ expression: String, isJSON: Bool = false) {
            self.name = name
            self.expression = expression
            self.isJSON = isJSON
        }
    }

    /// The fields of a record.
    package let fields: [Field]
    /// What follows `FROM`, with `{user}` in place of the user's id.
    package let from: String
    /// What the records are sorted by. They are few enough to be counted off.
    package let order: String

    /// The source of a part; nil for events, which are too many to be sorted.
    package static func of(_ part: UserRecordPart) -> UserRecordSource? {
        switch part {
        case .lives:
            UserRecordSource(
                fields: [
                    Field("liveId", "live_id"), Field("sessionId", "session_id"), Field("owner", "owner", isJSON: true),
                    Field("settings", "settings", isJSON: true), Field("createdAt", "created_at"),
                    Field("endedAt", "ended_at"),
                ], from: "room WHERE owner_id = {user}", order: "room.id")
        case .roles:
            UserRecordSource(
                fields: [Field("liveId", "live_id"), Field("sessionId", "session_id")],
                from: "room_admin JOIN room ON room.id = room_admin.room WHERE user_id = {user}", order: "room.id")
        case .sanctions:
            UserRecordSource(
                fields: [
                    Field("liveId", "live_id"), Field("sessionId", "session_id"), Field("kind", "kind"),
                    Field("until", "until"), Field("reason", "reason"), Field("by", "done_by"),
                ],
                from: """
                    (SELECT room, 'ban' AS kind, until, reason, banned_by AS done_by FROM room_ban
                        WHERE user_id = {user}
                    UNION ALL SELECT room, 'mute', until, reason, muted_by FROM room_mute WHERE user_id = {user}
                    ) AS sanction JOIN room ON room.id = sanction.room
                    """, order: "room.id, kind")
        case .visits:
            UserRecordSource(
                fields: [Field("liveId", "live_id"), Field("sessionId", "session_id"), Field("since", "since")],
                from: """
                    visited_room JOIN room_visit ON room_visit.room = visited_room.room
                    JOIN room ON room.id = visited_room.room WHERE user_id = {user}
                    """, order: "room.id")
        case .moderation:
            UserRecordSource(
                fields: [
                    Field("liveId", "live_id"), Field("number", "number"), Field("action", "action"), Field("at", "at"),
                    Field("by", "done_by"), Field("userId", "user_id"), Field("reason", "reason"),
                    Field("until", "until"),
                ], from: "moderation WHERE user_id = {user} OR done_by = {user}", order: "live_id, number")
        case .orders:
            UserRecordSource(
                fields: [
                    Field("orderId", "order_id"), Field("liveId", "live_id"), Field("giftId", "gift"),
                    Field("count", "count"), Field("receivers", "receivers"), Field("coins", "coins"),
                    Field("balance", "gift_order.balance"), Field("at", "at"),
                ],
                from: """
                    account JOIN gift_order ON gift_order.sender = account.id JOIN room ON room.id = gift_order.room
                    WHERE account.name = 'user:' || {user}
                    """, order: "gift_order.id")
        case .billingOrders:
            UserRecordSource(
                fields: [
                    Field("orderId", "order_id"), Field("content", "content", isJSON: true), Field("state", "state"),
                    Field("attempts", "attempts"), Field("code", "code"), Field("message", "message"),
                    Field("updatedAt", "updated_at"),
                ], from: "billing_order WHERE sender = {user}", order: "id")
        case .events: nil
        }
    }

    /// How many events a page looks at for each record that it may return.
    package static let eventsExaminedPerRecord = 100
}
