import OvationBroker
import OvationModel
import Synchronization

/// The calls of a node to the homes of lives that have no answer yet, so that they end when it is known that no answer comes.
///
/// A call that ends so is of unknown outcome: its home may have done what it was asked. An order is asked again by its id then, and is
/// charged once.
final class HomeCalls: Sendable {
    /// A call that is under way.
    private struct Call {
        let liveID: LiveID
        let home: NodeRun
        /// Whether it was under way when they were looked at the last time.
        var isWaiting = false
        let end: @Sendable () -> Void
    }

    /// A live and the process that was asked about it.
    struct Place: Hashable {
        let liveID: LiveID
        let home: NodeRun
    }

    private struct State {
        var lastNumber = 0
        var calls: [Int: Call] = [:]
    }

    private let state = Mutex(State())

    /// How many have no answer yet.
    var count: Int { state.withLock { $0.calls.count } }

    /// A call begins.
    ///
    /// - Parameter end: has it answered as one of unknown outcome; called once at most, on any thread.
    /// - Returns: its number, for ``finish(_:)``.
    func begin(_ liveID: LiveID, at home: NodeRun, _ end: @escaping @Sendable () -> Void) -> Int {
        state.withLock { state in
            state.lastNumber += 1
            state.calls[state.lastNumber] = Call(liveID: liveID, home: home, end: end)
            return state.lastNumber
        }
    }

    /// A call has its answer.
    func finish(_ number: Int) { state.withLock { $0.calls[number] = nil } }

    /// A process answers nothing any more. Returns how many calls to it have ended.
    @discardableResult
    func end(at home: NodeRun) -> Int { end { $0.home == home } }

    /// A live does not run any more where it was asked. Returns how many calls have ended.
    @discardableResult
    func end(_ place: Place) -> Int { end { $0.liveID == place.liveID && $0.home == place.home } }

    /// Where calls are under way that were so with the last look, too.
    func look() -> Set<Place> {
        state.withLock { state in
            var places: Set<Place> = []
            for (number, call) in state.calls {
                if call.isWaiting { places.insert(Place(liveID: call.liveID, home: call.home)) }
                state.calls[number]?.isWaiting = true
            }
            return places
        }
    }

    private func end(_ isOver: (Call) -> Bool) -> Int {
        let over = state.withLock { state in
            let over = state.calls.filter { isOver($0.value) }
            for number in over.keys { state.calls[number] = nil }
            return over
        }
        // In their order, and without the lock: each answers somebody.
        for (_, call) in over.sorted(by: { $0.key < $1.key }) { call.end() }
        return over.count
    }
}
