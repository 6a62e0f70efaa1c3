import Foundation

/// A call that an app describes by JSON, and what it is answered.
struct ExperimentalCall {
    /// The name; nil where the text is no call.
    private let api: String?

    /// Reads a call.
    init(_ text: String) {
        let object = try? JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
        api = object?["api"] as? String
    }

    /// The answer, as an object of JSON with `code` and `message`.
    ///
    /// - Parameter layoutID: the number of the layout of the live that the user is in.
    func answer(layoutID: UInt?) -> String {
        switch api {
        // There is one quality: that of the picture which the host sends.
        case "queryPlaybackQualityList": Self.text(["data": [Int]()])
        // There are no seats, so nothing is laid out on the canvas.
        case "querySeatLayout": Self.text(["canvasWidth": 0, "canvasHeight": 0, "templateId": layoutID ?? 600])
        // These ask for what is so anyway.
        case "setFramework", "enableUnlimitedRoom", "enableLiveQos": Self.text()
        case "enablePictureInPicture", "switchPlaybackQuality", "setCoHostLayoutTemplateId":
            Self.text(.operationNotSupportedInCurrentRoomType, "This server does not have it.")
        case let api?: Self.text(.invalidParameter, "There is no call of the name \(api).")
        case nil: Self.text(.invalidParameter, "A call is an object of JSON with the name of the call as \"api\".")
        }
    }

    private static func text(
        _ error: TUIError = .success, _ message: String = "", _ fields: [String: Any] = [:]
    ) -> String {
        let fields = fields.merging(["code": error.rawValue, "message": message]) { field, _ in field }
        // The fields are numbers, texts and lists of them, which JSON has.
        let data = (try? JSONSerialization.data(withJSONObject: fields, options: [.sortedKeys])) ?? Data("{}".utf8)
        return String(decoding: data, as: UTF8.self)
    }

    private static func text(_ fields: [String: Any]) -> String { text(.success, "", fields) }
}
