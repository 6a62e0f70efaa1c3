import Foundation

/// Shows a card with the gift for a moment, if no engine plays its effect or the effect is not available.
@MainActor
final class StillGiftEngine: GiftAnimationEngine {
    /// How long the card is shown, in milliseconds.
    static let showMilliseconds: Int64 = 2_000

    weak var delegate: (any GiftAnimationEngineDelegate)?
    let card = GiftStillCard(frame: .zero)
    var contentView: GiftKitView { card }

    private lazy var alarm = GiftAlarm(clock: clock) { [weak self] in
        guard let self else { return }
        delegate?.giftAnimationEngineDidFinish(self)
    }
    private let clock: any GiftClock

    init(clock: any GiftClock) { self.clock = clock }

    func load(path: String) {}

    func play() {
        delegate?.giftAnimationEngineDidStart(self)
        alarm.set(clock.nowMilliseconds + Self.showMilliseconds)
    }

    func pause() { alarm.set(nil) }

    func stop() { alarm.set(nil) }

    func setRepeatCount(_ count: Int) {}

    func seek(to seconds: Double) {}
}
