/// An HTTP callback from the operator's own media server.
///
/// nginx with its RTMP module sends a form. SRS and MediaMTX send JSON; the caller passes the strings of its top level. All three name the
/// stream as in the publisher's address, and include the query that the publisher added.
public struct MediaServerHook: Sendable {
    /// The kind of event.
    public enum Event: Sendable, Hashable {
        /// A publisher begins. Refusing the callback disconnects it.
        case publish
        /// A publisher is still connected, or its stream has become playable.
        case update
        /// A publisher has disconnected.
        case publishDone
        /// A program beside nginx wants to hand a publisher's picture to the relay.
        case push
        /// A player begins. Refusing the callback disconnects it.
        case play
        /// Any other event, such as a viewer who left. It must be accepted.
        case other
    }

    /// The media server that sends JSON.
    public enum Dialect: Sendable, Hashable, CaseIterable {
        /// SRS (`on_publish` and similar). A response body of `0` means yes.
        case srs
        /// MediaMTX: `authHTTPAddress`, and forms from `runOnReady` and `runOnNotReady`.
        case mediaMTX
    }

    /// The kind of event.
    public let event: Event
    /// The name of the stream: the key or the live, depending on `media.publishURL`.
    public let stream: String
    /// The key that the publisher sent as `key` or as a password; nil if there is none.
    public let key: StreamKey?
    /// The address of the publisher or player; empty if the server does not send it.
    public let address: String
    /// The signature that a player sent as `t`; nil if there is none.
    public let signature: String?
    /// The server's id of the connection; empty if it has none. It tells the end of this connection from the end of another one.
    public let connection: String

    /// Parses a form from nginx's RTMP module, of at most 16 KiB. Returns nil if it is malformed or names no stream.
    public init?(nginxForm bytes: some Collection<UInt8>) {
        guard let fields = FormFields.read(bytes), let stream = Self.stream(fields["name"]) else { return nil }
        self.stream = stream
        event = Self.event(fields["call"] ?? "")
        key = fields["key"].flatMap { StreamKey($0) }
        signature = fields["t"]
        address = Self.short(fields["addr"])
        connection = Self.short(fields["clientid"])
    }

    /// Parses a form whose fields have the names of the server's JSON. Returns nil if it is malformed or names no stream.
    public init?(_ dialect: Dialect, form bytes: some Collection<UInt8>) {
        guard let fields = FormFields.read(bytes) else { return nil }
        self.init(dialect, texts: fields)
    }

    /// Reads the strings of a JSON object from SRS or MediaMTX. Returns nil if they name no stream.
    public init?(_ dialect: Dialect, texts: [String: String]) {
        let query: String
        switch dialect {
        case .srs:
            guard let stream = Self.stream(texts["stream"]) else { return nil }
            self.stream = stream
            query = String((texts["param"] ?? "").drop { $0 == "?" })
            connection = Self.short(texts["client_id"])
        case .mediaMTX:
            // The path is "live/<name>" or just the name.
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

    /// Returns the name if it could be a stream's name. Longer names need no lookup.
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
        case "push": .push
        case "play", "on_play", "read", "playback": .play
        default: .other
        }
    }
}
