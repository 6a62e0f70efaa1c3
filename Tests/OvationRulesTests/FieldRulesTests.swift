import OvationModel
import OvationRules
import Testing

/// Each limit of a field, at the limit and above it, in bytes of UTF-8 and not in characters.
struct FieldRulesTests {
    /// Texts of this many bytes, made of characters of one, two, three and four bytes and of several scalars.
    static func texts(bytes: Int) -> [String] {
        ["x", "é", "語", "🎁", "e\u{301}", "👩‍👩‍👧"].map { unit in
            String(repeating: unit, count: bytes / unit.utf8.count)
                + String(repeating: "x", count: bytes % unit.utf8.count)
        }
    }

    /// A field with a limit of bytes, and its check.
    struct Bound: CustomTestStringConvertible {
        let name: String
        let bytesMax: Int
        let code: ErrorCode
        let check: @Sendable (String) -> Rejection?
        var isEmptyRefused = false

        var testDescription: String { name }
    }

    private static func settings(
        _ name: String, _ bytesMax: Int, _ field: any WritableKeyPath<RoomSettings, String?> & Sendable,
        _ code: ErrorCode = .illegalParameter
    ) -> Bound {
        Bound(name: name, bytesMax: bytesMax, code: code) { text in
            var settings = RoomSettings()
            settings[keyPath: field] = text
            return FieldRules.rejection(of: settings)
        }
    }

    private static func profile(
        _ name: String, _ bytesMax: Int, _ field: any WritableKeyPath<UserProfile, String?> & Sendable
    ) -> Bound {
        Bound(name: name, bytesMax: bytesMax, code: .illegalParameter) { text in
            var profile = UserProfile()
            profile[keyPath: field] = text
            return FieldRules.rejection(of: profile)
        }
    }

    private static func barrage(
        _ name: String, _ bytesMax: Int, isEmptyRefused: Bool = false,
        _ kind: @escaping @Sendable (String) -> Barrage.Kind
    ) -> Bound {
        Bound(
            name: name, bytesMax: bytesMax, code: .illegalParameter,
            check: { FieldRules.rejection(of: kind($0), limits: Limits()) }, isEmptyRefused: isEmptyRefused)
    }

    static let bounds: [Bound] = [
        settings("liveName", 100, \.liveName, .roomNameInvalid),
        settings("notice", 100, \.notice),
        settings("coverURL", 200, \.coverURL),
        settings("backgroundURL", 200, \.backgroundURL),
        settings("customInfo", 500, \.customInfo),
        profile("nickname", 100, \.nickname),
        profile("avatarURL", 500, \.avatarURL),
        profile("selfSignature", 500, \.selfSignature),
        barrage("text", 2_048, isEmptyRefused: true) { .text($0, extensionInfo: [:]) },
        barrage("extensionInfo", 2_048) { .text("x", extensionInfo: ["": $0]) },
        barrage("businessID", 64, isEmptyRefused: true) { .custom(businessID: $0, data: "") },
        barrage("data", 2_048) { .custom(businessID: "b", data: $0) },
        Bound(name: "reason", bytesMax: 200, code: .illegalParameter) { FieldRules.rejection(ofReason: $0) },
        Bound(name: "metadata value", bytesMax: 2_048, code: .metadataValueTooLarge) {
            FieldRules.rejection(ofMetadata: ["key": $0])
        },
        Bound(
            name: "metadata key", bytesMax: 50, code: .metadataKeyTooLong,
            check: { FieldRules.rejection(ofMetadata: [$0: "value"]) }, isEmptyRefused: true),
    ]

