#if canImport(UIKit) && !os(tvOS) && !os(visionOS)
    import AVFoundation
    import CoreImage
    import UniformTypeIdentifiers

    /// Writes the camera and the microphone as fragmented MP4: an initialisation segment, and then a fragment each second that begins with
    /// a key frame. ``RecordingRhythm`` decides when it starts over with a new initialisation segment. A change of the bit rate starts over
    /// too.
    ///
    /// `@unchecked Sendable` is sound because everything that changes is used on the queue of ``MediaCapture`` only.
    final class SegmentRecording: @unchecked Sendable {
        /// The interval at which the stand-in is written while the camera sends nothing, in seconds.
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

        /// Begins the recording with the next picture.
        ///
        /// - Parameter clock: Returns the time on the clock that stamps pictures and voice.
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

        /// Sets the image that is written while the camera sends nothing; nil for black.
        func setStandIn(_ image: CIImage?) {
            standIn = image
            drawnStandIn = nil
        }

        /// Pauses until ``resume()``, because the system does not encode for apps in the background.
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

        /// Draws the stand-in in the size of the camera's pictures, so that opening or closing the camera does not start the recording
        /// over.
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

        /// Makes a writer whose first fragment has the time of its first picture.
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
                // Adding an input that the writer does not accept would crash the app.
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

        /// Makes the delegate that gets the segments of one writer. Segments that come after the writer's end are dropped, because the next
        /// writer's initialisation has to come first.
        private func taker(number: Int) -> SegmentTaker {
            SegmentTaker { [weak self, queue] bytes, isInitialisation in
                queue.async { [weak self] in
                    guard let self, number == writerNumber, isRunning else { return }
                    tell(.segment(bytes, isInitialisation: isInitialisation))
                }
            }
        }

        /// Ends the current writer. The part that is not yet a segment is dropped, which is at most a second.
        private func end() {
            rhythm.close()
            dropWriter()
        }

        private func dropWriter() {
            writerNumber += 1
            writer?.delegate = nil
            // Only a writer that is writing can be cancelled.
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

    /// Receives the segments of a writer, on the writer's own queue.
    private final class SegmentTaker: NSObject, AVAssetWriterDelegate, Sendable {
        private let take: @Sendable (_ bytes: [UInt8], _ isInitialisation: Bool) -> Void

        init(take: @escaping @Sendable (_ bytes: [UInt8], _ isInitialisation: Bool) -> Void) { self.take = take }

        func assetWriter(
            _ writer: AVAssetWriter, didOutputSegmentData segmentData: Data, segmentType: AVAssetSegmentType,
            segmentReport: AVAssetSegmentReport?
        ) { take([UInt8](segmentData), segmentType == .initialization) }
    }
#endif
