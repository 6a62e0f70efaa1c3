import OvationBackend
import OvationBroker
import OvationModel
import OvationObservability
import OvationStorage

/// Calls to homes that are gone. They end as soon as that is known, and not with the time that an answer may take.
///
/// A process that stops says so itself (`NodeNotice.left`). Of one that was killed the broker says that nobody listens there, to the next
/// question. Of one that is frozen, or whose notice was lost, the storage says that its lives are others'.
extension Node {
    /// Answers nothing more to other nodes, and tells them. The last that a server does, when nothing of it runs any more.
    package func leaveOthers() {
        guard let homeLink else { return }
        homeLink.stop()
        peers?.tell(.left)
    }

    /// Another process answers nothing any more.
    func homeLeft(_ run: NodeRun) {
        homes?.forgetHomes(at: NodeSeat(slot: Int64(run.slot), incarnation: run.incarnation))
        homeLink?.link.endCalls(at: run)
        services.background.submit { await self.followHomes() }
    }

    /// Where calls have waited since the last look, a second ago or so. Each process that they are at is asked whether it is there:
    /// where nobody listens, they end.
    func callsThatWait() -> Set<HomeCalls.Place> {
        guard let link = homeLink?.link else { return [] }
        let places = link.calls.look()
        var asked: Set<NodeRun> = []
        for place in places.sorted(by: { ($0.liveID, $0.home.incarnation) < ($1.liveID, $1.home.incarnation) })
        where asked.insert(place.home).inserted {
            link.ask(.runs(place.liveID), at: place.home) { [weak link] result in
                guard let link, case .success(let bytes) = result, case .notHere? = try? HomeAnswer(bytes) else {
                    return
                }
                link.metrics.homeCallsEnded(link.calls.endAbsent(place))
            }
        }
        return places
    }

    /// Ends the calls to processes that do not run their lives any more.
    ///
    /// - Parameters:
    ///   - places: where calls were before the homes were read.
    ///   - homes: as they were read.
    func endCalls(_ places: Set<HomeCalls.Place>, _ homes: [LiveID: LiveHome]) {
        guard let link = homeLink?.link else { return }
        for place in places.sorted(by: { $0.liveID < $1.liveID }) {
            guard let seat = homes[place.liveID]?.node else {
                link.metrics.homeCallsEnded(link.calls.endAbsent(place))
                continue
            }
            if seat.slot == place.home.slot, seat.incarnation == place.home.incarnation { continue }
            link.metrics.homeCallsEnded(link.calls.end(place))
        }
    }
}
