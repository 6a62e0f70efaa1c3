public import OvationMedia

/// How the pictures of lives are carried.
public struct MediaConfiguration: Sendable {
    /// Who carries them.
    public enum Mode: String, Sendable, CaseIterable {
        /// This server.
        case relay
        /// A media server of one's own.
        case external
        /// No server: lives have no picture.
        case none
    }

    /// Who carries them.
    public var mode: Mode
    /// The publishing address of a media server of one's own; nil when clients get none.
    public var publishURL: AddressTemplate?
    /// The playing address of a media server of one's own; nil when clients get none.
    public var playURL: AddressTemplate?
    /// Where encoders reach the nginx that hands pictures to the relay: `rtmp://live.example.com/live`; nil where there is none.
    public var rtmpURL: String?
    /// Whether watching needs a signed address in public lives too. In others it always does.
    public var playAuthorization: Bool
    /// How long a signed address holds.
    public var playSignatureSeconds: Int
    /// What may be published, and how much of it is kept.
    public var limits: MediaLimits
    /// How WebRTC is carried.
    public var rtc: RTCConfiguration
    /// What is recorded.
    public var recording = RecordingConfiguration()

    /// Makes a configuration; what is not named has the defaults of `ovation config default`.
    public init(
        mode: Mode = .relay, publishURL: AddressTemplate? = nil, playURL: AddressTemplate? = nil,
        rtmpURL: String? = nil, playAuthorization: Bool = false, playSignatureSeconds: Int = 3_600,
        limits: MediaLimits = MediaLimits(),
        rtc: RTCConfiguration = RTCConfiguration()
    ) {
        self.mode = mode
        self.publishURL = publishURL
        self.playURL = playURL
        self.rtmpURL = rtmpURL
        self.playAuthorization = playAuthorization
        self.playSignatureSeconds = playSignatureSeconds
        self.limits = limits
        self.rtc = rtc
    }
}
