#if canImport(UIKit)
    import AVFoundation
    import UIKit

    /// Draws a ``LiveCoreView``. From the bottom to the top: the picture of the live, the user's own picture, the app's views behind
    /// seats, those over seats, and the one over a battle.
    final class LiveCoreCanvas: LiveCoreDrawing {
        /// Holds views of the app's. A touch beside them goes to what lies below.
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

        /// Puts everything into the view, and follows its size.
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

        /// Viewers see the image, too.
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
                    // To add a view that is there puts it on top: the changes come from the bottom to the top.
                    (widget.key.layer == .background ? background : foreground).addSubview(view)
                case .remove(let view):
                    // The app may have put it elsewhere.
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
    /// What a ``LiveCoreView`` is drawn with where there is no UIKit: nothing.
    @MainActor
    final class LiveCoreCanvas {
        let player = NoPicturePlayer()

        /// There is nothing to put into the view.
        func attach(to view: LiveCoreView) { view.model.sizeChanged(view.bounds.size) }
    }
#endif
