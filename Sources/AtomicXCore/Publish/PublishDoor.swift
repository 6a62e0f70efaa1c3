/// Asks the server where a host publishes.
protocol PublishDoor: Sendable {
    /// Asks where the picture of one's own live is published.
    ///
    /// - Parameter answer: called once, on the main actor, never before this returns.
    func ticket(
        for liveID: String, answer: @escaping @MainActor @Sendable (Result<FragmentUpload.Ticket, ErrorInfo>) -> Void)
}

/// A connection that takes fragments.
@MainActor
protocol PublishSocket: AnyObject {
    /// Makes a connection. What was there is cut.
    func connect(_ address: String, events: @escaping @MainActor @Sendable (PublishSocketEvent) -> Void)

    /// Sends a binary frame.
    func send(_ bytes: [UInt8])

    /// Ends the connection. No event comes after it.
    func close(_ code: UInt16)
}

/// What happens to a connection.
enum PublishSocketEvent: Equatable, Sendable {
    /// It takes frames.
    case opened
    /// A frame of so many bytes has left.
    case sent(Int)
    /// It is over, or could not be made; 1006 without a close frame.
    case closed(UInt16, reason: String)
}

/// What records camera and microphone.
@MainActor
protocol PublishRecorder: AnyObject {
    /// Records from now on. The first segment is that of the initialisation.
    func record(
        _ picture: RecordedPicture, bitRate: Int, events: @escaping @MainActor @Sendable (PublishRecorderEvent) -> Void)

    /// Records with another bit rate from the next key frame on.
    func setBitRate(_ bitRate: Int)

    /// Ends the recording. No event comes after it.
    func stop()
}

/// What a recording makes.
enum PublishRecorderEvent: Equatable, Sendable {
    /// A segment.
    case segment([UInt8], isInitialisation: Bool)
    /// It broke off; a sentence that says why.
    case failed(String)
}
