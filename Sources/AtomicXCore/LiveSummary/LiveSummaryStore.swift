import OvationClient
import OvationModel
import OvationWire

/// What a live has had, as its end page shows it and as it counts up meanwhile.
///
/// It follows the events of the live, and takes over the server's own numbers whenever those come: about once a second,
/// and at the end. State arrives on the main queue, in a busy live every 300 ms.
///
/// `@unchecked Sendable`: what changes is changed on the main queue only.
public class LiveSummaryStore: @unchecked Sendable {
    /// The numbers. They stay after the end, until the next live of this id is entered.
    public let state = StatePublisher(initialState: LiveSummaryState())

    private let runtime: StoreRuntime
    private var statistics = RunningStatistics()
    private lazy var coalescer = Coalescer(queue: runtime.queue) { [weak self] in
        guard let self else { return }
        state.update { $0.summaryData = LiveSummaryData(self.statistics.numbers) }
    }

    init(liveID: String, runtime: StoreRuntime) { self.runtime = runtime }

    /// The store of a live; the same one for the same id.
    public static func create(liveID: String) -> LiveSummaryStore { StoreHub.shared.summary.store(for: liveID) }

    // MARK: On the stores' queue

    func handle(_ event: RoomEvent, at position: EventPosition) {
        guard statistics.apply(event, at: position.at) else { return }
        switch event {
        case .roomSnapshot, .roomEnded: coalescer.flush()
        default: coalescer.changed()
        }
    }
}
