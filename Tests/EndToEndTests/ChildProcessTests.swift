import Foundation
import OvationProcess
import Testing

@Suite(.timeLimit(.minutes(1))) struct ChildProcessTests {
    @Test func `a child process whose starting thread blocks signals can still be stopped`() async throws {
        let child = try Self.spawnWithSignalsBlocked(["/bin/sleep", "600"])
        child.signal(SIGTERM)
        #expect(await child.end() == 128 + SIGTERM)
    }

    #if os(Linux)
        @Test func `a child has nothing that is open here but its own streams`() async throws {
            var sockets: [Int32] = [0, 0]
            // As event loops open theirs: children inherit them.
            try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &sockets) == 0)
            defer { for socket in sockets { close(socket) } }
            let script = #"for each in "$@"; do [ -e "/dev/fd/$each" ] && echo open; done; echo looked"#
            let (process, output) = try ChildOutput.open {
                try ChildProcess.spawn(
                    ["/bin/sh", "-c", script, "look"] + sockets.map(String.init), output: $0, error: .nothing)
            }
            let text = await output.text()
            #expect(await process.end() == 0)
            #expect(text == "looked\n")
        }
    #endif

    private static func spawnWithSignalsBlocked(_ arguments: [String]) throws -> ChildProcess {
        var (all, before) = (sigset_t(), sigset_t())
        sigfillset(&all)
        pthread_sigmask(SIG_SETMASK, &all, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        return try ChildProcess.spawn(arguments, output: .nothing, error: .nothing)
    }
}
