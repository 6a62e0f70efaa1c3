@preconcurrency import Dispatch
import Foundation
import Synchronization
import Testing

/// Bounds how long a test waits for something that has to happen.
///
/// A wait that nobody ends holds up the whole run, and a run that is stopped from outside does not say which test it was. So what waits
/// in a test, be it for a socket, for a storage or for a gate, says so here. A wait that takes longer than ``secondsMax`` ends the run
/// at once, with the name of the test.
///
/// ```swift
/// let wait = Patience.begin("a held commit")
/// defer { wait.end() }
/// ```
///
/// It bounds no speed: the limit is far above what any wait takes on a machine that has other things to do.
public final class Patience: Sendable {
    /// How long a wait may take, in seconds: `OVATION_TEST_PATIENCE_SECONDS`, or two minutes.
    public static let secondsMax: Int =
        ProcessInfo.processInfo.environment["OVATION_TEST_PATIENCE_SECONDS"].flatMap(Int.init) ?? 120

    /// Something that a test waits for.
    public struct Wait: Sendable {
        fileprivate let number: Int
        fileprivate let book: Patience

        /// It has happened, or nobody waits for it any more.
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

    /// Makes an empty book. Tests write into a common one, with ``begin(_:)``.
    public init() {}

    /// Says that the test which runs here begins to wait. Ends the process when that takes longer than ``secondsMax``.
    public static func begin(_ what: @autoclosure () -> String) -> Wait {
        _ = watch
        return common.begin(
            what(), by: Test.current.map { $0.displayName ?? $0.name } ?? "outside of tests",
            dueNanoseconds: DispatchTime.now().uptimeNanoseconds + UInt64(secondsMax) * 1_000_000_000)
    }

    /// Writes a wait down that has to be over at a time.
    public func begin(_ what: String, by test: String, dueNanoseconds: UInt64) -> Wait {
        state.withLock { state in
            state.last += 1
            state.entries[state.last] = Entry(test: test, what: what, dueNanoseconds: dueNanoseconds)
            return Wait(number: state.last, book: self)
        }
    }

    /// What is waited for in vain at a time, a line each and the oldest first.
    public func overdue(atNanoseconds now: UInt64) -> [String] {
        state.withLock { state in
            state.entries.sorted { $0.key < $1.key }.map(\.value).filter { $0.dueNanoseconds <= now }
                .map { "✘ Test \"\($0.test)\" failed: it waits in vain for \($0.what)." }
        }
    }

    private func end(_ number: Int) { _ = state.withLock { $0.entries.removeValue(forKey: number) } }

    private static let common = Patience()

    /// Looks once a second, beside everything that could be held up.
    private static let watch: any DispatchSourceTimer = {
        let timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "ovation.test.patience"))
        timer.schedule(deadline: .now() + 1, repeating: 1)
        timer.setEventHandler {
            let overdue = common.overdue(atNanoseconds: DispatchTime.now().uptimeNanoseconds)
            guard !overdue.isEmpty else { return }
            let end = "error: the run ends here, after \(secondsMax) s (OVATION_TEST_PATIENCE_SECONDS)"
            try? FileHandle.standardOutput.write(contentsOf: Data((overdue + [end, ""]).joined(separator: "\n").utf8))
            // No more of the tests' own code: it may hold the very lock that is waited for.
            _exit(70)
        }
        timer.resume()
        return timer
    }()
}
