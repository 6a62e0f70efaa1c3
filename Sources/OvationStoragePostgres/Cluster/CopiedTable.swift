#if Cluster
    import OvationRules
    import OvationStorage

    /// A table that is copied from SQLite: where its columns come from, and where they go.
    ///
    /// The ledger becomes the lane 0 with its numbers unchanged. Accounts get new ids, because the first ones are those of accounts with a
    /// row a lane.
    struct CopiedTable {
        /// The type of a column in PostgreSQL.
        enum Kind {
            case integer, boolean, text, bytes
        }

        struct Column {
            /// The column in PostgreSQL.
            let name: String
            let kind: Kind
            /// The expression in SQLite that gives its values.
            let source: String
        }

        let name: String
        let columns: [Column]
        /// What follows `SELECT …` in SQLite.
        let from: String

        /// The query that reads it from SQLite.
        var query: String { "SELECT \(columns.map(\.source).joined(separator: ", ")) FROM \(from)" }

        /// - Parameters:
        ///   - columns: Names, with `:b` behind those of truth values, `:t` of texts and `:d` of bytes. `=…` gives an expression for a
        ///     value that SQLite has under another name.
        private init(_ name: String, _ columns: [String], from: String? = nil) {
            self.name = name
            self.from = from ?? name
            self.columns = columns.map { column in
                let parts = column.split(separator: "=", maxSplits: 1)
                let words = parts[0].split(separator: ":")
                let kind: Kind =
                    switch words.dropFirst().first {
                    case "b": .boolean
                    case "t": .text
                    case "d": .bytes
                    default: .integer
                    }
                return Column(name: String(words[0]), kind: kind, source: String(parts.count > 1 ? parts[1] : words[0]))
            }
        }

        /// All tables, in an order in which each refers to earlier ones only.
        ///
        /// - Parameter first: Returns the first value of a query in SQLite.
        static func all(_ first: (String) throws -> StoredValue) throws -> [CopiedTable] {
            let striped = try StoredAccount.striped.map { account -> (old: Int64, name: String, new: Int64) in
                guard case .integer(let id) = try first("SELECT id FROM account WHERE name = '\(account)'") else {
                    return (-1, "\(account)", StoredAccount.id(account, lane: 0) ?? 0)
                }
                return (id, "\(account)", StoredAccount.id(account, lane: 0) ?? 0)
            }
            let cases = striped.map { "WHEN \($0.old) THEN \($0.new)" }.joined(separator: " ")
            func id(_ column: String) -> String {
                "CASE \(column) \(cases) ELSE \(column) + \(LedgerNumber.accountsOfUsersMin) END"
            }
            let names = striped.map { "WHEN '\($0.name)' THEN '\($0.name)/0'" }.joined(separator: " ")
            return rooms
                + [
                    CopiedTable(
                        "account",
                        [
                            "id=\(id("id"))", "name:t=CASE name \(names) ELSE name END", "balance", "last_entry",
                            "board_total", "board_week", "board_week_coins", "board_day", "board_day_coins",
                        ]),
                    CopiedTable("transfer", ["id", "kind:t", "reference:t", "at", "postings"]),
                    CopiedTable("entry", ["number", "account=\(id("account"))", "transfer", "amount", "previous"]),
                    CopiedTable(
                        "gift_order",
                        [
                            "id", "sender=\(id("sender"))", "order_id:t", "room", "durable", "gift:t", "count",
                            "receivers:t",
                            "coins", "balance", "at",
                        ]),
                    CopiedTable(
                        "room_gift_sender", ["room", "sender=\(id("sender"))", "gifts", "coins", "refunded"]),
                    CopiedTable(
                        "adjustment",
                        ["id", "kind:t", "reference:t", "gift_order", "covered", "done_by:t=by", "reason:t"]),
                ] + rest
        }

        private static let rooms = [
            CopiedTable("app_user", ["id:t", "profile:t"], from: "user"),
            CopiedTable(
                "room",
                [
                    "id", "session_id:t", "live_id:t", "owner_id:t", "owner:t", "settings:t", "ends_without_owner:b",
                    "created_at", "ended_at", "end_reason:t",
                ]),
            CopiedTable(
                "room_counter",
                [
                    "room", "durable", "viewers", "likes", "messages", "duration", "gifts", "gift_coins",
                    "gift_senders", "host_coins", "host_coins_of",
                    // Nobody runs it. The node that claims it sets its numbers above all earlier ones.
                    "home_slot=NULL", "home_epoch=0", "seq_base",
                ]),
            CopiedTable("room_admin", ["room", "user_id:t", "position"]),
            CopiedTable("room_mute", ["room", "user_id:t", "until", "reason:t", "muted_by:t"]),
            CopiedTable("room_ban", ["room", "user_id:t", "until", "reason:t", "banned_by:t"]),
            CopiedTable("room_robot", ["room", "user_id:t", "user_info:t=user", "position"]),
            CopiedTable("room_visit", ["room", "user_id:t", "since"]),
            CopiedTable("visited_room", ["room", "ended_at"]),
            CopiedTable("word_list", ["room", "words:t"]),
            CopiedTable(
                "moderation",
                [
                    "live_id:t", "number", "room", "action:t", "at", "source:t", "done_by:t", "user_id:t", "reason:t",
                    "until",
                    "seconds", "word:t", "seat", "is_followed:b",
                ]),
            CopiedTable("room_seat", ["room", "number", "seat:t"]),
            CopiedTable("room_seat_request", ["room", "guest:t", "position", "request:t"]),
            CopiedTable("room_cohost", ["room", "record:t"]),
            CopiedTable("cohost_course", ["id:t", "course:t"]),
            CopiedTable("room_pin", ["room", "pins:t"]),
            CopiedTable("topic_message", ["room", "topic:t", "number", "message:t"]),
            CopiedTable("stream_key", ["live_id:t", "key:t", "made_at"]),
            CopiedTable(
                "recording", ["number", "id:t", "live_id:t", "is_complete:b", "is_kept:b", "bytes", "content:t"]),
            CopiedTable("event", ["id", "name:t", "about:t", "at", "data:d"]),
        ]

        private static let rest = [
            CopiedTable("ledger_halt", ["id", "at", "problems:t", "done_by:t=by"]),
            CopiedTable("board_calendar", ["id", "utc_offset_minutes"]),
            CopiedTable(
                "gift",
                [
                    "id:t", "position", "name:t", "description:t", "icon_url:t", "resource_url:t", "level", "coins",
                    "extension_info:t", "extension_text:t", "created_at",
                ]),
            CopiedTable("gift_text", ["gift:t", "language:t", "name:t", "description:t"]),
            CopiedTable(
                "gift_category",
                ["id:t", "position", "name:t", "description:t", "extension_info:t", "extension_text:t"]),
            CopiedTable("gift_category_text", ["category:t", "language:t", "name:t", "description:t"]),
            CopiedTable("gift_placement", ["category:t", "position", "gift:t"]),
            CopiedTable("setting", ["name:t", "value:d"]),
            CopiedTable("version", ["kind:t", "number"]),
            CopiedTable(
                "operator_log",
                [
                    "number", "at", "done_by:t", "way:t", "address:t", "command:t", "object:t", "details:t", "code",
                    "request_id:t",
                ]),
            CopiedTable(
                "callback",
                ["number", "id:t", "live:t", "command:t", "at", "body:d", "client_address:t", "client_platform:t"]),
            CopiedTable("callback_lane", ["live:t", "attempts", "due_at"]),
            CopiedTable(
                "callback_dead",
                [
                    "number", "id:t", "live:t", "command:t", "at", "body:d", "client_address:t", "client_platform:t",
                    "attempts", "failure:t", "died_at",
                ]),
            CopiedTable(
                "billing_order",
                [
                    "id", "sender:t", "order_id:t", "content:t", "state:t", "is_open:b", "attempts", "due", "code",
                    "message:t",
                    "done_by:t=by", "updated_at",
                ]),
            CopiedTable("billing_order_origin", ["number", "address:t", "platform:t"]),
            CopiedTable("erasure", ["user_id:t", "alias:t", "begun_at", "part", "place", "changed"]),
        ]
    }
#endif
