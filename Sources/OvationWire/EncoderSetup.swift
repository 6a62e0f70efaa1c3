public import OvationModel

/// How the owner of a live publishes its picture with an encoder such as OBS, and what became of those who tried.
public struct EncoderSetup: Hashable, Codable, Sendable {
    /// A way on which an encoder reaches the server.
    public struct Way: Hashable, Codable, Sendable {
        /// How: `rtmp`, `whip` or `http`.
        public var kind: String
        /// The server, as encoders call it: an address, or a path from the server's root.
        public var server: String
        /// What goes into the encoder's field for the key, or for the bearer token.
        public var key: String

        /// Makes a way.
        public init(kind: String, server: String, key: String) {
            self.kind = kind
            self.server = server
            self.key = key
        }
    }

    /// What became of a publisher.
    public struct Event: Hashable, Codable, Sendable {
        /// When it happened last.
        public var at: Timestamp
        /// How often.
        public var count: Int
        /// On which way: `relay`, `whip`, `forward`, `nginx`, `srs`, `mediamtx`.
        public var way: String
        /// `refused`, `cut` or `ended`.
        public var outcome: String
        /// The name of the reason.
        public var reason: String
        /// The number of the error; nil where it was none.
        public var code: Int?
        /// What happened and what to change, as a sentence.
        public var message: String

        /// Makes an event.
        public init(
            at: Timestamp, count: Int, way: String, outcome: String, reason: String, code: Int? = nil, message: String
        ) {
            self.at = at
            self.count = count
            self.way = way
            self.outcome = outcome
            self.reason = reason
            self.code = code
            self.message = message
        }
    }

    /// The ways, the best first; empty where the server takes no picture.
    public var ways: [Way]
    /// What became of the last publishers, newest first.
    public var events: [Event]
    /// What the server cannot do with a picture, a sentence each.
    public var notes: [String]?

    /// Makes the answer.
    public init(ways: [Way], events: [Event], notes: [String]? = nil) {
        self.ways = ways
        self.events = events
        self.notes = notes
    }
}
