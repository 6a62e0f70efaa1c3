import RTCRoomEngine

/// All pictures of an app that play: which view plays what, and how many at most.
///
/// Views of one live play on their own. One that stops, leaves its window or is freed takes none of the others with it.
@MainActor
final class PictureDeck {
    /// What an app hears of a picture.
    struct Listener {
        var onPlaying: TUIPlayOnPlayingBlock?
        var onLoading: TUIPlayOnLoadingBlock?
        var onError: TUIPlayOnErrorBlock?
        /// Called after each change of a picture, for the view itself.
        var changed: (@MainActor () -> Void)?
    }

    /// A view's place on the deck. It is given back with the last reference.
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
    private let chance: Chance
    private var entries: [Int: Entry] = [:]
    private var places = 0
    private var starts = 0

    init(
        source: any PictureSource, clock: any PictureClock = SystemPictureClock(),
        limits: PictureLimits = PictureLimits(),
        chance: @escaping Chance = { .random(in: $0) }
    ) {
        self.source = source
        self.clock = clock
        self.limits = limits
        self.chance = chance
    }

    /// How many views have a place.
    var count: Int { entries.count }

    /// Gives a view a place, with what plays for it.
    func place(player: any PicturePlayer) -> Place {
        places += 1
        let id = places
        entries[id] = Entry(player: player, limits: limits)
        return Place(id: id) { [weak self, clock] in
            // The last reference may go on any thread.
            clock.after(milliseconds: 0) { [weak self] in self?.remove(id) }
        }
    }

    /// Shows a live in a view. The same live again only changes the sound; another one takes its place.
    func start(_ place: Place, liveID: String, isMuted: Bool, listener: Listener) {
        guard let entry = entries[place.id] else { return }
        entry.listener = listener
        starts += 1
        entry.startedAs = starts
        stopOldest(but: place.id)
        feed(place.id, .start(liveID: liveID, isMuted: isMuted))
    }

    /// Shows nothing in a view any more. A start that is under way is taken back, and none of its closures is called.
    func stop(_ place: Place) {
        guard let entry = entries[place.id] else { return }
        let changed = entry.listener.changed
        entry.listener = Listener()
        feed(place.id, .stop)
        changed?()
    }

    /// Says that the picture of a live began, stopped or broke off.
    func pictureChanged(in liveID: String) {
        for (id, entry) in entries.sorted(by: { $0.key < $1.key }) where entry.playback.liveID == liveID {
            feed(id, .pictureChanged)
        }
    }

    /// Which live a view shows, or tries to; nil for none.
    func liveID(of place: Place) -> String? { entries[place.id]?.playback.liveID }

    /// Whether a view has a picture, moving or loading.
    func hasPicture(_ place: Place) -> Bool { entries[place.id]?.playback.hasPicture ?? false }

    /// Runs work after what runs now.
    func later(_ work: @escaping @MainActor @Sendable () -> Void) { clock.after(milliseconds: 0, work) }

    /// Lets go of the view that started first, where one more would be too many.
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
            // A player may report something before it has opened. It is handled later, so that effects run in their order.
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
