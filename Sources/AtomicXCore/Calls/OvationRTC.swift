/// Carries pictures and voices between the users in the seats of a live.
///
/// Ovation has no WebRTC library of its own. An app that wants guests to be seen and heard brings one behind this protocol, and sets it
/// with ``Ovation/setRTC(_:)``. Ovation says who sits, passes on what two users' apps have to agree on, and knows which servers help.
/// Without it seats work all the same, and nobody in them is seen or heard.
///
/// All methods are called on the main queue, one after the other.
public protocol OvationRTC: AnyObject, Sendable {
    /// The user sits in a live: be connected with these other users in its seats, and with nobody else.
    ///
    /// It is called when the user sits down, and again whenever somebody comes, goes, opens or closes a device, or is locked. A user whose
    /// microphone or camera may not be open (``SeatUserInfo/allowOpenMicrophone``, ``SeatUserInfo/allowOpenCamera``) is not to be heard or
    /// seen, whatever their app sends.
    ///
    /// - Parameters:
    ///   - peers: The other users in seats.
    ///   - user: The user, with what their own devices may do.
    ///   - live: The live, and what goes back to it.
    func connect(to peers: [SeatUserInfo], as user: SeatUserInfo, in live: OvationRTCLive)

    /// Another user in a seat sent something with ``OvationRTCLive/send(_:to:completion:)``, such as a session description or a candidate.
    ///
    /// - Parameters:
    ///   - signal: What was sent. It comes from that user's app, so take nothing in it on trust.
    ///   - userID: The user who sent it.
    ///   - live: The live.
    func receive(_ signal: String, from userID: String, in live: OvationRTCLive)

    /// The user sits no more: end all connections of the live.
    func disconnect(from live: OvationRTCLive)
}

/// A STUN or TURN server, as `RTCIceServer` of WebRTC has it.
public struct OvationICEServer: Equatable, Sendable {
    /// The server's addresses, such as `turn:turn.example.com:3478`.
    public var urls: [String]
    /// The name to log in with; empty if none is needed. It is valid for a limited time.
    public var username: String
    /// The password to log in with; empty if none is needed.
    public var credential: String

    /// Makes the description of a server.
    public init(urls: [String], username: String = "", credential: String = "") {
        self.urls = urls
        self.username = username
        self.credential = credential
    }
}

extension Ovation {
    /// Sets the library that carries pictures and voices between users in seats; nil for none. Call it before the user enters a live.
    ///
    /// It is retained until another one is set. It may be called on any thread.
    public static func setRTC(_ rtc: (any OvationRTC)?) { StoreHub.shared.calls.setLibrary(rtc) }
}
