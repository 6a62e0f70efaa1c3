import OvationBackend
import OvationModel

/// Answers once. Confined to an event loop.
final class AnswerOnce: @unchecked Sendable {
    private let body: RoomCall.Answer
    private(set) var isAnswered = false
    private var afterwards: () -> Void = {}

    init(_ body: @escaping RoomCall.Answer) { self.body = body }

    func answer(_ result: Result<RoomReply, Rejection>) {
        guard !isAnswered else { return }
        isAnswered = true
        body(result)
        afterwards()
    }

    /// Has something done behind the answer.
    func onAnswer(_ work: @escaping () -> Void) { afterwards = work }
}
