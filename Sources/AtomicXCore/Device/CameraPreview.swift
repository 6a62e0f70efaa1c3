#if canImport(UIKit) && !os(tvOS) && !os(visionOS)
    import AVFoundation
    import UIKit

    /// Shows the user's own camera in a view of the app or of a ``LiveCoreView``.
    ///
    /// There is only one preview, because a capture session feeds only one. A camera test takes it before any host view does. Among host
    /// views, the last one that asked has it. It disappears with the view that has it.
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

        /// Not supported: the view cannot be decoded from an archive.
        required init?(coder: NSCoder) { nil }

        /// Shows the preview in a host view, below one of its subviews.
        func show(in host: UIView, below sibling: UIView) {
            (self.host, aboveInHost) = (host, sibling)
            place()
        }

        /// Shows the preview in a view of the app until ``stopTest()``.
        func startTest(in view: UIView) {
            tester = view
            place()
        }

        /// Gives the preview back to the host view, if there is one.
        func stopTest() {
            tester = nil
            place()
        }

        /// Sets whether the preview is mirrored.
        func setMirrored(_ isMirrored: Bool) {
            self.isMirrored = isMirrored
            adjust()
        }

        /// Sets the preview's mirroring and orientation. A camera that was just opened has a new connection, which has neither setting yet.
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
        /// Converts the orientation of the interface. If the system does not know it, the device counts as upright.
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
