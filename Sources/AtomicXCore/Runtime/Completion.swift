/// Carries an app's completion closure to the main queue.
///
/// `@unchecked Sendable` is sound because the closure is only called, once, on the stores' queue. Its type in the API is not `@Sendable`,
/// because apps pass closures that capture their views.
struct Completion<Value>: @unchecked Sendable {
    private let closure: ((Result<Value, ErrorInfo>) -> Void)?

    init(_ closure: ((Result<Value, ErrorInfo>) -> Void)?) { self.closure = closure }

    /// Calls the app's closure. This must happen on the stores' queue.
    func callAsFunction(_ result: Result<Value, ErrorInfo>) { closure?(result) }
}

/// Calls a method that takes a completion, and waits for its result.
func awaitCompletion<Value: Sendable>(
    _ call: (@escaping (Result<Value, ErrorInfo>) -> Void) -> Void
) async throws(ErrorInfo) -> Value {
    let result = await withCheckedContinuation { (continuation: CheckedContinuation<Result<Value, ErrorInfo>, Never>) in
        call { continuation.resume(returning: $0) }
    }
    return try result.get()
}
