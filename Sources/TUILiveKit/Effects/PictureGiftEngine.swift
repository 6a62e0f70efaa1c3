#if canImport(UIKit)
    import Foundation
    import ImageIO
    import UIKit

    /// Plays animated images: WebP, GIF, PNG and all other formats that the system decodes. A still image is shown for a moment.
    final class PictureGiftEngine: GiftAnimationEngine {
        /// How long a still image is shown, in seconds.
        private static let stillSeconds = 2.0
        /// The limits of a frame's duration, in seconds. Many files contain meaningless durations.
        private static let frameSeconds = 0.02...10.0
        /// The most frames of an image.
        private static let framesMax = 1_000

        /// The queue that decodes frames. A large frame takes longer than the main thread can wait.
        private static let decoding = DispatchQueue(label: "ovation.picture-gift")

        /// The frames of a file. It is safely `Sendable`: ImageIO allows reading a source on any thread, and the queue `decoding` reads one
        /// frame at a time.
        private struct Frames: @unchecked Sendable {
            let source: CGImageSource

            /// Decodes a frame. Returns nil if that fails.
            func decoded(_ index: Int) -> UIImage? {
                let options = [kCGImageSourceShouldCacheImmediately: true] as CFDictionary
                return CGImageSourceCreateImageAtIndex(source, index, options).map { UIImage(cgImage: $0) }
            }
        }

        /// The reason why an image cannot be played.
        private enum Failure: Error { case unreadable }

        weak var delegate: (any GiftAnimationEngineDelegate)?
        private let screen = UIImageView(frame: .zero)
        private var frames: Frames?
        /// Counts loaded files, so that a frame decoded too late is not shown in the next file.
        private var file = 0
        private var isDecoding = false
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
            frames = Frames(source: source)
        }

        func play() {
            guard frames != nil, startedAt == nil else { return }
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
            frames = nil
            file += 1
            isDecoding = false
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

        /// Shows the current frame, and returns when it ends.
        private func show() {
            guard let frames, let startedAt, let length = ends.last else { return }
            let time = now - startedAt
            let round = Int(time / length)
            guard repeatCount < 0 || round < repeatCount else {
                self.startedAt = nil
                delegate?.giftAnimationEngineDidFinish(self)
                return
            }
            let inside = time - Double(round) * length
            let index = ends.firstIndex { inside < $0 } ?? ends.count - 1
            decode(index, of: frames)
            alarms += 1
            let alarm = alarms
            DispatchQueue.main.asyncAfter(deadline: .now() + max(0, ends[index] - inside)) { [weak self] in
                MainActor.assumeIsolated {
                    guard let self, self.alarms == alarm else { return }
                    self.show()
                }
            }
        }

        /// Shows a frame as soon as it is decoded. If the previous one is still being decoded, this one is skipped.
        private func decode(_ index: Int, of frames: Frames) {
            guard !isDecoding else { return }
            isDecoding = true
            let file = file
            Self.decoding.async { [weak self] in
                let picture = frames.decoded(index)
                DispatchQueue.main.async {
                    MainActor.assumeIsolated {
                        guard let self, self.file == file else { return }
                        self.isDecoding = false
                        if let picture { self.screen.image = picture }
                    }
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
