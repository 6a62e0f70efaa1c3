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

    private let state = Mutex(Prepared([]))
    private let changes = Atomic<Int>(0)

    /// The list, in its order.
    package var words: [FilterWord] { state.withLock { $0.words } }

    /// The filter of the list. Making a copy of it copies nothing.
    package var filter: WordFilter { state.withLock { $0.filter } }

    /// Another number after each change. A live that keeps a copy of the filter sees by it whether the copy is still the right one.
    var version: Int { changes.load(ordering: .acquiring) }

    /// Takes over a changed list.
    func replace(_ list: Prepared) {
        state.withLock { $0 = list }
        changes.add(1, ordering: .releasing)
    }
}
