import OvationModel
import OvationRules
import OvationWire

extension ExtensionInfo {
    /// The most bytes that the text has.
    private static let bytesMax = 100

    /// Reads the app's own fields as its backend writes them: the text of a JSON object, or an empty text for none.
    ///
    /// - Throws: `illegalParameter`.
    init(field: String, text: String) throws(Rejection) {
        guard text.utf8.count <= Self.bytesMax else {
            throw Rejection(
                .illegalParameter,
                "\"\(field)\" is at most \(Self.bytesMax) bytes of UTF-8; this is \(text.utf8.count).")
        }
        guard !text.isEmpty else {
            self.init(text: "", fields: [:])
            return
        }
        guard let fields = RESTValue.texts(ofObject: text) else {
            throw Rejection(
                .illegalParameter, #""\#(field)" is the text of a JSON object, for instance {"color":"red"}."#)
        }
        self.init(text: text, fields: fields)
    }

    /// The text that a backend reads back: the one that it gave, or one made from fields that were set in another way.
    static func text(given: String, fields: [String: String]) -> String {
        guard given.isEmpty, !fields.isEmpty else { return given }
        return String(decoding: WireJSON.bytes(fields), as: UTF8.self)
    }
}
