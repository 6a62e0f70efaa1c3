public import Foundation
import OvationClient
import OvationModel

/// Writes down what is said in a live, and translates it.
///
/// Not yet: no speech reaches a server that could write it down. So every method fails with -1, or with -1002 before a login, and the state
/// stays empty.
///
/// Methods may be called on any thread, and complete in the order in which they were called. State and completions arrive on the main
/// queue.
///
/// `@unchecked Sendable` is sound because no property ever changes, and the state is used on the main queue only.
public class AITranscriberStore: NSObject, @unchecked Sendable {
    /// The only store of transcriptions.
    public static var shared: AITranscriberStore { StoreHub.shared.transcriber }

    /// What is being said, in writing.
    public let state = StatePublisher(initialState: TranscriberState())

    private let runtime: StoreRuntime
    private let lane = CommandLane()

    init(runtime: StoreRuntime) {
        self.runtime = runtime
        super.init()
    }

    /// Starts a transcription. Not yet: it fails with -1.
    ///
    /// - Parameters:
    ///   - config: The languages.
    ///   - completion: Called on the main queue. Not yet: it fails with -1, or with -1002 before a login.
    public func startRealtimeTranscriber(config: TranscriberConfig, completion: CompletionClosure?) { fail(completion) }

    /// Changes the languages of the transcription that runs. Not yet: it fails with -1.
    ///
    /// - Parameters:
    ///   - config: The languages.
    ///   - completion: Called on the main queue. Not yet: it fails with -1, or with -1002 before a login.
    public func updateRealtimeTranscriber(config: TranscriberConfig, completion: CompletionClosure?) {
        fail(completion)
    }

    /// Stops the transcription. Not yet: it fails with -1.
    ///
    /// - Parameter completion: Called on the main queue. Not yet: it fails with -1, or with -1002 before a login.
    public func stopRealtimeTranscriber(completion: CompletionClosure?) { fail(completion) }

    private func fail(_ completion: CompletionClosure?) {
        runtime.failUnavailable(
            in: lane, Completion(completion), with: Rejection(.failed, "This server does not write down what is said."))
    }
}