    @Test(arguments: bounds)
    func `a text of exactly the limit is accepted, and one byte more is refused`(bound: Bound) {
        for bytes in [1, bound.bytesMax - 1, bound.bytesMax] {
            for text in Self.texts(bytes: bytes) {
                #expect(text.utf8.count == bytes)
                #expect(bound.check(text) == nil, "\(bytes) bytes")
            }
        }
        for bytes in [bound.bytesMax + 1, bound.bytesMax * 10] {
            for text in Self.texts(bytes: bytes) { #expect(bound.check(text)?.code == bound.code, "\(bytes) bytes") }
        }
        #expect((bound.check("") != nil) == bound.isEmptyRefused)
    }

    @Test(arguments: bounds) func `a text with the character U+0000 anywhere is refused`(bound: Bound) {
        for text in ["\0", "a\0", "\0a", "a\0b"] {
            let refusal = bound.check(text)
            #expect(refusal?.code == .illegalParameter, "\(bound.name)")
            #expect(refusal?.message.contains("U+0000") == true, "\(refusal?.message ?? "")")
        }
        #expect(bound.check("\u{1}\u{2400}") == nil, "the app decides about other fields")
    }

    @Test func `a user's own fields and listed words may not have the character U+0000`() {
        for fields in [["a\0": ""], ["a": "\0"]] {
            var profile = UserProfile()
            profile.customInfo = fields
            #expect(FieldRules.rejection(of: profile)?.code == .illegalParameter)
            #expect(FieldRules.rejection(of: .text("x", extensionInfo: fields), limits: Limits()) != nil)
        }
        let words = [FilterWord("fine"), FilterWord("b\0d")]
        let refusal = FieldRules.rejection(of: words, countMax: 10, limits: Limits())
        #expect(refusal?.code == .wordListInvalid)
        #expect(refusal?.message.contains("Word 2") == true)
    }

    @Test(arguments: bounds.filter { ["liveName", "notice", "nickname", "reason"].contains($0.name) })
    func `a name, title or reason may not change the direction of the text around it, else 110110`(
        bound: Bound
    ) {
        for number in Array(UInt32(0x202A)...0x202E) + Array(0x2066...0x2069) {
            let control = Unicode.Scalar(number).map(String.init) ?? ""
            for text in [control, "Nova" + control, control + "Nova", "No\(control)va"] {
                let refusal = bound.check(text)
                #expect(refusal?.code.rawValue == 110_110, "\(bound.name)")
                #expect(refusal?.message.contains("\"\(bound.name)\" has the character U+20") == true)
            }
        }
        // Marks of a text's own direction, joiners, and the neighbours of the refused characters.
        for number in [0x200C, 0x200D, 0x200E, 0x200F, 0x061C, 0x2029, 0x202F, 0x2065, 0x206A] as [UInt32] {
            let mark = Unicode.Scalar(number).map(String.init) ?? ""
            #expect(bound.check("\(mark)علي\(mark) 12") == nil, "U+\(String(number, radix: 16))")
        }
    }

    @Test(arguments: bounds.filter { ["text", "data", "customInfo", "metadata value"].contains($0.name) })
    func `messages and the app's own texts may have any direction`(bound: Bound) {
        #expect(bound.check("\u{202E}\u{2066}") == nil)
    }

    @Test func `a title that the live already has is not checked again`() {
        var info = TestLive.record().info
        info.liveName = "avoN\u{202E}"
        info.notice = "\u{2066}"
        var settings = RoomSettings()
        settings.liveName = info.liveName
        settings.notice = info.notice
        #expect(FieldRules.rejection(of: settings, over: info) == nil)
        #expect(FieldRules.rejection(of: settings)?.code == .directionControlRefused)
        settings.liveName = "Nova\u{202E}"
        #expect(FieldRules.rejection(of: settings, over: info)?.code == .directionControlRefused)
        settings.liveName = nil
        settings.notice = "\u{2067}"
        #expect(FieldRules.rejection(of: settings, over: info)?.code == .directionControlRefused)
    }

    @Test(arguments: [
        (-1, false), (0, true), (1, true), (315_360_000, true), (315_360_001, false), (Int.max, false),
    ])
    func `a live may outlast its owner's absence or its last member by at most ten years`(
        seconds: Int, isLetThrough: Bool
    ) {
        var settings = RoomSettings()
        settings.ownerAbsenceSeconds = seconds
        #expect(FieldRules.rejection(of: settings)?.code == (isLetThrough ? nil : .illegalParameter))
        settings = RoomSettings()
        settings.emptySeconds = seconds
        #expect(FieldRules.rejection(of: settings)?.code == (isLetThrough ? nil : .illegalParameter))
    }

    @Test(arguments: [(-1, false), (0, true), (9_007_199_254_740_991, true), (9_007_199_254_740_992, false)])
    func `a live's popularity is a number that every client can read`(number: Int, isLetThrough: Bool) {
        var settings = RoomSettings()
        settings.popularity = number
        #expect(FieldRules.rejection(of: settings)?.code == (isLetThrough ? nil : .illegalParameter))
    }

    @Test func `a refusal names the field and its limit`() {
        for bound in Self.bounds where bound.code == .illegalParameter {
            let message = bound.check(String(repeating: "x", count: bound.bytesMax + 1))?.message ?? ""
            #expect(message.contains("\"\(bound.name)\""))
            #expect(message.contains("\(bound.bytesMax)"))
        }
    }

    @Test(arguments: [
        (-1, false), (0, false), (1, true), (199, true), (200, true), (999, true), (1_000, false), (Int.max, false),
    ])
    func `a seat layout is 1 to 999`(number: Int, isLetThrough: Bool) {
        var settings = RoomSettings()
        settings.seatLayoutTemplateID = number
        #expect(FieldRules.rejection(of: settings)?.code == (isLetThrough ? nil : .illegalParameter))
    }

    @Test(arguments: [(-1, false), (0, true), (9, true), (100, true), (101, false)])
    func `a live has 0 to 100 seats`(number: Int, isLetThrough: Bool) {
        var settings = RoomSettings()
        settings.maxSeatCount = number
        #expect(FieldRules.rejection(of: settings)?.code == (isLetThrough ? nil : .illegalParameter))
    }

    @Test(arguments: 0...5)
    func `a live has at most three categories, else 100009`(count: Int) {
        var settings = RoomSettings()
        settings.categoryList = Array(repeating: .max, count: count)
        #expect(FieldRules.rejection(of: settings)?.code == (count <= 3 ? nil : .tooManyTags))
    }

    @Test func `settings are checked with their metadata`() {
        var settings = RoomSettings()
        #expect(FieldRules.rejection(of: settings) == nil)
        settings.metaData = [String(repeating: "k", count: 51): ""]
        #expect(FieldRules.rejection(of: settings)?.code == .metadataKeyTooLong)
    }

    // MARK: - Metadata

    private func metadata(_ count: Int, value: (Int) -> String = { _ in "" }) -> [String: String] {
        Dictionary(uniqueKeysWithValues: (0..<count).map { ("key\($0)", value($0)) })
    }

    @Test func `metadata has at most ten keys, else 100500`() {
        #expect(FieldRules.rejection(ofMetadata: [:]) == nil)
        #expect(FieldRules.rejection(ofMetadata: metadata(10)) == nil)
        #expect(FieldRules.rejection(ofMetadata: metadata(11))?.code == .metadataKeysExceeded)
        #expect(ErrorCode.metadataKeysExceeded.rawValue == 100_500)
    }

    @Test func `a metadata value has at most 2 KB, else 100501`() {
        let value = String(repeating: "v", count: 2_049)
        #expect(FieldRules.rejection(ofMetadata: ["a": "", "b": value])?.code.rawValue == 100_501)
    }

    @Test func `metadata values together have at most 16 KB, else 100502, and keys do not count`() {
        let full = metadata(8) { _ in String(repeating: "v", count: 2_048) }
        #expect(FieldRules.rejection(ofMetadata: full) == nil)
        var more = full
        more["another"] = ""
        #expect(FieldRules.rejection(ofMetadata: more) == nil)
        more["another"] = "v"
        #expect(FieldRules.rejection(ofMetadata: more)?.code.rawValue == 100_502)
        more["another"] = nil
        more["key0"] = String(repeating: "é", count: 1_024)
        #expect(FieldRules.rejection(ofMetadata: more) == nil, "each character has two bytes")
    }

    @Test func `a metadata key has 1 to 50 bytes, else 100504`() {
        #expect(FieldRules.rejection(ofMetadata: [String(repeating: "é", count: 25): ""]) == nil)
        #expect(FieldRules.rejection(ofMetadata: [String(repeating: "é", count: 26): ""])?.code.rawValue == 100_504)
        #expect(FieldRules.rejection(ofMetadata: ["": ""])?.code == .illegalParameter)
    }

    // MARK: - Messages and users

    @Test func `the fields of a text count together, names and values`() {
        let half = String(repeating: "x", count: 1_023)
        #expect(FieldRules.rejection(of: .text("x", extensionInfo: ["a": half, "b": half]), limits: Limits()) == nil)
        let refused = FieldRules.rejection(of: .text("x", extensionInfo: ["aa": half, "b": half]), limits: Limits())
        #expect(refused?.code == .illegalParameter)
    }

    @Test func `a message is limited by the configuration`() {
        var limits = Limits()
        limits.barrageBytesMax = 4
        #expect(FieldRules.rejection(of: .text("four", extensionInfo: [:]), limits: limits) == nil)
        #expect(
            FieldRules.rejection(of: .text("fours", extensionInfo: [:]), limits: limits)?.message.contains("4 bytes")
                == true)
        #expect(FieldRules.rejection(of: .custom(businessID: "b", data: "fours"), limits: limits) != nil)
    }

