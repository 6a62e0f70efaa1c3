/// How a storm ends the server that serves.
enum StormEnd: Int, CaseIterable, Sendable {
    /// The storm kills the server at a random moment, as a power cut would.
    case killed
    /// The storm kills the server after the database has kept a gift and before the server reads the answer.
    /// A server with a database in its own process is killed at once instead.
    case killedBeforeAnswer
    /// The storm stops the server for longer than its lease lasts, and wakes it when another server serves.
    /// A server without another is killed at once instead.
    case frozen
}
