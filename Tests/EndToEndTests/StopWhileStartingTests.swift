import Foundation
import OvationProcess
import OvationTestKit
import Testing

/// A real server that is told to stop before it serves.
@Suite(.timeLimit(.minutes(5)))
struct StopWhileStartingTests {
    /// Starts a server, tells it to stop when a condition has come, and waits for its end.
    ///
    /// - Parameters:
    ///   - isTime: Waits for the moment; given the server's process and its log.
    ///   - afterSignal: Called when it was told to stop.
    private static func stop(
        _ arguments: [String], folder: URL, _ isTime: (_ process: ChildProcess, _ log: URL) async throws -> Void,
        afterSignal: () -> Void = {}
    ) async throws -> (status: Int32, text: String) {
        let log = folder.appendingPathComponent("log")
        let process = try ChildProcess.spawn(
            [
                ServerProcess.binary().path, "serve", "--dev", "--quiet", "--port", "0",
                "--data", folder.appendingPathComponent("data").path, "--log-format", "json",
            ] + arguments, output: .appending(log.path), error: .appending(log.path))
        try await isTime(process, log)
        process.signal(SIGTERM)
        afterSignal()
        let status = await process.end()
        return (status, try String(contentsOf: log, encoding: .utf8))
    }

    #if os(Linux)
        /// What the kernel says of a process, by name.
        private static func state(of process: ChildProcess, _ name: String) throws -> String {
            let text = try String(contentsOfFile: "/proc/\(process.id)/status", encoding: .utf8)
            let line = text.split(separator: "\n").first { $0.hasPrefix("\(name):") }
            return line?.dropFirst(name.count + 1).trimmingCharacters(in: .whitespaces) ?? ""
        }

        /// Whether a process has ended, or has said what becomes of SIGTERM.
        private static func hasTrapped(_ process: ChildProcess) throws -> Bool {
            let caught = UInt64(try state(of: process, "SigCgt"), radix: 16) ?? 0
            return try caught & (1 << UInt64(SIGTERM - 1)) != 0 || state(of: process, "State").hasPrefix("Z")
        }

        @Test func `a server that is told to stop while it waits for its data folder ends with 0 and serves nobody`()
            async throws
        {
            var ends: [(status: Int32, text: String)] = []
            // It waits for the folder for two seconds only, which may be too short for a busy machine.
            for _ in 0..<10 {
                let folder = try ServerProcess.temporaryFolder()
                defer { try? FileManager.default.removeItem(at: folder) }
                let data = folder.appendingPathComponent("data")
                try FileManager.default.createDirectory(at: data, withIntermediateDirectories: true)
                let held = open(data.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
                try #require(held >= 0 && flock(held, LOCK_EX) == 0)
                let end = try await Self.stop([], folder: folder) { process, _ in
                    while try !Self.hasTrapped(process) { await Task.yield() }
                } afterSignal: {
                    close(held)
                }
                ends.append(end)
                if !end.text.contains("is in use") { break }
            }
            let last = try #require(ends.last)
            #expect(last.status == 0, "\(ends)")
            #expect(!last.text.contains("is listening on"), "\(last.text)")
        }
    #endif

    #if Cluster
        @Test func `a server that is told to stop while its database does not answer ends with 0`() async throws {
            let folder = try ServerProcess.temporaryFolder()
            defer { try? FileManager.default.removeItem(at: folder) }
            let (listening, port) = try LocalSocket.listen()
            defer { close(listening) }
            let url = "postgres://ada:secret@127.0.0.1:\(port)/ovation"
            let end = try await Self.stop(["--storage.url", url], folder: folder) { _, _ in
                await withCheckedContinuation { (connected: CheckedContinuation<Void, Never>) in
                    Thread.detachNewThread {
                        // Left open: the other side waits for an answer until its own time is over.
                        _ = accept(listening, nil, nil)
                        connected.resume()
                    }
                }
            }
            #expect(end.status == 0, "\(end.text)")
            #expect(end.text.contains("told to stop while it waited for the database"), "\(end.text)")
            #expect(!end.text.contains("secret"), "\(end.text)")
        }

        @Test(.enabled(if: TestPostgres.isTried, "PostgreSQL is missing: apt-get install postgresql"))
        func `a standby that is told to stop ends with 0`() async throws {
            let folder = try ServerProcess.temporaryFolder()
            defer { try? FileManager.default.removeItem(at: folder) }
            try await TestPostgres.shared.value.withDatabase { url in
                let database = ["--storage.url", url, "--app.secret", TestServer.secret, "--cluster.nodeName"]
                let first = try await ServerProcess.start(
                    data: folder.appendingPathComponent("first"), arguments: database + ["first"])
                let end = try await Self.stop(database + ["second"], folder: folder) { _, log in
                    while try !String(contentsOf: log, encoding: .utf8).contains("standing by") { await Task.yield() }
                }
                #expect(end.status == 0, "\(end.text)")
                #expect(await first.terminate().status == 0)
            }
        }
    #endif
}