    @Test func `a user has at most 16 own fields of 500 bytes, counted before base64`() {
        func refused(_ fields: [String: String]) -> Bool {
            var profile = UserProfile()
            profile.customInfo = fields
            return FieldRules.rejection(of: profile) != nil
        }
        // 500 bytes are 668 characters of base64 with one of padding, and 501 bytes are 668 without.
        let most = String(repeating: "A", count: 667)
        #expect(!refused(["field": most + "="]))
        #expect(!refused(["field": most]), "500 bytes without base64 padding are accepted")
        #expect(refused(["field": most + "A"]))
        #expect(refused(["field": String(repeating: "A", count: 10_000)]))
        let sixteen = Dictionary(uniqueKeysWithValues: (1...16).map { ("f\($0)", most + "=") })
        #expect(!refused(sixteen))
        #expect(refused(sixteen.merging(["one more": ""]) { $1 }))
        #expect(!refused([String(repeating: "é", count: 25): ""]))
        #expect(refused([String(repeating: "é", count: 25) + "x": ""]))
    }

    @Test(arguments: [(-1, false), (0, true), (1, true), (2, true), (3, false)])
    func `gender and allowType are 0, 1 or 2`(number: Int, isLetThrough: Bool) {
        var profile = UserProfile()
        profile.gender = number
        #expect(FieldRules.rejection(of: profile)?.code == (isLetThrough ? nil : .illegalParameter))
        profile = UserProfile()
        profile.allowType = number
        #expect(FieldRules.rejection(of: profile)?.code == (isLetThrough ? nil : .illegalParameter))
    }

    @Test func `the app's own numbers of a user may have any value`() {
        var profile = UserProfile(nickname: "N", avatarURL: "A")
        profile.level = .min
        profile.role = .max
        profile.birthday = 20_000_131
        #expect(FieldRules.rejection(of: profile) == nil)
        #expect(FieldRules.rejection(of: UserProfile()) == nil)
    }

    @Test(arguments: [
        (Int64.min, false), (-1, false), (0, true), (1, true), (315_360_000, true), (315_360_001, false), (.max, false),
    ])
    func `a duration is 0 to ten years`(seconds: Int64, isLetThrough: Bool) {
        #expect(FieldRules.rejection(ofSeconds: seconds)?.code == (isLetThrough ? nil : .illegalParameter))
    }
}
