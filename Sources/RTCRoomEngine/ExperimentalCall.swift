import Foundation

/// A call that an app describes in JSON, and its answer.
struct ExperimentalCall {
    /// The name of the call; nil if the text is not a call.
    private let api: String?

    /// Parses a call.
    init(_ text: String) {
        let object = try? JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
        api = object?["api"] as? String
    }

    /// Returns the answer, a JSON object with `code` and `message`.
    ///
    /// - Parameters:
    ///   - layoutID: The layout number of the live that the user is in; nil outside a live.
    ///   - canvas: The size of its canvas; nil outside a live.
    func answer(layoutID: UInt?, canvas: (width: Int, height: Int)?) -> String {
        switch api {
        // The only quality is that of the picture that the host sends, so there is nothing to choose from.
        case "queryPlaybackQualityList": Self.text(["data": [Int]()])
        case "querySeatLayout":
            Self.text([
                "canvasWidth": canvas?.width ?? 0, "canvasHeight": canvas?.height ?? 0, "templateId": layoutID ?? 600,
            ])
        // These ask for something that is always on.
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
        // The fields are numbers, strings and arrays of them, so encoding cannot fail.
        let data = (try? JSONSerialization.data(withJSONObject: fields, options: [.sortedKeys])) ?? Data("{}".utf8)
        return String(decoding: data, as: UTF8.self)
    }

    private static func text(_ fields: [String: Any]) -> String { text(.success, "", fields) }
}
