import Foundation
import TUILiveKit

/// An app's own engine. It plays nothing, and ends or fails when the test asks it to.
@MainActor
final class FakeEngine: GiftAnimationEngine {
    struct Failure: Error {}

    weak var delegate: (any GiftAnimationEngineDelegate)?
    let contentView = GiftKitView(frame: .zero)
    private(set) var calls: [String] = []
    var failsAtLoad = false

    func load(path: String) {
        calls.append("load \(path.split(separator: "/").last ?? "")")
        if failsAtLoad { fail() }
    }
    func play() {
        calls.append("play")
        delegate?.giftAnimationEngineDidStart(self)
    }
    func pause() { calls.append("pause") }
    func stop() { calls.append("stop") }
    func setRepeatCount(_ count: Int) { calls.append("repeat \(count)") }
    func seek(to seconds: Double) { calls.append("seek \(seconds)") }

    func finish() { delegate?.giftAnimationEngineDidFinish(self) }
    func fail() { delegate?.giftAnimationEngine(self, didFailWith: Failure()) }
}
