extension StoreRuntime {
    /// Fails a call that the server cannot carry out yet. Before a login it fails with `notLoggedIn`, like every other call.
    ///
    /// The completion is called on the stores' queue, after the completions of earlier calls of the lane.
    func failUnavailable<Value: Sendable>(
        in lane: CommandLane, _ completion: Completion<Value>, with error: any Error
    ) {
        perform(in: lane, completion) { [self] in
            _ = try client()
            throw error
        }
    }
}
