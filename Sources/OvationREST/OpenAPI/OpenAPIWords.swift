import OvationModel

/// The words of the API's description, which no type says.
enum OpenAPIWords {
    /// The words about a command that its types and its summary leave out.
    struct Command {
        /// Sentences that follow the summary.
        var details: String?
        /// A body that a server with the demo's lives accepts.
        var sample: DocumentTree?
        /// Refusals beside those that any call may have.
        var errors: [ErrorCode] = []
    }

    /// The meaning of a field, and its limits where JSON Schema can express them.
    struct Field {
        let text: String
        var least: Int?
        var most: Int?
        var entriesMax: Int?

        init(_ text: String, _ range: ClosedRange<Int>? = nil, entriesMax: Int? = nil) {
            self.text = text
            least = range?.lowerBound
            most = range?.upperBound
            self.entriesMax = entriesMax
        }

        /// The limits that apply to a schema.
        func bounds(_ schema: RESTSchema) -> [(name: String, value: DocumentTree)] {
            switch schema {
            case .integer:
                return [("minimum", least), ("maximum", most)].compactMap { name, value in
                    value.map { (name, .number($0)) }
                }
            case .array: return entriesMax.map { [("maxItems", .number($0))] } ?? []
            default: return []
            }
        }
    }

    static let introduction = """
        What an app's backend and its operators call. `POST /v4/<service>/<command>` with a JSON object; the status is 200, and \
        `ErrorCode` says what became of the call. docs/rest.md says what holds for all commands, Protocol/ERRORS.md what each \
        number means. A call says who calls in its query, by \
        `identifier` and `usersig`; or, instead of the whole query, by the token of a session of the console (`open_session`) in \
        `Authorization: Bearer`. Sizes of texts are bytes of UTF-8. Clients speak WebSocket at `/v1/ws`; that is Protocol/PROTOCOL.md.
        """

    /// What each service is for. A test makes sure that none is missing.
    static let services: [String: String] = [
        "live_engine_http_srv": "Lives, their members, messages and statistics, and the gifts.",
        "live_config": "The callback that the vendor's API knows: where it goes and what it tells.",
        "im_open_login_svc":
            "Accounts, under the names of the vendor's chat. An imported account may own a live and be a robot.",
        "profile": "Profiles of users, under the names of the vendor's chat.",
        "group_open_http_svc": "Messages under the names of the vendor's chat.",
        "live_engine_http_pk":
            "Battles between lives: they begin, scores are set beside the gifts, and results are read.",
        "room_engine_http_mic": "Seats of guests: who sits there, and what is locked.",
        "ovation_board_srv": "Boards of the users who gave or received most.",
        "ovation_console_srv": "Sessions of the console: a browser signs in once, and its calls carry a token.",
        "ovation_file_srv": "Uploaded files: covers of lives, icons and animations of gifts.",
        "ovation_gift_srv": "The effects of gifts, looked at on request, and the order of gifts and categories.",
        "ovation_moderation_srv":
            "Words that are not allowed, slow mode, the moderation log. Times are Unix milliseconds.",
        "ovation_user_srv": "What is kept about a user: its export, and its erasure.",
        "ovation_operator_srv":
            "The log of operators: who changed what, when and from where. Times are Unix milliseconds.",
        "ovation_recording_srv":
            "Recordings of pictures: begun and ended, listed, played, kept and deleted. Times are Unix milliseconds.",
        "ovation_wallet_srv": "Wallets, the ledger, and orders whose outcome is not known.",
        "ovation_webhook_srv":
            "The keys that sign callbacks, a test of the backend, and callbacks that were given up.",
    ]

    /// The parameters that each call has in its query.
    static let parameters: [(name: String, value: DocumentTree)] = [
        (
            "sdkappid",
            query("sdkappid", "The app that the server serves.", ["type": "integer"], isRequired: true)
        ),
        (
            "random",
            query(
                "random", "Any number; not looked at but for its range.",
                ["type": "integer", "minimum": 0, "maximum": 4_294_967_295], isRequired: false)
        ),
        ("contenttype", query("contenttype", "The format.", ["type": "string", "enum": ["json"]], isRequired: false)),
    ]

    private static func query(
        _ name: String, _ text: String, _ schema: DocumentTree, isRequired: Bool
    ) -> DocumentTree {
        [
            "name": .text(name), "in": "query", "required": .truth(isRequired), "description": .text(text),
            "schema": schema,
        ]
    }
}
