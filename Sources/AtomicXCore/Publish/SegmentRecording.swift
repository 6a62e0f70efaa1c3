#if canImport(UIKit) && !os(tvOS) && !os(visionOS)
    import AVFoundation
    import CoreImage
    import UniformTypeIdentifiers

    /// Writes camera and microphone as fragmented MP4: an initialisation segment, then a fragment a second, each of which begins with a key
    /// frame. ``RecordingRhythm`` says when it begins anew with another initialisation segment; another bit rate is a reason, too.
    ///
    /// `@unchecked Sendable`: everything but what never changes is touched on the queue of ``MediaCapture`` only.
    final class SegmentRecording: @unchecked Sendable {
        /// How often a picture is written while nothing comes from the camera, in seconds.
        private static let standInSeconds = 0.2

        let picture: RecordedPicture
        private let queue: DispatchQueue
        private let tell: @Sendable (PublishRecorderEvent) -> Void
        private let context = CIContext()
        private var rhythm = RecordingRhythm()
        private var bitRate: Int
        private var clock: () -> CMTime = { .invalid }
        private var standIn: CIImage?
        private var drawnStandIn: CVPixelBuffer?
        private var writer: AVAssetWriter?
        private var writerNumber = 0
        private var segments: SegmentTaker?
        private var pictures: AVAssetWriterInput?
        private var adaptor: AVAssetWriterInputPixelBufferAdaptor?
        private var voices: AVAssetWriterInput?
        private var isRunning = false

        init(
            _ picture: RecordedPicture, bitRate: Int, queue: DispatchQueue,
            tell: @escaping @Sendable (PublishRecorderEvent) -> Void
        ) {
            self.picture = picture
            self.bitRate = bitRate
            self.queue = queue
            self.tell = tell
        }

        /// Begins with the next picture.
        ///
        /// - Parameter clock: tells the time that pictures and voice are stamped with.
        func start(clock: @escaping () -> CMTime) {
            self.clock = clock
            isRunning = true
            writeStandInLater()
        }

        /// Ends the recording. No event comes after it.
        func stop() {
            isRunning = false
            end()
        }

        func setBitRate(_ bitRate: Int) {
            guard bitRate != self.bitRate else { return }
            self.bitRate = bitRate
            end()
        }

        func setMicrophone(isOpen: Bool) { rhythm.setMicrophone(isOpen: isOpen) }

        func cameraClosed() { rhythm.camera(at: nil) }

        /// Sets what is written while nothing comes from the camera; nil for black.
        func setStandIn(_ image: CIImage?) {
            standIn = image
            drawnStandIn = nil
        }

        /// Writes nothing until ``resume()``: the system encodes nothing for apps in the background.
        func pause() {
            rhythm.pause()
            end()
        }

        func resume() { rhythm.resume() }

        // MARK: Samples

        func take(picture sample: CMSampleBuffer) {
            guard let buffer = CMSampleBufferGetImageBuffer(sample) else { return }
            let time = CMSampleBufferGetPresentationTimeStamp(sample)
            rhythm.camera(at: time.seconds)
            write(buffer, at: time)
        }

        func take(voice sample: CMSampleBuffer) {
            guard rhythm.voice(at: CMSampleBufferGetPresentationTimeStamp(sample).seconds), let voices,
                voices.isReadyForMoreMediaData
            else { return }
            if !voices.append(sample) { fail() }
        }

        private func write(_ buffer: CVPixelBuffer, at time: CMTime) {
            guard isRunning else { return }
            switch rhythm.picture(at: time.seconds, Self.format(of: buffer)) {
            case .leaveOut: return
            case .beginAnew: begin(at: time)
            case .write: break
            }
            guard let pictures, let adaptor, pictures.isReadyForMoreMediaData else { return }
            if !adaptor.append(buffer, withPresentationTime: time) { fail() }
        }

        private static func format(of buffer: CVPixelBuffer) -> RecordingRhythm.Format {
            RecordingRhythm.Format(
                width: CVPixelBufferGetWidth(buffer), height: CVPixelBufferGetHeight(buffer),
                pixels: CVPixelBufferGetPixelFormatType(buffer))
        }

        // MARK: The stand-in

        private func writeStandInLater() {
            queue.asyncAfter(deadline: .now() + Self.standInSeconds) { [weak self] in
                guard let self, isRunning else { return }
                let now = clock()
                if rhythm.needsStandIn(at: now.seconds), let buffer = standInBuffer() { write(buffer, at: now) }
                writeStandInLater()
            }
        }

        /// The stand-in as large as the pictures of the camera were, so that a camera that opens or closes begins no recording anew.
        private func standInBuffer() -> CVPixelBuffer? {
            let format =
                rhythm.format
                ?? RecordingRhythm.Format(
                    width: picture.width, height: picture.height, pixels: MediaCapture.pixelFormat)
            if let drawnStandIn, Self.format(of: drawnStandIn) == format { return drawnStandIn }
            var made: CVPixelBuffer?
            let status = withUnsafeMutablePointer(to: &made) {
                CVPixelBufferCreate(nil, format.width, format.height, format.pixels, nil, $0)
            }
            guard status == kCVReturnSuccess, let made else { return nil }
            let bounds = CGRect(x: 0, y: 0, width: format.width, height: format.height)
            let black = CIImage(color: CIColor(red: 0, green: 0, blue: 0)).cropped(to: bounds)
            context.render(standIn.map { Self.filling($0, bounds).composited(over: black) } ?? black, to: made)
            drawnStandIn = made
            return made
        }

        private static func filling(_ image: CIImage, _ bounds: CGRect) -> CIImage {
            let extent = image.extent
            guard extent.width > 0, extent.height > 0 else { return image }
            let scale = max(bounds.width / extent.width, bounds.height / extent.height)
            let moved = CGAffineTransform(
                translationX: bounds.midX - extent.midX * scale, y: bounds.midY - extent.midY * scale)
            return image.transformed(by: CGAffineTransform(scaleX: scale, y: scale)).transformed(by: moved).cropped(
                to: bounds)
        }

        // MARK: The writer

        /// Begins a recording whose first fragment has the time of its first picture.
        private func begin(at time: CMTime) {
            dropWriter()
            let writer = AVAssetWriter(contentType: .mpeg4Movie)
            writer.outputFileTypeProfile = .mpeg4AppleHLS
            writer.preferredOutputSegmentInterval = CMTime(
                seconds: RecordedPicture.fragmentSeconds, preferredTimescale: 600)
            writer.initialSegmentStartTime = time
            let segments = taker(number: writerNumber)
            writer.delegate = segments
            let pictures = Self.input(.video, pictureSettings)
            let voices = rhythm.hasVoice ? Self.input(.audio, Self.voiceSettings) : nil
            let adaptor = AVAssetWriterInputPixelBufferAdaptor(
                assetWriterInput: pictures, sourcePixelBufferAttributes: nil)
            for input in [pictures, voices].compactMap({ $0 }) {
                // To add what the writer does not take would end the app.
                guard writer.canAdd(input) else { return fail() }
                writer.add(input)
            }
            (self.writer, self.segments, self.pictures) = (writer, segments, pictures)
            (self.adaptor, self.voices) = (adaptor, voices)
            guard writer.startWriting() else { return fail() }
            writer.startSession(atSourceTime: time)
        }

        private static func input(_ kind: AVMediaType, _ settings: [String: Any]) -> AVAssetWriterInput {
            let input = AVAssetWriterInput(mediaType: kind, outputSettings: settings)
            input.expectsMediaDataInRealTime = true
            return input
        }

        /// Takes the segments of one writer. Those that come after its end are dropped: the next writer's initialisation comes first.
        private func taker(number: Int) -> SegmentTaker {
            SegmentTaker { [weak self, queue] bytes, isInitialisation in
                queue.async { [weak self] in
                    guard let self, number == writerNumber, isRunning else { return }
                    tell(.segment(bytes, isInitialisation: isInitialisation))
                }
            }
        }

        /// Ends what was recorded so far. What was not handed out yet is dropped, a second at most.
        private func end() {
            rhythm.close()
            dropWriter()
        }

        private func dropWriter() {
            writerNumber += 1
            writer?.delegate = nil
            // Only a writer that writes can be cancelled.
            if writer?.status == .writing { writer?.cancelWriting() }
            (writer, segments, pictures, adaptor, voices) = (nil, nil, nil, nil, nil)
        }

        private func fail() {
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

    /// Takes the segments of a writer, which calls it on a queue of its own.
    private final class SegmentTaker: NSObject, AVAssetWriterDelegate, Sendable {
        private let take: @Sendable (_ bytes: [UInt8], _ isInitialisation: Bool) -> Void

        init(take: @escaping @Sendable (_ bytes: [UInt8], _ isInitialisation: Bool) -> Void) { self.take = take }

        func assetWriter(
            _ writer: AVAssetWriter, didOutputSegmentData segmentData: Data, segmentType: AVAssetSegmentType,
            segmentReport: AVAssetSegmentReport?
        ) { take([UInt8](segmentData), segmentType == .initialization) }
    }
#endif
