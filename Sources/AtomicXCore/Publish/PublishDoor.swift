/// Asks the server for permission to publish.
protocol PublishDoor: Sendable {
    /// Asks for a ticket to publish the picture of the user's own live.
    ///
    /// - Parameter answer: Called once, on the main actor, after this method has returned.
    func ticket(
        for liveID: String, answer: @escaping @MainActor @Sendable (Result<FragmentUpload.Ticket, ErrorInfo>) -> Void)
}

/// A connection that sends fragments.
@MainActor
protocol PublishSocket: AnyObject {
    /// Opens a connection. It drops the previous one.
    func connect(_ address: String, events: @escaping @MainActor @Sendable (PublishSocketEvent) -> Void)

    /// Sends a binary frame.
    func send(_ bytes: [UInt8])

    /// Ends the connection. No event comes after it.
    func close(_ code: UInt16)
}

/// An event of a connection.
enum PublishSocketEvent: Equatable, Sendable {
    /// The connection is open.
    case opened
    /// A frame with this many bytes was sent.
    case sent(Int)
    /// The connection ended, or could not be made. The code is 1006 without a close frame.
    case closed(UInt16, reason: String)
}

/// Records the camera and the microphone.
@MainActor
protocol PublishRecorder: AnyObject {
    /// Begins a recording. Its first segment is the initialisation segment.
    func record(
        _ picture: RecordedPicture, bitRate: Int, events: @escaping @MainActor @Sendable (PublishRecorderEvent) -> Void)

    /// Changes the bit rate from the next key frame on.
    func setBitRate(_ bitRate: Int)

    /// Ends the recording. No event comes after it.
    func stop()
}

/// An event of a recording.
enum PublishRecorderEvent: Equatable, Sendable {
    /// The recording made a segment.
    case segment([UInt8], isInitialisation: Bool)
    /// The recording failed. The value is a sentence that says why.
    case failed(String)
}
