public import OvationModel

/// Checks fields against ``FieldBounds``. No text has a character U+0000: other programs end a text there, and would see another one than
/// was checked here.
public enum FieldRules {
    /// Checks settings of a live; nil where they are within their limits.
    ///
    /// - Parameter current: what the live is, where there is one: a title or notice that it has had from before is no new one.
    ///   Consoles send back all that they have read.
    public static func rejection(of settings: RoomSettings, over current: RoomInfo? = nil) -> Rejection? {
        if let name = settings.liveName, name.utf8.count > FieldBounds.liveNameBytesMax {
            return Rejection(.roomNameInvalid)
        }
        return texts(of: settings) ?? directions(of: settings, over: current) ?? categories(settings.categoryList)
            ?? numbers(of: settings) ?? settings.metaData.flatMap(rejection(ofMetadata:))
    }

    private static func directions(of settings: RoomSettings, over current: RoomInfo?) -> Rejection? {
        let name = settings.liveName == current?.liveName ? nil : settings.liveName
        let notice = settings.notice == current?.notice ? nil : settings.notice
        return direction(name, "liveName") ?? direction(notice, "notice")
    }

    private static func texts(of settings: RoomSettings) -> Rejection? {
        nul(settings.liveName, "liveName") ?? text(settings.notice, "notice", FieldBounds.noticeBytesMax)
            ?? text(settings.coverURL, "coverURL", FieldBounds.pictureURLBytesMax)
            ?? text(settings.backgroundURL, "backgroundURL", FieldBounds.pictureURLBytesMax)
            ?? text(settings.customInfo, "customInfo", FieldBounds.customInfoBytesMax)
    }

    private static func numbers(of settings: RoomSettings) -> Rejection? {
        outOfRange(settings.seatLayoutTemplateID, "seatLayoutTemplateID", FieldBounds.seatLayoutIDs)
            ?? outOfRange(settings.maxSeatCount, "maxSeatCount", 0...FieldBounds.seatsMax)
            ?? outOfRange(settings.maxMemberCount, "maxMemberCount", 0...FieldBounds.membersMax)
            ?? outOfRange(settings.slowModeSeconds, "slowModeSeconds", FieldBounds.slowModeSeconds)
            ?? outOfRange(settings.popularity, "popularity", 0...FieldBounds.popularityMax)
            ?? outOfRange(settings.ownerAbsenceSeconds, "ownerAbsenceSeconds", 0...RoomInfo.absenceSecondsMax)
            ?? outOfRange(settings.emptySeconds, "emptySeconds", 0...RoomInfo.absenceSecondsMax)
    }

    /// Checks all metadata of a live, as it will be.
    public static func rejection(ofMetadata metaData: [String: String]) -> Rejection? {
        if metaData.count > FieldBounds.metadataKeysMax { return Rejection(.metadataKeysExceeded) }
        if metaData.keys.contains(where: { $0.isEmpty }) {
            return Rejection(.illegalParameter, "A metadata key is empty.")
        }
        if metaData.keys.contains(where: { $0.utf8.count > FieldBounds.metadataKeyBytesMax }) {
            return Rejection(.metadataKeyTooLong)
        }
        if metaData.values.contains(where: { $0.utf8.count > FieldBounds.metadataValueBytesMax }) {
            return Rejection(.metadataValueTooLarge)
        }
        let bytes = metaData.values.reduce(0) { $0 + $1.utf8.count }
        return bytes > FieldBounds.metadataBytesMax ? Rejection(.metadataTotalTooLarge) : nul(metaData, "metaData")
    }

    /// Checks what a user says of themselves.
    public static func rejection(of profile: UserProfile) -> Rejection? {
        let custom = profile.customInfo ?? [:]
        let (nameBytesMax, bytesMax) = (FieldBounds.profileFieldNameBytesMax, FieldBounds.profileFieldBytesMax)
        if custom.count > FieldBounds.profileFieldsMax {
            return Rejection(
                .illegalParameter, "\"customInfo\" has at most \(FieldBounds.profileFieldsMax) fields.")
        }
        if custom.contains(where: { $0.key.utf8.count > nameBytesMax || decodedBytes(ofBase64: $0.value) > bytesMax }) {
            return Rejection(
                .illegalParameter,
                "A field of \"customInfo\" is at most \(bytesMax) bytes, its name at most \(nameBytesMax).")
        }
        return text(profile.nickname, "nickname", FieldBounds.nicknameBytesMax)
            ?? direction(profile.nickname, "nickname")
            ?? text(profile.avatarURL, "avatarURL", FieldBounds.avatarURLBytesMax)
            ?? text(profile.selfSignature, "selfSignature", FieldBounds.selfSignatureBytesMax)
            ?? nul(custom, "customInfo") ?? outOfRange(profile.gender, "gender", 0...2)
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
            return text(businessID, "businessID", FieldBounds.businessIDBytesMax)
                ?? text(data, "data", limits.barrageBytesMax)
        }
    }

    /// Checks a reason that a moderator gives.
    public static func rejection(ofReason reason: String) -> Rejection? {
        text(reason, "reason", FieldBounds.reasonBytesMax) ?? direction(reason, "reason")
    }

    /// Checks for how long something is to hold: up to ten years.
    public static func rejection(ofSeconds seconds: Int64) -> Rejection? {
        let range = FieldBounds.sanctionSeconds
        guard !range.contains(seconds) else { return nil }
        return Rejection(.illegalParameter, "\"seconds\" is \(range.lowerBound) to \(range.upperBound).")
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
        guard let list, list.count > FieldBounds.categoriesMax else { return nil }
        return Rejection(.tooManyTags)
    }
}
