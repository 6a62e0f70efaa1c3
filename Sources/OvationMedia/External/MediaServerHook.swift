/// What a media server of one's own asks or tells this one over HTTP.
///
/// nginx with its RTMP module sends a form; SRS and MediaMTX send JSON, whose texts at the top level are handed in. All three name the
/// stream as the publisher's address did, and what the publisher added behind `?`.
public struct MediaServerHook: Sendable {
    /// What it is about.
    public enum Event: Sendable, Hashable {
        /// A publisher begins. A refusal disconnects it.
        case publish
        /// A publisher is still there, or its picture can be watched now.
        case update
        /// A publisher is gone.
        case publishDone
        /// A player begins. A refusal disconnects it.
        case play
        /// Anything else, to be answered with yes: a viewer is gone, a connection was made.
        case other
    }

    /// Which media server it is.
    public enum Dialect: Sendable, Hashable, CaseIterable {
        /// SRS (`on_publish` and the like). It wants a body of `0` for yes.
        case srs
        /// MediaMTX (`authHTTPAddress`, and `runOnReady` and `runOnNotReady` with a form).
        case mediaMTX
    }

    /// What it is about.
    public let event: Event
    /// The name of the stream: the key or the live, as `media.publishURL` has it.
    public let stream: String
    /// The key that the publisher added as `key`, or gave as a password; nil where there is none such.
    public let key: StreamKey?
    /// The address of the publisher or player; empty where it is not told.
    public let address: String
    /// The signature that a player added as `t`; nil where there is none.
    public let signature: String?
    /// What the media server calls the connection, so that its end can be told from that of another one; empty where it has no name.
    public let connection: String

    /// Reads what nginx's RTMP module sends: a form of at most 16 KiB; nil where it is none, or names no stream.
    public init?(nginxForm bytes: some Collection<UInt8>) {
        guard let fields = FormFields.read(bytes), let stream = Self.stream(fields["name"]) else { return nil }
        self.stream = stream
        event = Self.event(fields["call"] ?? "")
        key = fields["key"].flatMap { StreamKey($0) }
        signature = fields["t"]
        address = Self.short(fields["addr"])
        connection = Self.short(fields["clientid"])
    }

    /// Reads the fields of a form, named as in the object that the media server sends; nil where it is none, or names no stream.
    public init?(_ dialect: Dialect, form bytes: some Collection<UInt8>) {
        guard let fields = FormFields.read(bytes) else { return nil }
        self.init(dialect, texts: fields)
    }

    /// Reads the texts of an object that SRS or MediaMTX sends; nil where they name no stream.
    public init?(_ dialect: Dialect, texts: [String: String]) {
        let query: String
        switch dialect {
        case .srs:
            guard let stream = Self.stream(texts["stream"]) else { return nil }
            self.stream = stream
            query = String((texts["param"] ?? "").drop { $0 == "?" })
            connection = Self.short(texts["client_id"])
        case .mediaMTX:
            // The path is "live/<name>", or the name alone.
            let name = texts["path"]?.split(separator: "/").last
            guard let stream = Self.stream(name.map { String($0) }) else { return nil }
            self.stream = stream
            query = texts["query"] ?? ""
            connection = Self.short(texts["id"])
        }
        event = Self.event(texts["action"] ?? "")
        address = Self.short(texts["ip"])
        let added = FormFields.read(query.utf8) ?? [:]
        key = (added["key"] ?? texts["password"]).flatMap { StreamKey($0) }
        signature = added["t"]
    }

    /// A name that is worth to be looked up: no stream here has a longer one.
    private static func stream(_ name: String?) -> String? {
        guard let name, (1...64).contains(name.utf8.count) else { return nil }
        return name
    }

    private static func short(_ name: String?) -> String {
        String(decoding: (name ?? "").utf8.prefix(64), as: UTF8.self)
    }

    private static func event(_ name: String) -> Event {
        switch name {
        case "publish", "on_publish": .publish
        case "update_publish", "on_hls", "ready": .update
        case "publish_done", "on_unpublish", "notReady": .publishDone
        case "play", "on_play", "read", "playback": .play
        default: .other
        }
    }
}
