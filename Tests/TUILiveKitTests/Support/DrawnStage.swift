@testable import TUILiveKit

/// A stage that records one line for everything a play view draws.
@MainActor
final class DrawnStage: GiftPlaySurface {
    private(set) var lines: [String] = []
    private(set) var filling: GiftKitView?

    func draw(_ action: GiftBulletTracks<TUIGiftData>.Action) {
        switch action {
        case .show(let track, let data): lines.append("bullet \(track) \(data.gift.giftId) x\(data.count)")
        case .count(let track, let data): lines.append("count \(track) \(data.gift.giftId) x\(data.count)")
        case .hide(let track): lines.append("gone \(track)")
        }
    }

    func draw(_ hearts: [HeartField.Heart]) { lines.append("hearts \(hearts.count)") }

    func fill(with view: GiftKitView?) {
        filling = view
        switch view {
        case nil: lines.append("empty")
        case let card as GiftStillCard: lines.append("card \(card.text ?? "")")
        default: lines.append("effect")
        }
    }

    func placeBullets(above bottom: Double) { lines.append("bullets above \(bottom)") }
}
