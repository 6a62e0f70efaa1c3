package import OvationModel
package import OvationRules
import Synchronization

/// The words that the whole app looks for, ready to be looked for.
package final class WordShelf: Sendable {
    /// A list and its filter.
    struct Prepared: Sendable {
        let words: [FilterWord]
        let filter: WordFilter

        /// Makes the filter of a list, which takes milliseconds where it is long: not on an event loop.
        init(_ words: [FilterWord]) {
            self.words = words
            filter = WordFilter(words)
        }
    }

    private struct State {
        var list = Prepared([])
        /// The list's version in the storage.
        var storedVersion: Int64
    }

    private let state: Mutex<State>
    private let changes = Atomic<Int>(0)

    /// Makes an empty list.
    ///
    /// - Parameter storedVersion: the version of the list that is going to be read.
    init(storedVersion: Int64 = 0) { state = Mutex(State(storedVersion: storedVersion)) }

    /// The list, in its order.
    package var words: [FilterWord] { state.withLock { $0.list.words } }

    /// The filter of the list. Making a copy of it copies nothing.
    package var filter: WordFilter { state.withLock { $0.list.filter } }

    /// The list's version in the storage.
    var storedVersion: Int64 { state.withLock { $0.storedVersion } }

    /// Another number after each change. A live that keeps a copy of the filter sees by it whether the copy is still the right one.
    var version: Int { changes.load(ordering: .acquiring) }

    /// Takes over the list that was kept when the node started.
    func take(_ list: Prepared) { replace(list, storedVersion: storedVersion) }

    /// Takes over a changed list.
    ///
    /// - Parameters:
    ///   - storedVersion: its version in the storage.
    ///   - known: the version that the list must still have, so that what was read of another server's does not replace a newer list of
    ///     one's own; nil for any.
    func replace(_ list: Prepared, storedVersion: Int64, ifVersion known: Int64? = nil) {
        let isReplaced = state.withLock { state in
            guard known.map({ $0 == state.storedVersion }) ?? true else { return false }
            state = State(list: list, storedVersion: storedVersion)
            return true
        }
        if isReplaced { changes.add(1, ordering: .releasing) }
    }
}
