import OvationBroker
import OvationModel
import OvationSupport
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
        /// The look that first found the live nowhere; nil where none has.
        var absentSince: Int?
        let end: @Sendable () -> Void
    }

    /// A live and the process that was asked about it.
    struct Place: Hashable {
        let liveID: LiveID
        let home: NodeRun
    }

    private struct State {
        var lastNumber = 0
        var looks = 0
        var calls: [Int: Call] = [:]
    }

    /// For how many looks, a second apart, the answer of a home may be on its way that does not run the live any more: it has just ended.
    private static let absentLooksMax = 2

    private let state = Mutex(State())
    /// Planted by a simulation: no call ends before its time.
    private let isPlanted: Bool

    init(bug: HostedBug? = nil) { isPlanted = bug == .callForgotten }

    /// How many have no answer yet.
    var count: Int { state.withLock { $0.calls.count } }

    /// The calls to a process that have no answer yet.
    func numbers(at home: NodeRun) -> Set<Int> {
        state.withLock { state in Set(state.calls.filter { $0.value.home == home }.keys) }
    }

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

    /// Another process runs a live by now. Returns how many calls have ended.
    @discardableResult
    func end(_ place: Place) -> Int { end { $0.liveID == place.liveID && $0.home == place.home } }

    /// A live runs nowhere, as far as is known: it has ended, or its home was lost. What its home answered when it ended may be on its way,
    /// so calls end where two more looks find the same.
    ///
    /// - Returns: how many calls have ended.
    @discardableResult
    func endAbsent(_ place: Place) -> Int {
        let looks = state.withLock { state in
            for (number, call) in state.calls where call.liveID == place.liveID && call.home == place.home {
                state.calls[number]?.absentSince = call.absentSince ?? state.looks
            }
            return state.looks
        }
        return end { call in
            guard call.liveID == place.liveID, call.home == place.home, let since = call.absentSince else {
                return false
            }
            return looks - since >= Self.absentLooksMax
        }
    }

    /// Where calls are under way that were so with the last look, too.
    func look() -> Set<Place> {
        state.withLock { state in
            state.looks += 1
            var places: Set<Place> = []
            for (number, call) in state.calls {
                if call.isWaiting { places.insert(Place(liveID: call.liveID, home: call.home)) }
                state.calls[number]?.isWaiting = true
            }
            return places
        }
    }

    private func end(_ isOver: (Call) -> Bool) -> Int {
        guard !isPlanted else { return 0 }
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
