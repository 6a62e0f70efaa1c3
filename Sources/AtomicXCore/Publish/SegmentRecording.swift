#if canImport(UIKit) && !os(tvOS) && !os(visionOS)
    import AVFoundation
    import CoreImage
    import UIKit
    import UniformTypeIdentifiers

    /// Writes camera and microphone as fragmented MP4: an initialisation segment, then a fragment a second, each of which begins with a key
    /// frame. Another bit rate, or a voice that comes or goes, begins anew with an initialisation segment.
    ///
    /// `@unchecked Sendable`: everything but what never changes is touched on the queue of ``MediaCapture`` only.
    final class SegmentRecording: NSObject, @unchecked Sendable {
        /// How often a picture is written while the camera is closed, in seconds.
        private static let standInSeconds = 0.2
        /// What is written while the camera is closed; nil for black. `nonisolated(unsafe)`: touched on the queue of ``MediaCapture`` only.
        nonisolated(unsafe) private static var standIn: CIImage?

        let picture: RecordedPicture
        private let queue: DispatchQueue
        private let tell: @Sendable (PublishRecorderEvent) -> Void
        private let context = CIContext()
        private var bitRate: Int
        private var hasVoice = false
        private var writer: AVAssetWriter?
        private var pictures: AVAssetWriterInput?
        private var adaptor: AVAssetWriterInputPixelBufferAdaptor?
        private var voices: AVAssetWriterInput?
        private var isRunning = false
        private var cameraSeenAt = CMTime.invalid

        init(
            _ picture: RecordedPicture, bitRate: Int, queue: DispatchQueue,
            tell: @escaping @Sendable (PublishRecorderEvent) -> Void
        ) {
            self.picture = picture
            self.bitRate = bitRate
            self.queue = queue
            self.tell = tell
        }

        static func setStandIn(_ image: UIImage?) { standIn = image?.cgImage.map { CIImage(cgImage: $0) } }

        func start() {
            isRunning = true
            standInAgain()
        }

        func stop() {
            isRunning = false
            end()
        }

        func setBitRate(_ bitRate: Int) {
            guard bitRate != self.bitRate else { return }
            self.bitRate = bitRate
            end()
        }

        func setVoice(_ hasVoice: Bool) {
            guard hasVoice != self.hasVoice else { return }
            self.hasVoice = hasVoice
            end()
        }

        func cameraClosed() { cameraSeenAt = .invalid }

        // MARK: Samples

        func take(picture sample: CMSampleBuffer) {
            guard let buffer = CMSampleBufferGetImageBuffer(sample) else { return }
            cameraSeenAt = CMSampleBufferGetPresentationTimeStamp(sample)
            write(buffer, at: cameraSeenAt)
        }

        func take(voice sample: CMSampleBuffer) {
            guard let voices, voices.isReadyForMoreMediaData else { return }
            if !voices.append(sample) { broke() }
        }

        private func write(_ buffer: CVPixelBuffer, at time: CMTime) {
            guard isRunning else { return }
            if writer == nil { begin(at: time) }
            guard let pictures, let adaptor, pictures.isReadyForMoreMediaData else { return }
            if !adaptor.append(buffer, withPresentationTime: time) { broke() }
        }

        /// Writes the stand-in as long as no picture comes from the camera.
        private func standInAgain() {
            queue.asyncAfter(deadline: .now() + Self.standInSeconds) { [weak self] in
                guard let self, isRunning else { return }
                let now = CMClockGetTime(CMClockGetHostTimeClock())
                if !cameraSeenAt.isValid || now.seconds - cameraSeenAt.seconds > Self.standInSeconds * 2,
                    let buffer = standInBuffer()
                {
                    write(buffer, at: now)
                }
                standInAgain()
            }
        }

        private func standInBuffer() -> CVPixelBuffer? {
            let bounds = CGRect(x: 0, y: 0, width: picture.width, height: picture.height)
            var made: CVPixelBuffer?
            let status = withUnsafeMutablePointer(to: &made) {
                CVPixelBufferCreate(nil, picture.width, picture.height, kCVPixelFormatType_32BGRA, nil, $0)
            }
            guard status == kCVReturnSuccess, let made else { return nil }
            let black = CIImage(color: CIColor(red: 0, green: 0, blue: 0)).cropped(to: bounds)
            context.render(Self.standIn.map { Self.fitted($0, in: bounds).composited(over: black) } ?? black, to: made)
            return made
        }

        private static func fitted(_ image: CIImage, in bounds: CGRect) -> CIImage {
            let size = image.extent.size
            guard size.width > 0, size.height > 0 else { return image }
            let scale = max(bounds.width / size.width, bounds.height / size.height)
            let moved = CGAffineTransform(
                translationX: (bounds.width - size.width * scale) / 2, y: (bounds.height - size.height * scale) / 2)
            return image.transformed(by: CGAffineTransform(scaleX: scale, y: scale)).transformed(by: moved).cropped(
                to: bounds)
        }

        // MARK: The writer

        /// Begins with the first picture: its time is that of the first fragment.
        private func begin(at time: CMTime) {
            let writer = AVAssetWriter(contentType: .mpeg4Movie)
            writer.outputFileTypeProfile = .mpeg4AppleHLS
            writer.preferredOutputSegmentInterval = CMTime(
                seconds: RecordedPicture.fragmentSeconds, preferredTimescale: 600)
            writer.initialSegmentStartTime = time
            writer.delegate = self
            let pictures = AVAssetWriterInput(mediaType: .video, outputSettings: pictureSettings)
            pictures.expectsMediaDataInRealTime = true
            adaptor = AVAssetWriterInputPixelBufferAdaptor(assetWriterInput: pictures, sourcePixelBufferAttributes: nil)
            writer.add(pictures)
            voices = nil
            if hasVoice {
                let voices = AVAssetWriterInput(mediaType: .audio, outputSettings: Self.voiceSettings)
                voices.expectsMediaDataInRealTime = true
                writer.add(voices)
                self.voices = voices
            }
            self.writer = writer
            self.pictures = pictures
            guard writer.startWriting() else { return broke() }
            writer.startSession(atSourceTime: time)
        }

        /// What was written and not handed out yet is let go: what follows is a new time.
        private func end() {
            writer?.delegate = nil
            writer?.cancelWriting()
            (writer, pictures, adaptor, voices) = (nil, nil, nil, nil)
        }

        private func broke() {
            let message = writer?.error?.localizedDescription ?? "The recording broke off."
            isRunning = false
            end()
            tell(.failed(message))
        }

        private var pictureSettings: [String: Any] {
            [
                AVVideoCodecKey: AVVideoCodecType.h264, AVVideoWidthKey: picture.width,
                AVVideoHeightKey: picture.height,
                AVVideoScalingModeKey: AVVideoScalingModeResizeAspectFill,
                AVVideoCompressionPropertiesKey: [
                    AVVideoAverageBitRateKey: bitRate, AVVideoAllowFrameReorderingKey: false,
                    AVVideoMaxKeyFrameIntervalDurationKey: RecordedPicture.fragmentSeconds,
                    AVVideoExpectedSourceFrameRateKey: RecordedPicture.framesPerSecond,
                ] as [String: Any],
            ]
        }

        private static let voiceSettings: [String: any Sendable] = [
            AVFormatIDKey: kAudioFormatMPEG4AAC, AVSampleRateKey: 48_000, AVNumberOfChannelsKey: 1,
            AVEncoderBitRateKey: RecordedPicture.voiceBitRate,
        ]
    }

    extension SegmentRecording: AVAssetWriterDelegate {
        func assetWriter(
            _ writer: AVAssetWriter, didOutputSegmentData segmentData: Data, segmentType: AVAssetSegmentType,
            segmentReport: AVAssetSegmentReport?
        ) {
            tell(.segment([UInt8](segmentData), isInitialisation: segmentType == .initialization))
        }
    }
#endif
