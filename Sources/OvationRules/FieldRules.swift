public import OvationModel

/// The limits of fields, as `Protocol/PROTOCOL.md` lists them. Sizes are bytes of UTF-8. No text has a character U+0000: it is where
/// other programs end a text, and so would see another one than was checked here.
public enum FieldRules {
    /// Checks settings of a live; nil where they are within their limits.
    ///
    /// - Parameter current: what the live is, where there is one: a title or notice that it has had from before is no new one.
    ///   Consoles send back all that they have read.
    public static func rejection(of settings: RoomSettings, over current: RoomInfo? = nil) -> Rejection? {
        if let name = settings.liveName, name.utf8.count > 100 { return Rejection(.roomNameInvalid) }
        return texts(of: settings) ?? directions(of: settings, over: current) ?? categories(settings.categoryList)
            ?? numbers(of: settings) ?? settings.metaData.flatMap(rejection(ofMetadata:))
    }

    private static func directions(of settings: RoomSettings, over current: RoomInfo?) -> Rejection? {
        let name = settings.liveName == current?.liveName ? nil : settings.liveName
        let notice = settings.notice == current?.notice ? nil : settings.notice
        return direction(name, "liveName") ?? direction(notice, "notice")
    }

    private static func texts(of settings: RoomSettings) -> Rejection? {
        nul(settings.liveName, "liveName") ?? text(settings.notice, "notice", 100)
            ?? text(settings.coverURL, "coverURL", 200) ?? text(settings.backgroundURL, "backgroundURL", 200)
            ?? text(settings.customInfo, "customInfo", 500)
    }

    private static func numbers(of settings: RoomSettings) -> Rejection? {
        outOfRange(settings.seatLayoutTemplateID, "seatLayoutTemplateID", 1...999)
            ?? outOfRange(settings.maxSeatCount, "maxSeatCount", 0...100)
            ?? outOfRange(settings.maxMemberCount, "maxMemberCount", 0...1_000_000_000)
            ?? outOfRange(settings.slowModeSeconds, "slowModeSeconds", 0...120)
            ?? outOfRange(settings.popularity, "popularity", 0...popularityMax)
            ?? outOfRange(settings.ownerAbsenceSeconds, "ownerAbsenceSeconds", 0...RoomInfo.absenceSecondsMax)
            ?? outOfRange(settings.emptySeconds, "emptySeconds", 0...RoomInfo.absenceSecondsMax)
    }

    /// The largest number that every client reads as it is.
    private static let popularityMax = 9_007_199_254_740_991

    /// Checks all metadata of a live, as it will be.
    public static func rejection(ofMetadata metaData: [String: String]) -> Rejection? {
        if metaData.count > 10 { return Rejection(.metadataKeysExceeded) }
        if metaData.keys.contains(where: { $0.isEmpty }) {
            return Rejection(.illegalParameter, "A metadata key is empty.")
        }
        if metaData.keys.contains(where: { $0.utf8.count > 50 }) { return Rejection(.metadataKeyTooLong) }
        if metaData.values.contains(where: { $0.utf8.count > 2_048 }) { return Rejection(.metadataValueTooLarge) }
        if metaData.values.reduce(0, { $0 + $1.utf8.count }) > 16_384 { return Rejection(.metadataTotalTooLarge) }
        return nul(metaData, "metaData")
    }

    /// Checks what a user says of themselves.
    public static func rejection(of profile: UserProfile) -> Rejection? {
        let custom = profile.customInfo ?? [:]
        if custom.count > 16 { return Rejection(.illegalParameter, "\"customInfo\" has at most 16 fields.") }
        if custom.contains(where: { $0.key.utf8.count > 50 || decodedBytes(ofBase64: $0.value) > 500 }) {
            return Rejection(.illegalParameter, "A field of \"customInfo\" is at most 500 bytes, its name at most 50.")
        }
        return text(profile.nickname, "nickname", 100) ?? direction(profile.nickname, "nickname")
            ?? text(profile.avatarURL, "avatarURL", 500)
            ?? text(profile.selfSignature, "selfSignature", 500) ?? nul(custom, "customInfo") ?? outOfRange(
                profile.gender, "gender", 0...2)
            ?? outOfRange(profile.allowType, "allowType", 0...2)
    }

