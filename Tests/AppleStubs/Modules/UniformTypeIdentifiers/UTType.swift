public struct UTType: Hashable, Sendable {
    public init?(_ identifier: String) { nil }
    private init(known identifier: String) { self.identifier = identifier }

    public let identifier: String

    public static var mpeg4Movie: UTType { UTType(known: "public.mpeg-4") }
    public static var quickTimeMovie: UTType { UTType(known: "com.apple.quicktime-movie") }
}
