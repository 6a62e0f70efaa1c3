import OvationClient
import OvationModel

/// The entrance: configure it with a token, then make a meeting.
///
/// ```swift
/// VideoSDK.config(token: userSig)
/// let meeting = VideoSDK.initMeeting(
///     meetingId: "stage", participantName: "Ada", micEnabled: false, webcamEnabled: false)
/// meeting.addEventListener(self)
/// meeting.join()
/// ```
///
/// Meetings here carry messages: who is in them, and the topics of ``PubSub``. They carry no picture and no sound.
public enum VideoSDK {
    struct Settings: Sendable {
        var token = ""
        var serverURL: String?
    }

    static let settings = Locked(Settings())

    /// Says with which token meetings are entered that are made from now on.
    ///
    /// - Parameter token: a UserSig, made by the app's backend for the participant; or `dev` against a server that runs with `--dev`.
    public static func config(token: String) { settings.withLock { $0.token = token } }

    /// Where the server is, for meetings that are made from now on: `wss://live.example.com`. Where it is nil, it is the environment's
    /// `OVATION_SERVER_URL`, the key `OvationServerURL` of the app's Info.plist, or `ws://127.0.0.1:8080`.
    public static var serverURL: String? {
        get { settings.withLock { $0.serverURL } }
        set { settings.withLock { $0.serverURL = newValue } }
    }

    /// Makes a meeting. It is entered with ``Meeting/join()``.
    ///
    /// - Parameters:
    ///   - meetingId: which one: 1 to 48 characters of printable ASCII. Who joins first makes it.
    ///   - participantId: who joins. nil or empty for the one whom the token names; with the token `dev`, for somebody new.
    ///   - participantName: what the others see, at most 100 bytes; empty for the id.
    ///   - micEnabled: taken and without effect: meetings here carry no sound.
    ///   - webcamEnabled: taken and without effect: meetings here carry no picture.
    ///   - multiStream: taken and without effect.
    public static func initMeeting(
        meetingId: String, participantId: String? = nil, participantName: String, micEnabled: Bool = false,
        webcamEnabled: Bool = false, multiStream: Bool = true
    ) -> Meeting {
        let settings = settings.withLock { $0 }
        let client = OvationClient(
            configuration: ClientConfiguration(
                serverURL: ClientConfiguration.resolveServerURL(explicit: settings.serverURL)),
            orderJournal: InMemoryOrderJournal())
        return Meeting(
            id: meetingId, Credentials(token: settings.token, participantId: participantId), name: participantName,
            client: client, queue: MainMeetingQueue())
    }
}
