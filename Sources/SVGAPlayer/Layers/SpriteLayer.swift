#if canImport(UIKit)
    import CoreGraphics
    import Foundation
    import QuartzCore
    import SVGA

    /// The layer of a sprite: its image, its shapes above the image, and its clip path.
    final class SpriteLayer: CALayer {
        /// The index of the sprite.
        let index: Int
        private var shapes: [SVGAShape] = []
        private var clipPath = ""

        init(_ index: Int, _ item: SVGAVideoEntity) {
            self.index = index
            super.init()
            anchorPoint = .zero
            contentsGravity = .resize
            let sprite = item.movie.sprites[index]
            contents = item.picture(of: sprite)
        }

        /// Core Animation copies layers with this initializer during animations.
        override init(layer: Any) {
            index = (layer as? SpriteLayer)?.index ?? 0
            super.init(layer: layer)
        }

        required init?(coder: NSCoder) { nil }

        /// Shows the sprite in the state of a frame; nil hides it.
        func show(_ frame: SVGAFrame?) {
            guard let frame else {
                isHidden = true
                return
            }
            isHidden = false
            opacity = frame.alpha
            position = .zero
            bounds = CGRect(
                x: 0, y: 0, width: CGFloat(max(0, frame.layout.width)), height: CGFloat(max(0, frame.layout.height)))
            setAffineTransform(CGAffineTransform(frame.placement))
            if frame.shapes != shapes { replaceShapes(frame.shapes) }
            if frame.clipPath != clipPath { replaceClip(frame.clipPath) }
        }

        private func replaceShapes(_ shapes: [SVGAShape]) {
            self.shapes = shapes
            for layer in sublayers ?? [] { layer.removeFromSuperlayer() }
            for shape in shapes { addSublayer(CAShapeLayer(shape)) }
        }

        private func replaceClip(_ path: String) {
            clipPath = path
            guard !path.isEmpty else { return mask = nil }
            let layer = CAShapeLayer()
            layer.path = CGPath.make(SVGAPath(path))
            mask = layer
        }
    }

    extension SVGAVideoEntity {
        /// Finds the image of a sprite by its key, or by its key without the extension.
        func picture(of sprite: SVGASprite) -> CGImage? {
            if let picture = pictures[sprite.imageKey] { return picture }
            guard let dot = sprite.imageKey.lastIndex(of: ".") else { return nil }
            return pictures[String(sprite.imageKey[..<dot])]
        }
    }

    extension CAShapeLayer {
        /// Makes a layer that draws a shape.
        convenience init(_ shape: SVGAShape) {
            self.init()
            let style = shape.style
            anchorPoint = .zero
            path = CGPath.make(SVGAPath(shape.geometry))
            fillColor = style.fill.map(CGColor.make)
            strokeColor = style.strokeWidth > 0 ? style.stroke.map(CGColor.make) : nil
            lineWidth = CGFloat(style.strokeWidth)
            miterLimit = CGFloat(style.effectiveMiterLimit)
            lineCap =
                switch style.lineCap {
                case .butt: .butt
                case .round: .round
                case .square: .square
                }
            lineJoin =
                switch style.lineJoin {
                case .miter: .miter
                case .round: .round
                case .bevel: .bevel
                }
            if let dash = style.dash {
                lineDashPattern = [NSNumber(value: dash.length), NSNumber(value: dash.gap)]
                lineDashPhase = CGFloat(dash.offset)
            }
            setAffineTransform(CGAffineTransform(shape.transform))
        }
    }

    extension CGColor {
        static func make(_ color: SVGAColor) -> CGColor {
            CGColor(
                srgbRed: CGFloat(color.red), green: CGFloat(color.green), blue: CGFloat(color.blue),
                alpha: CGFloat(color.alpha))
        }
    }

    extension CGPath {
        static func make(_ path: SVGAPath) -> CGPath {
            let output = CGMutablePath()
            for step in path.steps {
                switch step {
                case .move(let point): output.move(to: CGPoint(point))
                case .line(let point): output.addLine(to: CGPoint(point))
                case .cubic(let first, let second, let end):
                    output.addCurve(to: CGPoint(end), control1: CGPoint(first), control2: CGPoint(second))
                case .close: output.closeSubpath()
                }
            }
            return output
        }
    }

    extension CGPoint {
        init(_ point: SVGAPath.Point) { self.init(x: CGFloat(point.x), y: CGFloat(point.y)) }
    }
#endif
