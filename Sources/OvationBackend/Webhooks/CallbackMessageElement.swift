/// One element of a message as the API writes it: `{"MsgType": "TIMTextElem", "MsgContent": {"Text": "…"}}`.
struct CallbackMessageElement: Hashable, Codable, Sendable {
    /// What is in it; which fields there are depends on the type.
    struct Content: Hashable, Codable, Sendable {
        /// The text of a `TIMTextElem`.
        var text: String?
        /// The data of a `TIMCustomElem`.
        var data: String?

        private enum CodingKeys: String, CodingKey {
            case text = "Text"
            case data = "Data"
        }
    }

    /// `TIMTextElem` or `TIMCustomElem`. This server sends no others.
    var type: String
    /// What is in it.
    var content: Content

    private enum CodingKeys: String, CodingKey {
        case type = "MsgType"
        case content = "MsgContent"
    }
}
