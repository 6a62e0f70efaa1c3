import OvationModel
import OvationWire

/// A live that its home hands to another node in order: nothing is decided any more, everything under way is kept, then it is given back.
extension RoomRuntime {
    /// Whether the live decides nothing any more: another node runs it, or is about to.
    var isClosing: Bool { isGivenUp || handingBack != nil }

    func handBack(_ done: @escaping @Sendable (LiveSessionID?) -> Void) {
        store.loop.run {
            // A live that is about to end does so here, before the journal stops.
            guard !self.isClosing, !self.kept.isEnding else { return done(nil) }
            self.handingBack = done
            self.caretaker.stop()
            self.handBackIfIdle()
        }
    }

    /// Says that the live may be given back, once everything that was decided is kept and told.
    func handBackIfIdle() {
        guard let done = handingBack, !isHandedBack, !isGivenUp, kept.isIdle else { return }
        isHandedBack = true
        tellLastWords()
        done(store.start)
    }
}
