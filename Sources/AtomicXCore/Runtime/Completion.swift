/// The closure that an app wants to be told by, on its way to the main queue.
///
/// `@unchecked Sendable`: the closure is never touched but to call it, once, on the queue of the stores. Its type in
/// the API is not `@Sendable`, because apps hand in closures over their views.
struct Completion<Value>: @unchecked Sendable {
    private let closure: ((Result<Value, ErrorInfo>) -> Void)?

    init(_ closure: ((Result<Value, ErrorInfo>) -> Void)?) { self.closure = closure }

    /// Tells the app. Only on the stores' queue.
    func callAsFunction(_ result: Result<Value, ErrorInfo>) { closure?(result) }
}

/// Calls a method that takes a completion, and waits for it.
func awaitCompletion<Value: Sendable>(
    _ call: (@escaping (Result<Value, ErrorInfo>) -> Void) -> Void
) async throws(ErrorInfo) -> Value {
    let result = await withCheckedContinuation { (continuation: CheckedContinuation<Result<Value, ErrorInfo>, Never>) in
        call { continuation.resume(returning: $0) }
    }
    return try result.get()
}
