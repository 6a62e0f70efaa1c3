package import Foundation
import Synchronization

/// The history of a node, which one task writes and calls of the console read.
package final class NodeHistoryShelf: Sendable {
    private let state: Mutex<(history: NodeHistory, added: Int)>

    /// Makes an empty one.
    package init(minutesMax: Int) { state = Mutex((NodeHistory(minutesMax: minutesMax), 0)) }

    /// How many minutes were added in this run.
    package var minutesAdded: Int { state.withLock { $0.added } }

    /// Takes in a reading.
    package func add(_ reading: NodeReading) {
        state.withLock { state in
            let before = state.history.minutes.last?.number
            state.history.add(reading)
            if state.history.minutes.last?.number != before { state.added += 1 }
        }
    }

    /// Takes up what an earlier run has kept.
    package func takeUp(_ data: Data) { state.withLock { $0.history.takeUp(data) } }

    /// What is kept for the next run.
    package func kept() -> Data { state.withLock { $0.history }.kept() }

    /// See ``NodeHistory/points(minuteCount:until:pointsMax:)``.
    package func points(
        minuteCount: Int, until now: Int64, pointsMax: Int
    ) -> (minutesPerPoint: Int, points: [NodeHistory.Minute]) {
        state.withLock { $0.history }.points(minuteCount: minuteCount, until: now, pointsMax: pointsMax)
    }
}
