#if canImport(UIKit)
    import Foundation
    import UIKit

    /// Draws bullets, effects and hearts into a play view.
    final class GiftPlayDrawing: GiftPlaySurface {
        /// The default distance of the lowest bullet from the lower edge, in points.
        private static let bulletsAboveEdge = 365.0
        private static let heartSide = 44.0
        private static let colours: [UIColor] = [
            .systemRed, .systemPink, .systemOrange, .systemYellow, .systemGreen, .systemTeal, .systemBlue,
            .systemIndigo,
            .systemPurple,
        ]

        private weak var view: UIView?
        private weak var model: GiftPlayModel?
        private var bullets: [Int: TUIGiftBulletView] = [:]
        private var filling: UIView?
        private var bulletsBottom: Double?

        init(on view: UIView, model: GiftPlayModel) {
            self.view = view
            self.model = model
        }

        private var texts: GiftTexts { model?.texts ?? GiftTexts() }
        private var hasMotion: Bool { !UIAccessibility.isReduceMotionEnabled }

        func placeBullets(above bottom: Double) {
            bulletsBottom = bottom
            for (track, bullet) in bullets { bullet.frame = place(of: track) }
        }

        func draw(_ action: GiftBulletTracks<TUIGiftData>.Action) {
            switch action {
            case .show(let track, let data): show(data, in: track)
            case .count(let track, let data): bullets[track]?.showCount(of: data)
            case .hide(let track): hide(track)
            }
        }

        func draw(_ hearts: [HeartField.Heart]) {
            guard hasMotion else { return }
            for heart in hearts { rise(heart) }
        }

        func fill(with view: GiftKitView?) {
            filling?.removeFromSuperview()
            filling = view
            guard let view, let stage = self.view else { return }
            view.frame = stage.bounds
            view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
            stage.insertSubview(view, at: 0)
        }

        // MARK: - Bullets

        private func place(of track: Int) -> CGRect {
            let size = view?.bounds.size ?? .zero
            let bottom = bulletsBottom ?? Double(size.height) - Self.bulletsAboveEdge
            let y = bottom - TUIGiftBulletView.height - Double(track) * TUIGiftBulletView.distance
            return CGRect(
                x: 12, y: y, width: min(280, max(0, Double(size.width) - 24)), height: TUIGiftBulletView.height)
        }

        private func show(_ data: TUIGiftData, in track: Int) {
            guard let view else { return }
            let bullet = TUIGiftBulletView(frame: place(of: track))
            bullet.show(data, texts: texts)
            bullets[track] = bullet
            view.addSubview(bullet)
            bullet.alpha = 0
            if hasMotion { bullet.transform = CGAffineTransform(translationX: -bullet.bounds.width, y: 0) }
            UIView.animate(
                withDuration: 0.35, delay: 0, usingSpringWithDamping: 0.8, initialSpringVelocity: 0, options: []
            ) {
                bullet.alpha = 1
                bullet.transform = .identity
            }
        }

        private func hide(_ track: Int) {
            guard let bullet = bullets.removeValue(forKey: track) else { return }
            let rises = hasMotion
            UIView.animate(withDuration: 0.3) {
                bullet.alpha = 0
                if rises { bullet.transform = CGAffineTransform(translationX: 0, y: -30) }
            } completion: { _ in
                bullet.removeFromSuperview()
            }
        }

        // MARK: - Hearts

        private func rise(_ heart: HeartField.Heart) {
            guard let view else { return }
            let (size, side) = (view.bounds.size, Self.heartSide)
            let isRightToLeft = view.effectiveUserInterfaceLayoutDirection == .rightToLeft
            let x = isRightToLeft ? Double(size.width) / 6 - side : Double(size.width) * 5 / 6
            let bottom = Double(size.height) - Double(view.safeAreaInsets.bottom) - 30 - side
            let picture = UIImageView(image: UIImage(systemName: "heart.fill"))
            picture.tintColor = Self.colours[heart.colour % Self.colours.count]
            picture.frame = CGRect(x: x, y: bottom, width: side, height: side)
            picture.transform = CGAffineTransform(scaleX: 0.1, y: 0.1)
            view.addSubview(picture)
            UIView.animate(withDuration: 0.5) {
                picture.transform = .identity
            } completion: { _ in
                let sway = heart.colour.isMultiple(of: 2) ? 24.0 : -24.0
                UIView.animate(withDuration: 2.5, delay: 0, options: [.curveEaseOut]) {
                    picture.alpha = 0
                    picture.transform = CGAffineTransform(translationX: sway, y: -Double(size.height) / 3)
                } completion: { _ in
                    picture.removeFromSuperview()
                }
            }
        }
    }
#endif
