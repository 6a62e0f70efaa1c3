#if canImport(UIKit) && !os(tvOS) && !os(visionOS)
    import AVFoundation
    import UIKit

    /// Camera and microphone of the system: one session for whatever needs them.
    ///
    /// `@unchecked Sendable`: everything but what never changes is touched on `queue` only.
    final class MediaCapture: NSObject, @unchecked Sendable {
        static let shared = MediaCapture()

        /// Where devices are opened and samples come. Opening takes a while, so that it is not the main queue.
        let queue = DispatchQueue(label: "ovation.capture")
        let session = AVCaptureSession()
        private let pictures = AVCaptureVideoDataOutput()
        private let sounds = AVCaptureAudioDataOutput()
        private var camera: AVCaptureDeviceInput?
        private var microphone: AVCaptureDeviceInput?
        private var recording: SegmentRecording?

        override private init() {
            super.init()
            pictures.alwaysDiscardsLateVideoFrames = true
            pictures.setSampleBufferDelegate(self, queue: queue)
            sounds.setSampleBufferDelegate(self, queue: queue)
            session.automaticallyConfiguresApplicationAudioSession = false
            session.beginConfiguration()
            if session.canAddOutput(pictures) { session.addOutput(pictures) }
            if session.canAddOutput(sounds) { session.addOutput(sounds) }
            session.commitConfiguration()
        }

        // MARK: Devices, on the queue

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
            recording?.setVoice(true)
            start()
        }

        func closeMicrophone() {
            if let microphone { session.removeInput(microphone) }
            microphone = nil
            recording?.setVoice(false)
            stopIfUnused()
        }

        /// How loud the voice is at the moment, in decibels below the loudest; nil where the microphone is closed.
        var decibels: Float? { sounds.connection(with: .audio)?.audioChannels.first?.averagePowerLevel }

        private func exchange(
            _ old: AVCaptureDeviceInput?, for device: AVCaptureDevice
        ) throws(DeviceFailure) -> AVCaptureDeviceInput {
            let new: AVCaptureDeviceInput
            do { new = try AVCaptureDeviceInput(device: device) } catch { throw .occupied }
            session.beginConfiguration()
            defer { session.commitConfiguration() }
            if let old { session.removeInput(old) }
            guard session.canAddInput(new) else {
                if let old, session.canAddInput(old) { session.addInput(old) }
                throw .failed
            }
            session.addInput(new)
            return new
        }

        /// Pictures stand upright, whichever way the device is built.
        private func straighten() {
            guard let connection = pictures.connection(with: .video) else { return }
            let isWide = recording?.picture.isWide ?? false
            if connection.isVideoOrientationSupported {
                connection.videoOrientation = isWide ? .landscapeRight : .portrait
            }
        }

        private func start() { if !session.isRunning { session.startRunning() } }

        private func stopIfUnused() { if camera == nil, microphone == nil, session.isRunning { session.stopRunning() } }

        // MARK: Recording, on the queue

        func record(_ recording: SegmentRecording?) {
            self.recording?.stop()
            self.recording = recording
            straighten()
            recording?.setVoice(microphone != nil)
            recording?.start()
        }

        func setBitRate(_ bitRate: Int) { recording?.setBitRate(bitRate) }

        func setStandIn(_ image: UIImage?) { SegmentRecording.setStandIn(image) }
    }

    extension MediaCapture: AVCaptureVideoDataOutputSampleBufferDelegate, AVCaptureAudioDataOutputSampleBufferDelegate {
        func captureOutput(
            _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
        ) {
            if output === pictures {
                recording?.take(picture: sampleBuffer)
            } else {
                recording?.take(voice: sampleBuffer)
            }
        }
    }
#endif
