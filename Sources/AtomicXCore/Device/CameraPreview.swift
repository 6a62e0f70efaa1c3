#if canImport(UIKit) && !os(tvOS) && !os(visionOS)
    import AVFoundation
    import UIKit

    /// The user's own picture in a layer of the app's.
    @MainActor
    final class CameraPreview {
        /// The one of views for hosts. There is one camera, so that the last view that asks has it.
        static let shared = CameraPreview()

        private let layer = AVCaptureVideoPreviewLayer(session: MediaCapture.shared.session)
        private var isMirrored = true

        init() { layer.videoGravity = .resizeAspectFill }

        /// Shows it in a layer, below another one of it or on top.
        func show(in parent: CALayer, below sibling: CALayer?) {
            layer.frame = parent.bounds
            if layer.superlayer !== parent {
                if let sibling { parent.insertSublayer(layer, below: sibling) } else { parent.addSublayer(layer) }
            }
            setMirrored(isMirrored)
        }

        /// Takes it away.
        func hide() { layer.removeFromSuperlayer() }

        /// Shows it as in a mirror, or not.
        func setMirrored(_ isMirrored: Bool) {
            self.isMirrored = isMirrored
            guard let connection = layer.connection, connection.isVideoMirroringSupported else { return }
            connection.automaticallyAdjustsVideoMirroring = false
            connection.isVideoMirrored = isMirrored
        }
    }
#endif
