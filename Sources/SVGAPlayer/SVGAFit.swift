import Foundation
import SVGA

/// How a canvas is scaled into a view.
enum SVGAFit {
    /// Scales the canvas to fit inside the view, centred.
    case aspectFit
    /// Scales the canvas to cover the whole view, centred.
    case aspectFill
    /// Stretches the canvas to the size of the view.
    case fill

    /// Returns the transform from the canvas to the view; nil if either has no area.
    func transform(canvas: CGSize, view: CGSize) -> SVGATransform? {
        let (width, height) = (Double(canvas.width), Double(canvas.height))
        let (across, down) = (Double(view.width) / width, Double(view.height) / height)
        guard width > 0, height > 0, across > 0, down > 0, across.isFinite, down.isFinite else { return nil }
        let scale: (x: Double, y: Double) =
            switch self {
            case .aspectFit: (min(across, down), min(across, down))
            case .aspectFill: (max(across, down), max(across, down))
            case .fill: (across, down)
            }
        return SVGATransform(
            a: Float(scale.x), b: 0, c: 0, d: Float(scale.y), tx: Float((Double(view.width) - width * scale.x) / 2),
            ty: Float((Double(view.height) - height * scale.y) / 2))
    }
}
