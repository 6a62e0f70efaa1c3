import OvationClient
import OvationModel

/// The entry point of the library. Configure it with a token, and then make a meeting.
///
/// ```swift
/// VideoSDK.config(token: userSig)
/// let meeting = VideoSDK.initMeeting(
///     meetingId: "stage", participantName: "Ada", micEnabled: false, webcamEnabled: false)
/// meeting.addEventListener(self)
/// meeting.join()
/// ```
///
/// Meetings here have participants, and carry messages over the topics of ``PubSub``. They carry no picture and no sound.
public enum VideoSDK {
    struct Settings: Sendable {
        var token = ""
        var serverURL: String?
    }

    static let settings = Locked(Settings())

    /// Sets the token for meetings that are made from now on.
    ///
    /// - Parameter token: A UserSig that the app's backend made for the participant. A server that runs with `--dev` also accepts `dev`.
    public static func config(token: String) { settings.withLock { $0.token = token } }

    /// The server's URL for meetings that are made from now on, for instance `wss://live.example.com`. If it is nil, the library uses the
    /// environment variable `OVATION_SERVER_URL`, the key `OvationServerURL` of the app's Info.plist, or `ws://127.0.0.1:8080`, whichever
    /// it finds first.
    public static var serverURL: String? {
        get { settings.withLock { $0.serverURL } }
        set { settings.withLock { $0.serverURL = newValue } }
    }

    /// Makes a meeting object. Call ``Meeting/join()`` to enter the meeting.
    ///
    /// - Parameters:
    ///   - meetingId: The meeting's id, 1 to 48 characters of printable ASCII. The first participant to join creates the meeting.
    ///   - participantId: The participant's id. If it is nil or empty, the token's user joins. With the token `dev`, a new user joins.
    ///   - participantName: The name that the others see, at most 100 bytes; empty for the id.
    ///   - micEnabled: Has no effect, because meetings here carry no sound.
    ///   - webcamEnabled: Has no effect, because meetings here carry no picture.
    ///   - multiStream: Has no effect.
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
