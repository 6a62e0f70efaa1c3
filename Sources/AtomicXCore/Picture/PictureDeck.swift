import RTCRoomEngine

/// Manages all pictures that an app plays. It knows which view plays what, and limits how many play at a time.
///
/// Several views of the same live play independently. If one of them stops, the others keep playing.
@MainActor
final class PictureDeck {
    /// The closures that report on a picture.
    struct Listener {
        var onPlaying: TUIPlayOnPlayingBlock?
        var onLoading: TUIPlayOnLoadingBlock?
        var onError: TUIPlayOnErrorBlock?
        /// Called after each change of the picture. The view itself uses it.
        var changed: (@MainActor () -> Void)?
    }

    /// A view's place on the deck. Deallocating it gives the place back.
    final class Place: Sendable {
        fileprivate let id: Int
        private let giveBack: @Sendable () -> Void

        fileprivate init(id: Int, giveBack: @escaping @Sendable () -> Void) {
            self.id = id
            self.giveBack = giveBack
        }

        deinit { giveBack() }
    }

    private final class Entry {
        let player: any PicturePlayer
        var playback: PicturePlayback
        var listener = Listener()
        var startedAs = 0
        var alarms = 0
        var alarmAt: Int64?

        init(player: any PicturePlayer, limits: PictureLimits) {
            self.player = player
            playback = PicturePlayback(limits: limits)
        }
    }

    private let limits: PictureLimits
    private let source: any PictureSource
    private let clock: any PictureClock
    private let chance: RandomInRange
    private var entries: [Int: Entry] = [:]
    private var places = 0
    private var starts = 0

    init(
        source: any PictureSource, clock: any PictureClock = SystemPictureClock(),
        limits: PictureLimits = PictureLimits(),
        chance: @escaping RandomInRange = { .random(in: $0) }
    ) {
        self.source = source
        self.clock = clock
        self.limits = limits
        self.chance = chance
    }

    /// The number of views that have a place.
    var count: Int { entries.count }

    /// Gives a place to a view, together with the player that plays for it.
    func place(player: any PicturePlayer) -> Place {
        places += 1
        let id = places
        entries[id] = Entry(player: player, limits: limits)
        return Place(id: id) { [weak self, clock] in
            // The last reference may be released on any thread.
            clock.after(milliseconds: 0) { [weak self] in self?.remove(id) }
        }
    }

    /// Plays a live in a view. A second call for the same live only changes the sound. Another live replaces it.
    func start(_ place: Place, liveID: String, isMuted: Bool, listener: Listener) {
        guard let entry = entries[place.id] else { return }
        entry.listener = listener
        starts += 1
        entry.startedAs = starts
        stopOldest(but: place.id)
        feed(place.id, .start(liveID: liveID, isMuted: isMuted))
    }

    /// Stops a view. A start that is still pending is cancelled, and none of its closures is called.
    func stop(_ place: Place) {
        guard let entry = entries[place.id] else { return }
        let changed = entry.listener.changed
        entry.listener = Listener()
        feed(place.id, .stop)
        changed?()
    }

    /// Handles that the picture of a live began, stopped or was interrupted.
    func pictureChanged(in liveID: String) {
        for (id, entry) in entries.sorted(by: { $0.key < $1.key }) where entry.playback.liveID == liveID {
            feed(id, .pictureChanged)
        }
    }

    /// Returns the id of the live that a view plays or tries to play; nil for none.
    func liveID(of place: Place) -> String? { entries[place.id]?.playback.liveID }

    /// Whether a view has a picture that is playing or loading.
    func hasPicture(_ place: Place) -> Bool { entries[place.id]?.playback.hasPicture ?? false }

    /// Runs work after the code that is running now.
    func later(_ work: @escaping @MainActor @Sendable () -> Void) { clock.after(milliseconds: 0, work) }

    /// Stops the view that started first, if one more would exceed the limit.
    private func stopOldest(but id: Int) {
        let others = entries.filter { $0.key != id && $0.value.playback.isActive }
        guard others.count >= limits.playersMax,
            let oldest = others.min(by: { $0.value.startedAs < $1.value.startedAs })
        else { return }
        let listener = oldest.value.listener
        oldest.value.listener = Listener()
        feed(oldest.key, .stop)
        listener.changed?()
        listener.onError?(
            "", .failed, "More than \(limits.playersMax) pictures are to play at a time; this one started first.")
    }

    private func remove(_ id: Int) {
        feed(id, .stop)
        entries[id]?.player.events = nil
        entries[id] = nil
    }

    private func feed(_ id: Int, _ input: PicturePlayback.Input) {
        guard let entry = entries[id] else { return }
        let effects = entry.playback.handle(input, now: clock.nowMilliseconds, chance: chance)
        setAlarm(id, entry)
        for effect in effects { run(effect, id, entry) }
    }

    private func run(_ effect: PicturePlayback.Effect, _ id: Int, _ entry: Entry) {
        let listener = entry.listener
        switch effect {
        case .locate(let liveID, let number):
            source.locate(liveID) { [weak self] in self?.feed(id, .located($0, number: number)) }
        case .open(let address, let isMuted, let number):
            // A player may report an event from within `open`. It is handled later, so that effects run in their order.
            entry.player.events = { [weak self, clock] event in
                clock.after(milliseconds: 0) { [weak self] in self?.feed(id, .player(event, number: number)) }
            }
            entry.player.open(address, isMuted: isMuted)
        case .mute(let isMuted): entry.player.setMuted(isMuted)
        case .close:
            entry.player.events = nil
            entry.player.close()
        case .tellLoading(let userID):
            listener.changed?()
            listener.onLoading?(userID)
        case .tellPlaying(let userID):
            listener.changed?()
            listener.onPlaying?(userID)
        case .tellError(let userID, let error):
            entry.listener = Listener()
            listener.changed?()
            listener.onError?(userID, TUIError(rawValue: error.code), error.message)
        }
    }

    private func setAlarm(_ id: Int, _ entry: Entry) {
        let due = entry.playback.alarm
        guard due != entry.alarmAt else { return }
        entry.alarmAt = due
        entry.alarms += 1
        guard let due else { return }
        clock.after(milliseconds: max(0, due - clock.nowMilliseconds)) { [weak self, alarm = entry.alarms] in
            guard let self, let entry = entries[id], entry.alarms == alarm else { return }
            entry.alarmAt = nil
            feed(id, .alarm)
        }
    }
}
