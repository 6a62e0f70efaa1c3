import Foundation
import OvationProcess
import Testing

@Suite(.timeLimit(.minutes(1))) struct ChildProcessTests {
    @Test func `a child process whose starting thread blocks signals can still be stopped`() async throws {
        let child = try Self.spawnWithSignalsBlocked(["/bin/sleep", "600"])
        child.signal(SIGTERM)
        #expect(await child.end() == 128 + SIGTERM)
    }

    private static func spawnWithSignalsBlocked(_ arguments: [String]) throws -> ChildProcess {
        var (all, before) = (sigset_t(), sigset_t())
        sigfillset(&all)
        pthread_sigmask(SIG_SETMASK, &all, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        return try ChildProcess.spawn(arguments, output: .nothing, error: .nothing)
    }
}
