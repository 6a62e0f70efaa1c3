import AtomicXCore
import Foundation
import OpenCombineShim

/// Passes events of the model to the play view's delegate.
@MainActor
protocol GiftPlayListener: AnyObject {
    /// A gift was received.
    func received(_ data: TUIGiftData)
    /// The effect of a gift can play as soon as its file is loaded. Returns false if no delegate loads it, so that the kit must do so.
    func wantsEffect(of data: TUIGiftData) -> Bool
}

/// Draws a play view.
@MainActor
protocol GiftPlaySurface: AnyObject {
    /// A bullet appears, changes its count or leaves.
    func draw(_ action: GiftBulletTracks<TUIGiftData>.Action)
    /// Hearts start to rise.
    func draw(_ hearts: [HeartField.Heart])
    /// A view fills the screen; nil for none.
    func fill(with view: GiftKitView?)
    /// Sets the distance from the upper edge of the view to the lower edge of the lowest bullet, in points.
    func placeBullets(above bottom: Double)
}

/// The model of a play view. Gifts become bullets and effects, and likes become hearts. All waiting is limited in time.
@MainActor
final class GiftPlayModel {
    private enum Playing {
        case engine(any GiftAnimationEngine, path: String)
        case card
    }

    weak var listener: (any GiftPlayListener)?
    var surface: (any GiftPlaySurface)?
    var texts = GiftTexts()
    /// The likes of other users since the view shows the live.
    private(set) var likeCount = 0
    private(set) var roomID: String
    private(set) var effects = GiftEffectQueue<TUIGiftData>()
    private(set) var bullets = GiftBulletTracks<TUIGiftData>()
    private var hearts = HeartField()

    private let kit: GiftKit
    private var subscriptions: [AnyCancellable] = []
    /// True if gifts must be shown as soon as the live is known.
    private var isObserving = false
    private var engines: [String: any GiftAnimationEngine] = [:]
    private lazy var card = StillGiftEngine(clock: kit.clock)
    private var playing: Playing?
    /// A file that arrived while another effect plays.
    private var held: String?
    private lazy var alarm = GiftAlarm(clock: kit.clock) { [weak self] in self?.tick() }

    init(roomID: String, kit: GiftKit) {
        self.roomID = roomID
        self.kit = kit
    }

    /// Changes the live. Everything from the previous one disappears.
    func setRoom(_ roomID: String) {
        guard roomID != self.roomID else { return }
        let wasObserving = isObserving
        stopObserving()
        self.roomID = roomID
        likeCount = 0
        if wasObserving { startObserving() }
    }

    /// Starts to show the gifts and likes of the live.
    func startObserving() {
        isObserving = true
        // A view from a storyboard has no live yet.
        guard subscriptions.isEmpty, !roomID.isEmpty else { return }
        let (gifts, likes) = (kit.desk.giftStore(of: roomID), kit.desk.likeStore(of: roomID))
        // The stores publish on the main queue.
        subscriptions = [
            gifts.deliveries.sink { [weak self] delivery in
                MainActor.assumeIsolated { self?.take(delivery) }
            },
            likes.likeEventPublisher.sink { [weak self] event in
                MainActor.assumeIsolated { self?.take(event) }
            },
        ]
        startPlaying()
    }

    /// Starts to show the gifts passed to ``take(_:playsEffect:)``.
    func startPlaying() {
        let failures = kit.failures.sink { [weak self] url in
            MainActor.assumeIsolated { self?.fileFailed(at: url) }
        }
        subscriptions.append(failures)
    }

    /// Stops showing gifts, and drops those that wait.
    func stopObserving() {
        isObserving = false
        subscriptions = []
        effects.removeAll()
        held = nil
        stopPlaying()
        for action in bullets.removeAll() { surface?.draw(action) }
        hearts.removeAll()
        reset()
    }

    // MARK: - Input

    private func take(_ delivery: GiftDelivery) {
        let gift =
            kit.store.material(of: delivery.gift.giftID) ?? TUIGift(delivery.gift, resolve: kit.desk.resolved)
        let data = TUIGiftData(
            giftInfo: delivery.gift, gift: gift, count: delivery.count, sender: delivery.sender,
            receiver: delivery.receivers.first ?? LiveUserInfo(), isOwn: delivery.sender.userID == kit.desk.userID)
        take(data)
    }

    /// Shows a gift: with its effect if it has one, otherwise in a bullet.
    ///
    /// - Parameter playsEffect: False if effects are not wanted or cannot be drawn.
    func take(_ data: TUIGiftData, playsEffect: Bool = true) {
        listener?.received(data)
        if playsEffect, data.isFullScreen {
            let (begin, leftOut) = effects.insert(data, at: now)
            // A gift that the effect queue drops is shown in a bullet, because it was paid for.
            if let leftOut { show(leftOut) }
            if let begin { ask(for: begin) }
        } else {
            show(data)
        }
        reset()
    }

