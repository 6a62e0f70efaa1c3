import OvationStorage

/// What a storm kills: a server that starts again, or one of a pair.
protocol StormTarget: Sendable {
    /// Where clients connect, before and after every kill.
    var url: String { get }
    /// How long another server took to serve after each end of one, in milliseconds; empty if there is no other.
    var takeOverMilliseconds: [Int] { get }
    /// Starts what does not run.
    func start() async throws
    /// Ends the server that serves.
    func end(_ way: StormEnd) async throws
    /// Asks everything to stop, and returns the exit status; 0 is a stop in order.
    func terminate() async -> Int32
    /// What was kept, after the stop.
    func storage() async throws -> any Storage
}
