import Foundation
import SVGA

/// How a canvas is fitted into a view.
enum SVGAFit {
    /// As large as it fits as a whole, in the middle.
    case aspectFit
    /// So large that nothing of the view stays empty.
    case aspectFill
    /// Stretched to the view.
    case fill

    /// From the canvas to the view; nil where one of them has no area.
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
