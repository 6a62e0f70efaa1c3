import Foundation

/// Writes the JSON spec of a 1.x file.
struct SpecWriter: Encodable {
    private struct ViewBox: Encodable {
        var width: Float
        var height: Float
    }

    private struct Parameters: Encodable {
        var viewBox: ViewBox
        var fps: Int
        var frames: Int
    }

    private struct Sprite: Encodable {
        var imageKey: String
        var matteKey: String?
        var frames: [Frame]
    }

    private struct Frame: Encodable {
        var alpha: Float
        var layout: [String: Float]
        var transform: [String: Float]?
        var clipPath: String?
        var shapes: [Shape]?
    }

    private struct Shape: Encodable {
        var type: String
        var args: Arguments?
        var styles: Style?
        var transform: [String: Float]?
    }

    private enum Arguments: Encodable {
        case path(String)
        case numbers([String: Float])

        func encode(to encoder: any Encoder) throws {
            switch self {
            case .path(let path): try ["d": path].encode(to: encoder)
            case .numbers(let numbers): try numbers.encode(to: encoder)
            }
        }
    }

    private struct Style: Encodable {
        var fill: [Float]?
        var stroke: [Float]?
        var strokeWidth: Float
        var lineCap: String
        var lineJoin: String
        var miterLimit: Float
        var lineDash: [Float]?
    }

    private var ver: String
    private var movie: Parameters
    private var images: [String: String]
    private var sprites: [Sprite]

    /// Encodes the movie as the bytes of `movie.spec`.
    static func spec(_ movie: SVGAMovie) throws(SVGAError) -> [UInt8] {
        let spec = SpecWriter(
            ver: movie.version,
            movie: Parameters(
                viewBox: ViewBox(width: movie.width, height: movie.height), fps: movie.framesPerSecond,
                frames: movie.frameCount),
            images: Dictionary(uniqueKeysWithValues: movie.images.keys.map { ($0, $0) }),
            sprites: movie.sprites.map(sprite))
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // JSON has no infinity and no NaN.
        do { return [UInt8](try encoder.encode(spec)) } catch { throw SVGAError(.badNumber) }
    }

    private static func sprite(_ sprite: SVGASprite) -> Sprite {
        var last: [SVGAShape] = []
        let frames = sprite.frames.map { frame in
            let isKept = !frame.shapes.isEmpty && frame.shapes == last
            last = frame.shapes
            return Frame(
                alpha: frame.alpha,
                layout: [
                    "x": frame.layout.x, "y": frame.layout.y, "width": frame.layout.width,
                    "height": frame.layout.height,
                ],
                transform: frame.transform == .identity ? nil : transform(frame.transform),
                clipPath: frame.clipPath.isEmpty ? nil : frame.clipPath,
                shapes: isKept ? [Shape(type: "keep")] : frame.shapes.isEmpty ? nil : frame.shapes.map(shape))
        }
        return Sprite(
            imageKey: sprite.imageKey, matteKey: sprite.matteKey.isEmpty ? nil : sprite.matteKey, frames: frames)
    }

    private static func shape(_ shape: SVGAShape) -> Shape {
        let (type, arguments): (String, Arguments) =
            switch shape.geometry {
            case .path(let path): ("shape", .path(path))
            case .rectangle(let rectangle, let cornerRadius):
                (
                    "rect",
                    .numbers([
                        "x": rectangle.x, "y": rectangle.y, "width": rectangle.width, "height": rectangle.height,
                        "cornerRadius": cornerRadius,
                    ])
                )
            case .ellipse(let x, let y, let radiusX, let radiusY):
                ("ellipse", .numbers(["x": x, "y": y, "radiusX": radiusX, "radiusY": radiusY]))
            }
        return Shape(
            type: type, args: arguments, styles: style(shape.style),
            transform: shape.transform == .identity ? nil : transform(shape.transform))
    }

    private static func style(_ style: SVGAShapeStyle) -> Style {
        Style(
            fill: style.fill.map(color), stroke: style.stroke.map(color), strokeWidth: style.strokeWidth,
            lineCap: "\(style.lineCap)", lineJoin: "\(style.lineJoin)", miterLimit: style.miterLimit,
            lineDash: style.dash.map { [$0.length, $0.gap, $0.offset] })
    }

    private static func color(_ color: SVGAColor) -> [Float] { [color.red, color.green, color.blue, color.alpha] }

    private static func transform(_ transform: SVGATransform) -> [String: Float] {
        [
            "a": transform.a, "b": transform.b, "c": transform.c, "d": transform.d, "tx": transform.tx,
            "ty": transform.ty,
        ]
    }
}
