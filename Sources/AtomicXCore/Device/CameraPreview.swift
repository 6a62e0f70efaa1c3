#if canImport(UIKit) && !os(tvOS) && !os(visionOS)
    import AVFoundation
    import UIKit

    /// The user's own picture, in a view of the app's or of a ``LiveCoreView``.
    ///
    /// There is one, because a session feeds one preview. A test of the camera has it before a view for hosts, and of those the last one
    /// that asked. It is gone with the view that has it.
    final class CameraPreview: UIView {
        static let shared = CameraPreview(frame: .zero)

        private let picture = AVCaptureVideoPreviewLayer(session: MediaCapture.shared.session)
        private var isMirrored = true
        private weak var host: UIView?
        private weak var aboveInHost: UIView?
        private weak var tester: UIView?

        override private init(frame: CGRect) {
            super.init(frame: frame)
            isUserInteractionEnabled = false
            autoresizingMask = [.flexibleWidth, .flexibleHeight]
            picture.videoGravity = .resizeAspectFill
            layer.addSublayer(picture)
        }

        /// Nothing is read of an archive.
        required init?(coder: NSCoder) { nil }

        /// Shows it in the view of a host, below another one there.
        func show(in host: UIView, below sibling: UIView) {
            (self.host, aboveInHost) = (host, sibling)
            place()
        }

        /// Shows it in a view of the app's until ``stopTest()``.
        func startTest(in view: UIView) {
            tester = view
            place()
        }

        /// Gives it back to the view of the host, if there is one.
        func stopTest() {
            tester = nil
            place()
        }

        /// Shows it as in a mirror, or not.
        func setMirrored(_ isMirrored: Bool) {
            self.isMirrored = isMirrored
            adjust()
        }

        /// Mirrors and turns the picture. A camera that was opened has a new connection, which knows nothing of either.
        func adjust() {
            if let scene = window?.windowScene {
                let orientation = PictureOrientation(scene.interfaceOrientation)
                let capture = MediaCapture.shared
                capture.queue.async { capture.setOrientation(orientation) }
                if let connection = picture.connection, connection.isVideoOrientationSupported {
                    connection.videoOrientation = AVCaptureVideoOrientation(orientation)
                }
            }
            guard let connection = picture.connection, connection.isVideoMirroringSupported else { return }
            connection.automaticallyAdjustsVideoMirroring = false
            connection.isVideoMirrored = isMirrored
        }

        override func layoutSubviews() {
            super.layoutSubviews()
            CATransaction.withoutAnimation { picture.frame = bounds }
            adjust()
        }

        override func didMoveToWindow() {
            super.didMoveToWindow()
            adjust()
        }

        private func place() {
            guard let parent = tester ?? host else { return removeFromSuperview() }
            if superview !== parent {
                frame = parent.bounds
                if parent === host, let aboveInHost {
                    parent.insertSubview(self, belowSubview: aboveInHost)
                } else {
                    parent.insertSubview(self, at: 0)
                }
            }
            adjust()
        }
    }

    extension PictureOrientation {
        /// The same orientation, in the words of recordings. Where the system does not know it, the device is taken for upright.
        init(_ orientation: UIInterfaceOrientation) {
            self =
                switch orientation {
                case .portraitUpsideDown: .portraitUpsideDown
                case .landscapeLeft: .landscapeLeft
                case .landscapeRight: .landscapeRight
                default: .portrait
                }
        }
    }
#endif
