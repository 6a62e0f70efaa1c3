#if canImport(UIKit)
    import Foundation
    import ImageIO
    import UIKit

    /// Plays animated pictures: WebP, GIF, PNG and whatever else the system decodes. One that does not move is seen for a moment.
    final class PictureGiftEngine: GiftAnimationEngine {
        /// How long a picture is seen that does not move, in seconds.
        private static let stillSeconds = 2.0
        /// How long one frame is seen at least and at most, in seconds: files have nonsense there.
        private static let frameSeconds = 0.02...10.0
        /// How many frames a picture has at most.
        private static let framesMax = 1_000

        /// Why a picture cannot be played.
        private enum Failure: Error { case unreadable }

        weak var delegate: (any GiftAnimationEngineDelegate)?
        private let screen = UIImageView(frame: .zero)
        private var source: CGImageSource?
        private var ends: [Double] = []
        private var repeatCount = 1
        private var elapsed = 0.0
        private var startedAt: Double?
        private var alarms = 0

        var contentView: GiftKitView { screen }

        init() { screen.contentMode = .scaleAspectFit }

        func load(path: String) {
            stop()
            let url = URL(fileURLWithPath: path) as CFURL
            guard let source = CGImageSourceCreateWithURL(url, nil) else { return fail() }
            let count = min(Self.framesMax, CGImageSourceGetCount(source))
            guard count > 0 else { return fail() }
            var end = 0.0
            ends = (0..<count).map { index in
                end += count == 1 ? Self.stillSeconds : Self.seconds(of: index, in: source)
                return end
            }
            self.source = source
        }

        func play() {
            guard source != nil, startedAt == nil else { return }
            startedAt = now - elapsed
            delegate?.giftAnimationEngineDidStart(self)
            show()
        }

        func pause() {
            guard let startedAt else { return }
            elapsed = now - startedAt
            self.startedAt = nil
            alarms += 1
        }

        func stop() {
            alarms += 1
            startedAt = nil
            elapsed = 0
            source = nil
            ends = []
            screen.image = nil
        }

        func setRepeatCount(_ count: Int) { repeatCount = count < 0 ? -1 : max(1, count) }

        func seek(to seconds: Double) {
            guard seconds.isFinite else { return }
            elapsed = max(0, seconds)
            if startedAt != nil {
                startedAt = now - elapsed
                alarms += 1
                show()
            }
        }

        private var now: Double { ProcessInfo.processInfo.systemUptime }

        /// Shows the frame of the moment and comes back at its end.
        private func show() {
            guard let source, let startedAt, let length = ends.last else { return }
            let time = now - startedAt
            let round = Int(time / length)
            guard repeatCount < 0 || round < repeatCount else {
                self.startedAt = nil
                delegate?.giftAnimationEngineDidFinish(self)
                return
            }
            let inside = time - Double(round) * length
            let index = ends.firstIndex { inside < $0 } ?? ends.count - 1
            if let picture = CGImageSourceCreateImageAtIndex(source, index, nil) {
                screen.image = UIImage(cgImage: picture)
            }
            alarms += 1
            let alarm = alarms
            DispatchQueue.main.asyncAfter(deadline: .now() + max(0, ends[index] - inside)) { [weak self] in
                MainActor.assumeIsolated {
                    guard let self, self.alarms == alarm else { return }
                    self.show()
                }
            }
        }

        private func fail() { delegate?.giftAnimationEngine(self, didFailWith: Failure.unreadable) }

        private static func seconds(of index: Int, in source: CGImageSource) -> Double {
            let kinds = [
                (kCGImagePropertyWebPDictionary, kCGImagePropertyWebPUnclampedDelayTime),
                (kCGImagePropertyGIFDictionary, kCGImagePropertyGIFUnclampedDelayTime),
                (kCGImagePropertyPNGDictionary, kCGImagePropertyAPNGUnclampedDelayTime),
            ]
            let all = CGImageSourceCopyPropertiesAtIndex(source, index, nil) as? [String: Any] ?? [:]
            let delays = kinds.compactMap { dictionary, delay in
                (all[dictionary as String] as? [String: Any])?[delay as String] as? Double
            }
            let seconds = delays.first { $0 > 0 } ?? 0.1
            return min(Self.frameSeconds.upperBound, max(Self.frameSeconds.lowerBound, seconds))
        }
    }
#endif