    /// Checks a message.
    public static func rejection(of barrage: Barrage.Kind, limits: Limits) -> Rejection? {
        switch barrage {
        case .text(let words, let extensionInfo):
            if words.isEmpty { return Rejection(.illegalParameter, "\"text\" is empty.") }
            let fields = extensionInfo.reduce(0) { $0 + $1.key.utf8.count + $1.value.utf8.count }
            return text(words, "text", limits.barrageBytesMax) ?? nul(extensionInfo, "extensionInfo")
                ?? (fields > limits.barrageBytesMax
                    ? Rejection(.illegalParameter, "\"extensionInfo\" is at most \(limits.barrageBytesMax) bytes.")
                    : nil)
        case .custom(let businessID, let data):
            if businessID.isEmpty { return Rejection(.illegalParameter, "\"businessID\" is empty.") }
            return text(businessID, "businessID", 64) ?? text(data, "data", limits.barrageBytesMax)
        }
    }

    /// Checks a reason that a moderator gives.
    public static func rejection(ofReason reason: String) -> Rejection? {
        text(reason, "reason", 200) ?? direction(reason, "reason")
    }

    /// Checks for how long something is to hold: up to ten years.
    public static func rejection(ofSeconds seconds: Int64) -> Rejection? {
        (0...315_360_000).contains(seconds) ? nil : Rejection(.illegalParameter, "\"seconds\" is 0 to 315360000.")
    }

    /// Of how many bytes a text in base64 is made.
    private static func decodedBytes(ofBase64 text: String) -> Int {
        text.utf8.reduce(0) { $1 == UInt8(ascii: "=") ? $0 : $0 + 1 } * 3 / 4
    }

    static func text(_ text: String?, _ field: String, _ bytesMax: Int) -> Rejection? {
        guard let text, text.utf8.count > bytesMax else { return nul(text, field) }
        return Rejection(.illegalParameter, "\"\(field)\" is at most \(bytesMax) bytes.")
    }

    /// Refuses a text with a character U+0000.
    static func nul(_ text: String?, _ field: String) -> Rejection? {
        guard let text, text.utf8.contains(0) else { return nil }
        return Rejection(.illegalParameter, "\"\(field)\" has a character U+0000.")
    }

    private static func nul(_ texts: [String: String], _ field: String) -> Rejection? {
        guard texts.contains(where: { $0.key.utf8.contains(0) || $0.value.utf8.contains(0) }) else { return nil }
        return Rejection(.illegalParameter, "\"\(field)\" has a character U+0000.")
    }

    /// Refuses a name, title or reason with a character that changes the direction of the text around it: it would make one name look
    /// like another, and turn the number behind it. Marks of the direction of a text itself (U+200E, U+200F) are fine.
    static func direction(_ text: String?, _ field: String) -> Rejection? {
        guard let control = text?.unicodeScalars.first(where: changesDirection) else { return nil }
        let number = String(control.value, radix: 16, uppercase: true)
        return Rejection(
            .directionControlRefused,
            "\"\(field)\" has the character U+\(number), which changes the direction of the text around it.")
    }

    private static func changesDirection(_ scalar: Unicode.Scalar) -> Bool {
        (0x202A...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
    }

    private static func outOfRange(_ number: Int?, _ field: String, _ range: ClosedRange<Int>) -> Rejection? {
        guard let number, !range.contains(number) else { return nil }
        return Rejection(.illegalParameter, "\"\(field)\" is \(range.lowerBound) to \(range.upperBound).")
    }

    private static func categories(_ list: [Int]?) -> Rejection? {
        guard let list, list.count > 3 else { return nil }
        return Rejection(.tooManyTags)
    }
}
