import OvationProcess
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
    /// Asks everything to stop, and returns the exit status; 0 is a stop in order. A server that had lost its lease by then, which happens
    /// where a machine gives it no processor for seconds, has ended in order, too.
    func terminate() async -> Int32
    /// What was kept, after the stop.
    func storage() async throws -> any Storage
}

extension StormTarget {
    /// The exit status of a server that has lost its lease.
    private static var startAgainStatus: Int32 { 75 }

    /// The exit status of a server that was told to stop, where one that asks for another start has done nothing wrong.
    static func stopStatus(_ status: Int32) -> Int32 { status == startAgainStatus ? 0 : status }

    /// Waits for the end of a server that was frozen, found out that others serve, and asks for another start.
    ///
    /// - Throws: ``StormServer/Failure`` if it ended in any other way.
    static func awaitEndOfFrozen(_ process: ChildProcess) async throws {
        let status = await process.end()
        guard status == startAgainStatus else {
            throw StormServer.Failure(description: "A server that was frozen ended with status \(status) when it woke.")
        }
    }
}
