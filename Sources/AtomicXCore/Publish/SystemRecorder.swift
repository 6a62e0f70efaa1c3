#if canImport(UIKit) && !os(tvOS) && !os(visionOS)
    import AVFoundation
    import UIKit

    /// Records from the devices of ``MediaCapture``.
    final class SystemRecorder: PublishRecorder {
        private var recordings = 0

        func record(
            _ picture: RecordedPicture, bitRate: Int,
            events: @escaping @MainActor @Sendable (PublishRecorderEvent) -> Void
        ) {
            recordings += 1
            let capture = MediaCapture.shared
            let recording = SegmentRecording(picture, bitRate: bitRate, queue: capture.queue) {
                [weak self, number = recordings] event in
                DispatchQueue.main.async { [weak self] in
                    MainActor.assumeIsolated { if self?.recordings == number { events(event) } }
                }
            }
            capture.queue.async { capture.record(recording) }
        }

        func setBitRate(_ bitRate: Int) {
            let capture = MediaCapture.shared
            capture.queue.async { capture.setBitRate(bitRate) }
        }

        func stop() {
            recordings += 1
            let capture = MediaCapture.shared
            capture.queue.async { capture.record(nil) }
        }
    }
#endif
