#if canImport(UIKit) && !os(tvOS) && !os(visionOS)
    import AVFoundation
    import CoreImage
    import UIKit

    /// The system's camera and microphone, in one capture session that all parts of the app share.
    ///
    /// `@unchecked Sendable` is sound because everything that changes is used on `queue` only.
    final class MediaCapture: NSObject, @unchecked Sendable {
        static let shared = MediaCapture()

        /// The pixel format of the camera's pictures, which is the one that encoders expect.
        static let pixelFormat = kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange

        /// The queue on which devices are opened and samples arrive. It is not the main queue, because opening a device takes a while.
        let queue = DispatchQueue(label: "ovation.capture")
        let session = AVCaptureSession()
        private let pictures = AVCaptureVideoDataOutput()
        private let sounds = AVCaptureAudioDataOutput()
        private var camera: AVCaptureDeviceInput?
        private var microphone: AVCaptureDeviceInput?
        private var isVoiceMuted = false
        private var recording: SegmentRecording?
        private var standIn: CIImage?
        private var orientation = PictureOrientation.portrait
        private var isInBackground = false
        private var observers: [any NSObjectProtocol] = []
        /// Called on the queue when the system closed a device that was open.
        private var lost: (@Sendable (LocalDevice) -> Void)?

        override private init() {
            super.init()
            pictures.alwaysDiscardsLateVideoFrames = true
            pictures.videoSettings = [kCVPixelBufferPixelFormatTypeKey as String: Self.pixelFormat]
            pictures.setSampleBufferDelegate(self, queue: queue)
            sounds.setSampleBufferDelegate(self, queue: queue)
            session.automaticallyConfiguresApplicationAudioSession = false
            session.beginConfiguration()
            if session.canAddOutput(pictures) { session.addOutput(pictures) }
            if session.canAddOutput(sounds) { session.addOutput(sounds) }
            session.commitConfiguration()
            observe()
        }

        private func observe() {
            let center = NotificationCenter.default
            observers = [
                center.addObserver(forName: AVCaptureSession.runtimeErrorNotification, object: session, queue: nil) {
                    [weak self] note in
                    let error = note.userInfo?[AVCaptureSessionErrorKey] as? AVError
                    let isReset = error?.code == .mediaServicesWereReset
                    self?.queue.async { [weak self] in self?.broke(isReset: isReset) }
                },
                center.addObserver(forName: UIApplication.didEnterBackgroundNotification, object: nil, queue: nil) {
                    [weak self] _ in self?.queue.async { [weak self] in self?.setInBackground(true) }
                },
                center.addObserver(forName: UIApplication.willEnterForegroundNotification, object: nil, queue: nil) {
                    [weak self] _ in self?.queue.async { [weak self] in self?.setInBackground(false) }
                },
            ]
        }

        // MARK: Devices, on the queue

        /// Sets the closure that is called, on the queue, when the system closed a device that was open.
        func setLost(_ lost: @escaping @Sendable (LocalDevice) -> Void) { self.lost = lost }

        func openCamera(isFront: Bool, quality: VideoQuality) throws(DeviceFailure) {
            guard
                let device = AVCaptureDevice.default(
                    .builtInWideAngleCamera, for: .video, position: isFront ? .front : .back)
                    ?? AVCaptureDevice.default(for: .video)
            else { throw .missing }
            camera = try exchange(camera, for: device)
            setQuality(quality)
            straighten()
            start()
        }

        func closeCamera() {
            if let camera { session.removeInput(camera) }
            camera = nil
            recording?.cameraClosed()
            stopIfUnused()
        }

        func setQuality(_ quality: VideoQuality) {
            let preset: AVCaptureSession.Preset =
                switch quality {
                case .quality360P, .quality540P: .iFrame960x540
                case .quality720P: .hd1280x720
                case .quality1080P: .hd1920x1080
                }
            if session.canSetSessionPreset(preset) { session.sessionPreset = preset }
        }

        func openMicrophone() throws(DeviceFailure) {
            guard let device = AVCaptureDevice.default(for: .audio) else { throw .missing }
            microphone = try exchange(microphone, for: device)
            recording?.setMicrophone(isOpen: isVoiceTaken)
            start()
        }

        func closeMicrophone() {
            if let microphone { session.removeInput(microphone) }
            microphone = nil
            recording?.setMicrophone(isOpen: isVoiceTaken)
            stopIfUnused()
        }

        /// Sets whether recordings leave the voice out, as if the microphone were closed. It stays open.
        func setVoiceMuted(_ isMuted: Bool) {
            isVoiceMuted = isMuted
            recording?.setMicrophone(isOpen: isVoiceTaken)
        }

        /// Whether recordings take the voice.
        private var isVoiceTaken: Bool { microphone != nil && !isVoiceMuted }

        /// The current loudness of the voice, in decibels relative to the loudest; nil if the microphone is closed.
        var decibels: Float? { sounds.connection(with: .audio)?.audioChannels.first?.averagePowerLevel }

        private func exchange(
            _ old: AVCaptureDeviceInput?, for device: AVCaptureDevice
        ) throws(DeviceFailure) -> AVCaptureDeviceInput {
            let new: AVCaptureDeviceInput
            do { new = try AVCaptureDeviceInput(device: device) } catch { throw .occupied }
            session.beginConfiguration()
            defer { session.commitConfiguration() }
            if let old { session.removeInput(old) }
            // A session refuses a camera that does not support the size that was set for the other one. Every camera supports `.high`.
            let size = session.sessionPreset
            if !session.canAddInput(new), session.canSetSessionPreset(.high) { session.sessionPreset = .high }
            guard session.canAddInput(new) else {
                if let old, session.canAddInput(old) { session.addInput(old) }
                if session.canSetSessionPreset(size) { session.sessionPreset = size }
                throw .failed
            }
            session.addInput(new)
            return new
        }

        /// Sets the orientation of the screen.
        func setOrientation(_ orientation: PictureOrientation) {
            guard orientation != self.orientation else { return }
            self.orientation = orientation
            straighten()
        }

        /// Turns pictures upright, however the camera is built in.
        private func straighten() {
            guard let connection = pictures.connection(with: .video), connection.isVideoOrientationSupported else {
                return
            }
            let recorded = orientation.recorded(isWide: recording?.picture.isWide ?? false)
            connection.videoOrientation = AVCaptureVideoOrientation(recorded)
        }

        private func start() { if !session.isRunning { session.startRunning() } }

        private func stopIfUnused() { if camera == nil, microphone == nil, session.isRunning { session.stopRunning() } }

        // MARK: Events of the system, on the queue

        /// Handles a session that failed. A phone call only interrupts a session, which the system resumes by itself.
        private func broke(isReset: Bool) {
            guard !isReset else { return restart() }
            if camera != nil {
                closeCamera()
                lost?(.camera)
            }
            if microphone != nil {
                closeMicrophone()
                lost?(.microphone)
            }
        }

        private func restart() { if camera != nil || microphone != nil { start() } }

        private func setInBackground(_ isInBackground: Bool) {
            self.isInBackground = isInBackground
            if isInBackground { recording?.pause() } else { recording?.resume() }
        }

        // MARK: Recording, on the queue

        /// Begins a recording, which replaces the previous one; nil only ends it.
        func record(_ recording: SegmentRecording?) {
            self.recording?.stop()
            self.recording = recording
            straighten()
            guard let recording else { return }
            recording.setStandIn(standIn)
            recording.setMicrophone(isOpen: isVoiceTaken)
            if isInBackground { recording.pause() }
            recording.start { [session] in CMClockGetTime(session.synchronizationClock ?? CMClockGetHostTimeClock()) }
        }

        func setBitRate(_ bitRate: Int) { recording?.setBitRate(bitRate) }

        /// Sets the image that is recorded while the camera is closed; nil for black.
        func setStandIn(_ image: UIImage?) {
            standIn = image.flatMap { CIImage.upright($0) }
            recording?.setStandIn(standIn)
        }
    }

    extension MediaCapture: AVCaptureVideoDataOutputSampleBufferDelegate, AVCaptureAudioDataOutputSampleBufferDelegate {
        func captureOutput(
            _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
        ) {
            // A sample may still arrive after its device was closed.
            if output === pictures, camera != nil {
                recording?.take(picture: sampleBuffer)
            } else if output === sounds, isVoiceTaken {
                recording?.take(voice: sampleBuffer)
            }
        }
    }

    extension AVCaptureVideoOrientation {
        /// Converts the orientation to the system's type.
        init(_ orientation: PictureOrientation) {
            self =
                switch orientation {
                case .portrait: .portrait
                case .portraitUpsideDown: .portraitUpsideDown
                case .landscapeRight: .landscapeRight
                case .landscapeLeft: .landscapeLeft
                }
        }
    }
#endif
