import OvationClient
import OvationModel
import OvationWire

/// The totals of a live, for a display during the live and for the page at its end.
///
/// The store counts the events of the live, and takes the server's own numbers whenever they come: about once a second, and at the end.
/// State arrives on the main queue, in a busy live every 300 ms.
///
/// `@unchecked Sendable` is sound because mutable properties are used on the main queue only.
public class LiveSummaryStore: @unchecked Sendable {
    /// The totals. They stay after the end, until the user enters the next live with this id.
    public let state = StatePublisher(initialState: LiveSummaryState())

    private let runtime: StoreRuntime
    private var statistics = RunningStatistics()
    private lazy var throttle = ChangeThrottle(queue: runtime.queue) { [weak self] in
        guard let self else { return }
        state.update { $0.summaryData = LiveSummaryData(self.statistics.numbers) }
    }

    init(liveID: String, runtime: StoreRuntime) { self.runtime = runtime }

    /// Returns the store of a live. It is the same store for the same id.
    public static func create(liveID: String) -> LiveSummaryStore { StoreHub.shared.summary.store(for: liveID) }

    // MARK: On the stores' queue

    func handle(_ event: RoomEvent, at position: EventPosition) {
        guard statistics.apply(event, at: position.at) else { return }
        switch event {
        case .roomSnapshot, .roomEnded: throttle.flush()
        default: throttle.changed()
        }
    }
}
