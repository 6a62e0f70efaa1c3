#if canImport(UIKit)
    import Foundation
    import QuartzCore
    import SVGA

    /// The layer tree of an effect: a layer for each sprite, ordered and masked as ``SVGA/SVGAScene`` says.
    final class StageLayer: CALayer {
        private var scene = SVGAScene(SVGAMovie(width: 1, height: 1, framesPerSecond: 1, frameCount: 1))
        /// Each group with its layer, and with the sprites in the layer or in its mask.
        private var groups: [(group: SVGAScene.Group, host: CALayer, sprites: [SpriteLayer])] = []

        init(_ item: SVGAVideoEntity) {
            super.init()
            scene = SVGAScene(item.movie)
            anchorPoint = .zero
            bounds = CGRect(origin: .zero, size: item.videoSize)
            masksToBounds = true
            for group in scene.groups {
                let host = CALayer()
                host.frame = bounds
                var sprites = group.sprites.map { SpriteLayer($0, item) }
                for sprite in sprites { host.addSublayer(sprite) }
                // A layer can mask one other layer only, so each group gets its own copy of its mattes.
                var (masked, matte, depth) = (host, group.matte, 0)
                while let index = matte, depth <= SVGALimits.standard.matteDepthMax {
                    let mask = CALayer()
                    mask.frame = bounds
                    let sprite = SpriteLayer(index, item)
                    mask.addSublayer(sprite)
                    sprites.append(sprite)
                    masked.mask = mask
                    (masked, matte, depth) = (mask, scene.matte(of: index), depth + 1)
                }
                addSublayer(host)
                groups.append((group, host, sprites))
            }
        }

        /// Core Animation copies layers with this initializer during animations.
        override init(layer: Any) { super.init(layer: layer) }

        required init?(coder: NSCoder) { nil }

        func show(_ frame: Int) {
            CATransaction.begin()
            CATransaction.setDisableActions(true)
            for (group, host, sprites) in groups {
                host.isHidden = !scene.isVisible(group, at: frame)
                guard !host.isHidden else { continue }
                for sprite in sprites { sprite.show(scene.frame(of: sprite.index, at: frame)) }
            }
            CATransaction.commit()
        }

        /// Sets the transform from the canvas to the view.
        func place(_ transform: SVGATransform) {
            CATransaction.begin()
            CATransaction.setDisableActions(true)
            position = .zero
            setAffineTransform(CGAffineTransform(transform))
            CATransaction.commit()
        }
    }

    extension CGAffineTransform {
        init(_ transform: SVGATransform) {
            self.init(
                a: CGFloat(transform.a), b: CGFloat(transform.b), c: CGFloat(transform.c), d: CGFloat(transform.d),
                tx: CGFloat(transform.tx), ty: CGFloat(transform.ty))
        }
    }
#endif
