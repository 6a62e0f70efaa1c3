import OvationModel
import OvationWire

/// What a live has had, as its end page shows it and as it counts up meanwhile.
///
/// It follows the events of the live, and takes over the server's own numbers whenever those come: about once a second,
/// and at the end. State arrives on the main queue, in a busy live every 300 ms.
///
/// `@unchecked Sendable`: what changes is changed on the main queue only.
public final class LiveSummaryStore: @unchecked Sendable {
    /// The numbers. They stay after the end, until the next live of this id is entered.
    public let state = StatePublisher(initialState: LiveSummaryState())

    private let runtime: StoreRuntime
    private var data = LiveSummaryData()
    /// When the live began, by the server's clock; nil before one has entered.
    private var startedAt: Timestamp?
    private lazy var coalescer = Coalescer(queue: runtime.queue) { [weak self] in
        guard let self else { return }
        state.update { $0.summaryData = self.data }
    }

    init(liveID: String, runtime: StoreRuntime) { self.runtime = runtime }

    /// The store of a live; the same one for the same id.
    public static func create(liveID: String) -> LiveSummaryStore { StoreHub.shared.summary.store(for: liveID) }

    // MARK: On the stores' queue

    func handle(_ event: RoomEvent, at position: EventPosition) {
        switch event {
        case .roomSnapshot(let snapshot): counted(snapshot.statistics, at: position.at, isFinal: true)
        case .roomEnded(let ended): counted(ended.statistics, at: position.at, isFinal: true)
        case .audienceCounted(let counted): self.counted(counted.statistics, at: position.at, isFinal: false)
        case .audienceJoined(let joined):
            change(at: position.at) { $0.totalViewers = UInt(clamping: joined.totalViewers) }
        case .likeReceived(let received):
            change(at: position.at) { $0.totalLikesReceived = UInt(clamping: received.total) }
        case .barrageSent: change(at: position.at) { $0.totalMessageSent += 1 }
        case .giftReceived(let gift):
            change(at: position.at) {
                let gifts = UInt(clamping: gift.count).multipliedReportingOverflow(by: UInt(max(1, gift.to.count)))
                $0.totalGiftsSent = $0.totalGiftsSent.addingClamped(gifts.overflow ? .max : gifts.partialValue)
                $0.totalGiftCoins = $0.totalGiftCoins.addingClamped(UInt(clamping: gift.coins.amount))
            }
        default: break
        }
    }

    private func counted(_ statistics: RoomStatistics, at now: Timestamp, isFinal: Bool) {
        data = LiveSummaryData(statistics)
        startedAt = now.adding(milliseconds: -max(0, statistics.totalDuration))
        if isFinal { coalescer.flush() } else { coalescer.changed() }
    }

    private func change(at now: Timestamp, _ change: (inout LiveSummaryData) -> Void) {
        change(&data)
        if let startedAt {
            data.totalDuration = max(data.totalDuration, UInt(clamping: now.milliseconds(since: startedAt)))
        }
        coalescer.changed()
    }
}

extension UInt {
    /// The sum; the largest number where it is larger.
    fileprivate func addingClamped(_ other: UInt) -> UInt {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? .max : sum
    }
}
