/// Work took longer than it may.
package struct DeadlinePassed: Error {}

/// Does something for as long as it may take.
///
/// - Throws: what the work throws; `DeadlinePassed` at the deadline; `CancellationError` as soon as the waiting task is cancelled.
///   The work is cancelled in both cases, and not waited for.
package func withDeadline<Value: Sendable>(
    milliseconds: Int, _ body: @escaping @Sendable () async throws -> Value
) async throws -> Value {
    // No children of this task: it goes on at the deadline, whether or not what it gave up has noticed.
    let outcome = FirstOutcome<Value>()
    let work = Task { outcome.end(await Result { try await body() }) }
    let limit = Task {
        try await Task.sleep(for: .milliseconds(milliseconds))
        outcome.end(.failure(DeadlinePassed()))
    }
    defer {
        work.cancel()
        limit.cancel()
    }
    return try await outcome.value()
}
