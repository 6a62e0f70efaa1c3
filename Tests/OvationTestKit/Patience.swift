@preconcurrency import Dispatch
import Foundation
import Synchronization
import Testing

/// Limits how long a test may wait for an event that has to happen.
///
/// A wait that never ends holds up the whole run, and a run that is stopped from outside does not name its test. So every wait in a test,
/// for a socket, a storage or a gate, announces itself here. A wait longer than ``secondsMax`` ends the run at once with the name of the
/// test.
///
/// ```swift
/// let wait = Patience.begin("a held commit")
/// defer { wait.end() }
/// ```
///
/// The limit does not measure speed. It is far longer than any wait takes on a busy machine.
public final class Patience: Sendable {
    /// The longest wait in seconds: `OVATION_TEST_PATIENCE_SECONDS`, or two minutes.
    public static let secondsMax: Int =
        ProcessInfo.processInfo.environment["OVATION_TEST_PATIENCE_SECONDS"].flatMap(Int.init) ?? 120

    /// A wait that is under way.
    public struct Wait: Sendable {
        fileprivate let number: Int
        fileprivate let book: Patience

        /// Ends the wait.
        public func end() { book.end(number) }
    }

    private struct Entry {
        let test: String
        let what: String
        let dueNanoseconds: UInt64
    }

    private struct State {
        var last = 0
        var entries: [Int: Entry] = [:]
    }

    private let state = Mutex(State())

    /// Makes an empty list of waits. Tests share a common list through ``begin(_:)``.
    public init() {}

    /// Begins a wait of the running test. The process ends if the wait takes longer than ``secondsMax``.
    public static func begin(_ what: @autoclosure () -> String) -> Wait {
        _ = watch
        return common.begin(
            what(), by: Test.current.map { $0.displayName ?? $0.name } ?? "outside of tests",
            dueNanoseconds: DispatchTime.now().uptimeNanoseconds + UInt64(secondsMax) * 1_000_000_000)
    }

    /// Looks again and again until a condition holds, for what another thread or process does and tells nobody.
    ///
    /// It rests 5 ms after each look, so that what is waited for has the processor. The condition decides, never the time.
    public static func until(_ what: String, _ holds: () async throws -> Bool) async throws {
        let wait = begin(what)
        defer { wait.end() }
        while try await !holds() { try await Task.sleep(for: .milliseconds(5)) }
    }

    /// Adds a wait that has to end by this time.
    public func begin(_ what: String, by test: String, dueNanoseconds: UInt64) -> Wait {
        state.withLock { state in
            state.last += 1
            state.entries[state.last] = Entry(test: test, what: what, dueNanoseconds: dueNanoseconds)
            return Wait(number: state.last, book: self)
        }
    }

    /// One line for each overdue wait, the longest overdue first.
    public func overdue(atNanoseconds now: UInt64) -> [String] {
        state.withLock { state in
            state.entries.sorted { $0.key < $1.key }.map(\.value).filter { $0.dueNanoseconds <= now }
                .map { "✘ Test \"\($0.test)\" failed: it waits in vain for \($0.what)." }
        }
    }

    private func end(_ number: Int) { _ = state.withLock { $0.entries.removeValue(forKey: number) } }

    private static let common = Patience()

    /// Checks once a second, on a queue of its own that no test can block.
    private static let watch: any DispatchSourceTimer = {
        let timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "ovation.test.patience"))
        timer.schedule(deadline: .now() + 1, repeating: 1)
        timer.setEventHandler {
            let overdue = common.overdue(atNanoseconds: DispatchTime.now().uptimeNanoseconds)
            guard !overdue.isEmpty else { return }
            let end = "error: the run ends here, after \(secondsMax) s (OVATION_TEST_PATIENCE_SECONDS)"
            try? FileHandle.standardOutput.write(contentsOf: Data((overdue + [end, ""]).joined(separator: "\n").utf8))
            // Runs no more of the tests' code, which may hold the very lock that the test waits for.
            _exit(70)
        }
        timer.resume()
        return timer
    }()
}
