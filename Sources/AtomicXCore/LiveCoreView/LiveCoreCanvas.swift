#if canImport(UIKit)
    import AVFoundation
    import UIKit

    /// Draws a ``LiveCoreView``. Its layers from bottom to top are the picture of the live, the user's own picture, the app's views behind
    /// seats, its views over seats, and its view over a battle.
    final class LiveCoreCanvas: LiveCoreDrawing {
        /// Holds views of the app. A touch outside them goes to the view below.
        private final class Sheet: UIView {
            override func hitTest(_ point: CGPoint, with event: UIEvent?) -> UIView? {
                let found = super.hitTest(point, with: event)
                return found === self ? nil : found
            }
        }

        let player = SystemPicturePlayer()
        private let picture = UIView(frame: .zero)
        private let own = UIView(frame: .zero)
        private let ownImage = UIImageView(frame: .zero)
        private let background = Sheet(frame: .zero)
        private let foreground = Sheet(frame: .zero)
        private let battle = Sheet(frame: .zero)
        private var standIn: LiveCoreImage?

        /// Adds all layers to the view, and follows its size.
        func attach(to view: LiveCoreView) {
            for sheet in [picture, own, background, foreground, battle] {
                sheet.frame = view.bounds
                view.addSubview(sheet)
            }
            for sheet in [background, foreground, battle] {
                sheet.autoresizingMask = [.flexibleWidth, .flexibleHeight]
            }
            picture.layer.addSublayer(player.layer)
            picture.isHidden = true
            own.isHidden = true
            ownImage.contentMode = .scaleAspectFill
            ownImage.clipsToBounds = true
            own.addSubview(ownImage)
            view.clipsToBounds = true
            view.model.drawing = self
            view.model.sizeChanged(view.bounds.size)
        }

        func placePicture(_ frame: CGRect, isShown: Bool) {
            picture.frame = frame
            picture.isHidden = !isShown
            CATransaction.withoutAnimation { player.layer.frame = picture.bounds }
        }

        func placeOwnPicture(_ frame: CGRect?, instead: LiveCoreImage?) {
            own.isHidden = frame == nil
            record(instead)
            guard let frame else { return }
            own.frame = frame
            ownImage.frame = own.bounds
            ownImage.image = instead
            ownImage.isHidden = instead == nil
            #if !os(tvOS) && !os(visionOS)
                CameraPreview.shared.show(in: own, below: ownImage)
            #endif
        }

        /// Passes the image on to the recording, because viewers see it too.
        private func record(_ instead: LiveCoreImage?) {
            guard instead !== standIn else { return }
            standIn = instead
            #if !os(tvOS) && !os(visionOS)
                MediaCapture.shared.queue.async { MediaCapture.shared.setStandIn(instead) }
            #endif
        }

        func apply(_ changes: [WidgetBoard<LiveCoreSurface>.Change]) {
            for change in changes {
                switch change {
                case .add(let view, let widget), .move(let view, let widget):
                    view.frame = widget.frame
                    // Adding a view again moves it to the top, and the changes come in order from bottom to top.
                    (widget.key.layer == .background ? background : foreground).addSubview(view)
                case .remove(let view):
                    // The app may have moved the view elsewhere.
                    if view.superview === background || view.superview === foreground { view.removeFromSuperview() }
                }
            }
        }

        func placeBattle(_ view: LiveCoreSurface, _ frame: CGRect?) {
            guard let frame else { return view.removeFromSuperview() }
            view.frame = frame
            if view.superview !== battle { battle.addSubview(view) }
        }
    }
#else
    /// Stands in for the canvas on systems without UIKit. It draws nothing.
    @MainActor
    final class LiveCoreCanvas {
        let player = NoPicturePlayer()

        /// Passes on the size of the view. There are no layers to add.
        func attach(to view: LiveCoreView) { view.model.sizeChanged(view.bounds.size) }
    }
#endif
