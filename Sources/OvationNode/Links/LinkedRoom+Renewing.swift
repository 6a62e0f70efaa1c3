import NIOCore
import OvationBackend
import OvationBroker
import OvationModel
import OvationObservability

/// How the home of a live learns that this node is there and who is in the live here.
///
/// The home answers with where its numbers are, and with some of the sessions that it takes for being here. One that is not is told to be
/// over: its notice was lost. A home that hears nothing of a node for as long as a client may be away lets go of the node's sessions.
extension LinkedRoom {
    /// Tells the home that this node is there, and again in a while.
    func renew() {
        guard !isStopped else { return }
        idleRenewals = hasBegun && isIdle ? idleRenewals + 1 : 0
        guard idleRenewals <= Self.idleRenewalsMax else { return hooks.onGone(self) }
        // A home of an earlier version never answers: what is missing is asked of it from where the numbers began.
        if !hasBegun { beginsAsked += 1 }
        if beginsAsked > Self.beginsMax { hasBegun = true }
        // Nobody waits for the answer of a home that says nothing.
        renewal?.cancel()
        renewal = link.ask(.renew(liveID), at: home) {
            [weak self, loop] result in
            loop.eventLoop.execute { [weak self] in self?.renewed(result) }
        }
        loop.run(after: hasBegun ? Self.renewalMilliseconds : Self.beginMilliseconds) { [weak self] in self?.renew() }
    }

    private func renewed(_ result: Result<[UInt8], BrokerFailure>) {
        guard !isStopped else { return }
        switch result.map({ try? HomeAnswer($0) }) {
        case .success(.renewed(let renewed)?):
            begin(renewed)
            endAbsent(renewed.sessions)
        // It has let go of everybody here, because it had not heard of this node for long.
        case .success(.gone(let batch, let message)?):
            sessions = []
            hand(stream.giveUp(batch: batch, message: message))
        // The next one may get through. A home that is gone, or is the home no more, is found out by who asks it, and by the storage.
        case .success, .failure: break
        }
    }

    /// What the home has sent before this node listened is for nobody here.
    private func begin(_ renewed: HomeAnswer.Renewed) {
        guard !hasBegun else { return }
        hasBegun = true
        if let epoch = stream.epoch, EdgeStream.isLater(epoch, than: renewed.epoch) { return checkSoon() }
        begin(renewed.epoch)
        if stream.message < renewed.message {
            hand(stream.giveUp(batch: renewed.batch, message: renewed.message))
        }
        checkSoon()
    }

    /// Tells the home of sessions that are not here any more, unless they are back with the next renewal: one may be on its way in.
    private func endAbsent(_ known: [SessionID]) {
        let absent = known.filter { !hooks.isHere($0) && !absentSessions.contains($0) }
        guard !absent.isEmpty else { return }
        absentSessions.formUnion(absent)
        loop.run(after: Self.renewalMilliseconds) { [weak self] in
            guard let self, !isStopped else { return }
            // An answer that crosses the notices names the sessions once more.
            loop.run(after: Self.renewalMilliseconds) { [weak self] in self?.absentSessions.subtract(absent) }
            for session in absent where !hooks.isHere(session) {
                link.metrics.sessionsLetGo(1)
                notify(.sessionEnded(session, .heartbeatInterrupt))
            }
        }
    }
}
