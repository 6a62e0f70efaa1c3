/// How a storm ends the server that serves.
enum StormEnd: Int, CaseIterable, Sendable {
    /// As a power cut does, whatever it is doing.
    case killed
    /// As a power cut does, after the database has kept a gift and before the server has read that. A server with a database in its own
    /// process is killed at once instead.
    case killedBeforeAnswer
    /// Stopped for longer than its lease lasts, and woken when another serves. A server without another is killed at once instead.
    case frozen
}