    private func take(_ event: LikeEvent) {
        guard case .onReceiveLikesMessage(_, let added, let sender) = event else { return }
        if sender.userID != kit.desk.userID { likeCount = Int(clamping: UInt(likeCount).addingClamped(added)) }
        let begun = hearts.likes(at: now)
        if !begun.isEmpty { surface?.draw(begun) }
        reset()
    }

    private func show(_ data: TUIGiftData) {
        for action in bullets.insert(data, at: now) { surface?.draw(action) }
    }

    // MARK: - Effects

    /// Plays the file of an effect: that of the gift that is waiting for it, or one that the app has chosen.
    func play(path: String) {
        guard playing == nil else {
            held = path
            return
        }
        _ = effects.start(at: now)
        let kind = (path as NSString).pathExtension.lowercased()
        guard !path.isEmpty, let engine = engines[kind] ?? GiftAnimationEngines.make(for: kind) else {
            return playCard()
        }
        engines[kind] = engine
        playing = .engine(engine, path: path)
        engine.delegate = self
        engine.setRepeatCount(1)
        engine.load(path: path)
        // The engine may have failed immediately.
        guard case .engine(let current, _)? = playing, current === engine else { return }
        surface?.fill(with: engine.contentView)
        engine.play()
        reset()
    }

    private func ask(for data: TUIGiftData) {
        if listener?.wantsEffect(of: data) == true { return }
        guard let url = URL(string: data.gift.animationUrl) else { return playCard() }
        kit.store.giftCacheService.load(url) { [weak self] result in
            MainActor.assumeIsolated {
                // All views are told of a failure. A file that arrives too late must not be used for the next gift.
                guard let self, case .success(let file) = result, let current = self.effects.current,
                    current.stage == .file, current.show.gift === data.gift
                else { return }
                self.play(path: file.path)
            }
        }
    }

    /// Handles a file that is not available.
    private func fileFailed(at url: URL) {
        guard let current = effects.current, current.stage == .file, playing == nil else { return }
        let address = url.absoluteString
        guard current.show.gift.animationUrl == address || current.show.giftInfo.resourceURL == address else { return }
        playCard()
    }

    /// Shows a card for the current gift instead of its effect.
    private func playCard() {
        _ = effects.start(at: now)
        guard let data = effects.current?.show else { return next() }
        playing = .card
        card.delegate = self
        card.card.show(data, texts: texts)
        surface?.fill(with: card.contentView)
        card.play()
        kit.manager.toastSubject.send(texts.effectMissing)
        reset()
    }

    private func next() {
        stopPlaying()
        if let path = held {
            held = nil
            return play(path: path)
        }
        if let data = effects.finish(at: now) { ask(for: data) }
        reset()
    }

    private func stopPlaying() {
        switch playing {
        case .engine(let engine, _)?: engine.stop()
        case .card?: card.stop()
        case nil: return
        }
        playing = nil
        surface?.fill(with: nil)
    }

    private func isPlaying(_ engine: any GiftAnimationEngine) -> Bool {
        switch playing {
        case .engine(let current, _)?: current === engine
        case .card?: card === engine
        case nil: false
        }
    }

    // MARK: - Time

    private var now: Int64 { kit.clock.nowMilliseconds }

    private func tick() {
        if effects.isOverdue(at: now) { overdue() }
        for action in bullets.tick(at: now) { surface?.draw(action) }
        let begun = hearts.tick(at: now)
        if !begun.isEmpty { surface?.draw(begun) }
        reset()
    }

    private func overdue() {
        guard effects.current?.stage == .file else { return next() }
        // The file did not arrive, or an effect that the app has chosen does not end.
        stopPlaying()
        guard let path = held else { return playCard() }
        held = nil
        play(path: path)
    }

    private func reset() {
        alarm.set([effects.deadline, bullets.deadline, hearts.deadline].compactMap(\.self).min())
    }
}

extension GiftPlayModel: GiftAnimationEngineDelegate {
    func giftAnimationEngineDidStart(_ engine: any GiftAnimationEngine) {}

    func giftAnimationEngineDidFinish(_ engine: any GiftAnimationEngine) {
        if isPlaying(engine) { next() }
    }

    func giftAnimationEngine(_ engine: any GiftAnimationEngine, didFailWith error: any Error) {
        guard isPlaying(engine), case .engine(_, let path)? = playing else { return }
        kit.store.giftCacheService.discard(path: path)
        stopPlaying()
        playCard()
    }
}
