/// What is being said, in writing.
///
/// Not yet: no speech is written down, so the list stays empty.
public struct TranscriberState: Sendable {
    /// What was said since the transcription began, oldest first. A message changes until ``TranscriberMessage/isCompleted``.
    public var realtimeMessageList: [TranscriberMessage] = []
}
