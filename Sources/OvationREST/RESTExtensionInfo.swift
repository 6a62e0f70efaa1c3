import OvationJSON
import OvationModel
import OvationRules
import OvationWire

extension ExtensionInfo {
    /// Reads the app's own fields from the text of a JSON object. An empty text is no fields.
    ///
    /// - Throws: `illegalParameter`.
    init(field: String, text: String) throws(Rejection) {
        let bytesMax = FieldBounds.extensionInfoBytesMax
        guard text.utf8.count <= bytesMax else {
            throw Rejection(
                .illegalParameter, "\"\(field)\" is at most \(bytesMax) bytes of UTF-8; this is \(text.utf8.count).")
        }
        guard !text.isEmpty else {
            self.init(text: "", fields: [:])
            return
        }
        guard let fields = JSONValue.texts(ofObject: text) else {
            throw Rejection(
                .illegalParameter, #""\#(field)" is the text of a JSON object, for instance {"color":"red"}."#)
        }
        self.init(text: text, fields: fields)
    }

    /// The text that a backend reads back: the one that it gave, or JSON of the fields where something else set them.
    static func text(given: String, fields: [String: String]) -> String {
        guard given.isEmpty, !fields.isEmpty else { return given }
        return String(decoding: WireJSON.bytes(fields), as: UTF8.self)
    }
}
