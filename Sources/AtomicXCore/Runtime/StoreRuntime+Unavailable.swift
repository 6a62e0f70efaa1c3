extension StoreRuntime {
    /// Fails a call that the server cannot carry out yet. Before a login it fails with `notLoggedIn`, like every other call.
    ///
    /// The completion is called on the stores' queue, after the completions of earlier calls of the lane.
    ///
    /// - Parameters:
    ///   - lane: The lane of the store.
    ///   - completion: The app's completion.
    ///   - failed: Called on the stores' queue before the completion.
    ///   - error: The error after a login.
    func failUnavailable<Value: Sendable>(
        in lane: CommandLane, _ completion: Completion<Value>,
        failed: @escaping @Sendable (ErrorInfo) -> Void = { _ in }, with error: any Error
    ) {
        perform(in: lane, completion, failed: failed) { [self] in
            _ = try client()
            throw error
        }
    }
}
