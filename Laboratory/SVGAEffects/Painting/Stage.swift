import Foundation
import SVGA

/// The placement of a sprite at a moment. The position is that of its anchor.
struct Pose {
    var x: Float
    var y: Float
    /// The size of a pixel of the image, in points.
    var scale: Float = 1
    /// Additional factors for width and height.
    var stretch: (x: Float, y: Float) = (1, 1)
    /// The clockwise rotation, in radians.
    var angle: Float = 0
    var alpha: Float = 1
    /// The point of the image that is placed at x and y, as shares of its size.
    var anchor: (x: Float, y: Float) = (0.5, 0.5)
}

/// Builds a movie sprite by sprite. Each sprite has a closure that returns its pose at a time.
struct Stage {
    /// The side of the canvas of all effects, in points.
    static let side: Float = 750
    /// The frame rate of all effects.
    static let framesPerSecond = 30

    /// The width of the border in which everything fades out, in points.
    private static let fading: Float = 120
    /// The key of the image that fades the border. Effects use other keys.
    private static let border = "border"

    private var drawn: SVGAMovie

    /// The finished movie. Its content fades out towards the border of the canvas. Screens are seldom square, so a hard border would look
    /// like a cut through the effect.
    var movie: SVGAMovie {
        var movie = drawn
        let matte = Lights.window(size: 100, fading: 100 * Self.fading / Self.side)
        precondition(movie.images[Self.border] == nil, "an effect has an image of the name \"\(Self.border)\"")
        movie.images[Self.border] = matte
        for index in movie.sprites.indices where movie.sprites[index].matteKey.isEmpty && !movie.sprites[index].isMatte
        {
            movie.sprites[index].matteKey = Self.border + ".matte"
        }
        let whole = Self.frame(
            Pose(x: Self.side / 2, y: Self.side / 2, scale: Self.side / Float(matte.width)),
            (width: Float(matte.width), height: Float(matte.height)))
        movie.sprites.insert(
            SVGASprite(imageKey: Self.border + ".matte", frames: Array(repeating: whole, count: movie.frameCount)),
            at: 0)
        return movie
    }

    /// Starts a movie of the given duration, in seconds.
    init(seconds: Float, images: [String: SVGAImage]) {
        drawn = SVGAMovie(
            version: "2.0", width: Self.side, height: Self.side, framesPerSecond: Self.framesPerSecond,
            frameCount: Int(seconds * Float(Self.framesPerSecond)), images: images)
    }

    /// Adds a sprite on top of all others. It is hidden while `pose` returns nil.
    mutating func add(_ key: String, matte: String = "", _ pose: (Float) -> Pose?) {
        guard let image = drawn.image(of: SVGASprite(imageKey: key)) else {
            preconditionFailure("no picture \(key)")
        }
        let size = (width: Float(image.width), height: Float(image.height))
        let frames = times.map { time -> SVGAFrame in
            guard let pose = pose(time) else { return .hidden }
            return Self.frame(pose, size)
        }
        add(key, matte, frames)
    }

    /// Adds shapes on top of all sprites. They are hidden while the list is empty.
    mutating func addShapes(
        _ key: String, matte: String = "", _ shapes: (Float) -> (alpha: Float, shapes: [SVGAShape])?
    ) {
        let frames = times.map { time -> SVGAFrame in
            guard let (alpha, shapes) = shapes(time), alpha >= 0.02 else { return .hidden }
            return SVGAFrame(
                alpha: Self.rounded(alpha, 64), layout: SVGARectangle(width: Self.side, height: Self.side),
                shapes: shapes)
        }
        add(key + ".vector", matte, frames)
    }

    /// Adds a ring of light that grows from a point: a thin bright line with a soft glow.
    mutating func addRing(
        _ key: String, _ color: SVGAColor, x: Float, y: Float, from start: Float, seconds: Float, radius: Float
    ) {
        addShapes(key) { time in
            let age = (time - start) / seconds
            guard age > 0, age < 1 else { return nil }
            let reach = Self.rounded(radius * (0.06 + 0.94 * Ease.out(age)), 4)
            let shapes = [(Float(14), Float(0.16)), (7, 0.3), (2.5, 0.95)].map { width, alpha in
                SVGAShape(
                    .ellipse(x: x, y: y, radiusX: reach, radiusY: reach),
                    style: SVGAShapeStyle(
                        stroke: SVGAColor(red: color.red, green: color.green, blue: color.blue, alpha: alpha),
                        strokeWidth: Self.rounded(width * (1.3 - age), 8)))
            }
            return ((1 - age) * 0.9, shapes)
        }
    }

    private var times: [Float] { (0..<drawn.frameCount).map { Float($0) / Float(Self.framesPerSecond) } }

    private mutating func add(_ key: String, _ matte: String, _ frames: [SVGAFrame]) {
        var frames = frames
        // Hidden frames at the end can be omitted.
        while frames.last == .hidden { frames.removeLast() }
        if !frames.isEmpty { drawn.sprites.append(SVGASprite(imageKey: key, matteKey: matte, frames: frames)) }
    }

    /// Builds a frame. Numbers are rounded to invisible steps, so that they compress well.
    private static func frame(_ pose: Pose, _ size: (width: Float, height: Float)) -> SVGAFrame {
        let alpha = rounded(min(1, pose.alpha), 64)
        guard alpha > 0 else { return .hidden }
        let (width, height) = (pose.scale * pose.stretch.x, pose.scale * pose.stretch.y)
        let (cosine, sine) = (cos(pose.angle), sin(pose.angle))
        let (a, b) = (rounded(cosine * width, 256), rounded(sine * width, 256))
        let (c, d) = (rounded(-sine * height, 256), rounded(cosine * height, 256))
        let (x, y) = (size.width * pose.anchor.x, size.height * pose.anchor.y)
        return SVGAFrame(
            alpha: alpha, layout: SVGARectangle(width: size.width, height: size.height),
            transform: SVGATransform(
                a: a, b: b, c: c, d: d, tx: rounded(pose.x - a * x - c * y, 4), ty: rounded(pose.y - b * x - d * y, 4)))
    }

    private static func rounded(_ value: Float, _ steps: Float) -> Float {
        let value = (value * steps).rounded() / steps
        // Turns a negative zero into zero.
        return value == 0 ? 0 : value
    }
}
