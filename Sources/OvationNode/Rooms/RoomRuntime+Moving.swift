import Logging
import OvationModel
import OvationObservability
import OvationPictures
import OvationRules
import OvationWire

/// What a live does that is another node's by now. Only the storage says so: a write for the live was refused.
extension RoomRuntime {
    /// Stops running the live. Nothing more is told or decided here.
    func stopRunning() {
        store.loop.preconditionIsHere()
        guard !isGivenUp else { return }
        isGivenUp = true
        rules.followSeats(nil)
        if !isHandedBack { handingBack?(nil) }
        handingBack = nil
        store.services.directory.remove(liveID, store.start)
        store.services.pictures.recordings?.moved(store.start)
        store.services.pictures.ended(store.start, wasPublic: rules.room.info.isPublicVisible)
        store.services.metrics.liveMoved()
        caretaker.stop()
        // First of all, so that clients get none of the answers below: they ask the new home.
        audience.sendAllBack()
        topics.close(Rejection(.liveMoved))
        audience.close()
        for call in awaitingEnd.takeAll().calls { call.reply(.failure(Rejection(.liveMoved))) }
        let calls = awaitingCoHosts.values
        awaitingCoHosts = [:]
        for call in calls { call.reply(.failure(Rejection(.liveMoved))) }
        store.logger.notice("live given up: another server runs it")
    }

    /// Answers a request that came too late. Nothing of it has happened here, and the new home may have had it before.
    func refuseMoved(_ call: RoomCall) {
        if let origin = call.origin { audience.releaseUnlessPresent(origin) }
        call.reply(.failure(Rejection(.liveMoved)))
    }
}
