/// Carries pictures and voices between the users in the seats of a live.
///
/// Ovation has no WebRTC library of its own. An app that wants guests to be seen and heard brings one behind this protocol, and sets it
/// with ``Ovation/setRTC(_:)``. Ovation says who sits, passes on what two users' apps have to agree on, and knows which servers help.
/// Without it seats work all the same, and nobody in them is seen or heard.
///
/// Where ``OvationRTCLive/mediaServer`` is nil, apps send to each other: connect to each of the peers, and agree by
/// ``OvationRTCLive/send(_:to:completion:)``. Where it is not, a media server carries pictures and voices: send to it once, and take each
/// peer from it. Signals are not needed then.
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

/// Where users in seats send and take each other, where the operator's server has a media server (`rtc.engine: janus`).
///
/// Each request shows `Authorization: Bearer` with the ticket, and names a session that its `Location` has:
///
/// - Sending: `POST` ``address`` with an offer (`application/sdp`). 201 has the answer.
/// - Taking a user: `POST` ``address`` with `?of=` and the user's id, and an offer that receives. 406 has the media server's offer, which
///   the app answers by `PATCH` of the `Location` (`application/sdp`). 404 while that user sends nothing: try again soon.
/// - Candidates that come later: `PATCH` of the `Location`, `application/trickle-ice-sdpfrag`.
/// - The voice alone of a user: `PATCH`, `application/json`, `{"video": false}`.
/// - The end: `DELETE` of the `Location`.
///
/// What a seat keeps closed is closed at the media server, and who leaves the seat is ended there, whatever their app does.
public struct OvationMediaServer: Equatable, Sendable {
    /// The absolute address for requests.
    public var address: String
    /// What to show there. It holds for an hour, and is renewed whenever somebody sits down.
    public var ticket: String

    /// Makes the description of a media server.
    public init(address: String, ticket: String) {
        self.address = address
        self.ticket = ticket
    }
}

extension Ovation {
    /// Sets the library that carries pictures and voices between users in seats; nil for none. Call it before the user enters a live.
    ///
    /// It is retained until another one is set. It may be called on any thread.
    public static func setRTC(_ rtc: (any OvationRTC)?) { StoreHub.shared.calls.setLibrary(rtc) }
}
