public import SVGA

/// Small movies that use one feature of the format each, for comparisons pixel by pixel. Unless a comment says otherwise, edges lie on
/// whole pixels, so that a test knows the exact value of each pixel.
public enum SampleMovie: String, Sendable, CaseIterable {
    /// An image that is moved, rotated, scaled and sheared.
    case transforms
    /// Overlapping images and shapes that fade.
    case alpha
    /// Rectangles, ellipses and paths, filled and stroked. Some are carried over from the frame before.
    case shapes
    /// Every path command.
    case paths
    /// Sprites masked by mattes, and a matte masked by another matte.
    case mattes
    /// Sprites with clip paths.
    case clips
    /// A silent sound.
    case sounds

    /// The width of each canvas.
    public static let width = 120
    /// The height of each canvas.
    public static let height = 90
    /// The number of frames of each movie.
    public static let frameCount = 12

    /// Builds the movie.
    public var movie: SVGAMovie {
        var movie = SVGAMovie(
            width: Float(Self.width), height: Float(Self.height), framesPerSecond: 20, frameCount: Self.frameCount,
            images: ["tile": Self.tile, "ramp": Self.ramp])
        switch self {
        case .transforms: movie.sprites = Self.transformSprites
        case .alpha: movie.sprites = Self.alphaSprites
        case .shapes: movie.sprites = Self.shapeSprites
        case .paths: movie.sprites = Self.pathSprites
        case .mattes: movie.sprites = Self.matteSprites
        case .clips: movie.sprites = Self.clipSprites
        case .sounds:
            movie.sprites = [Self.sprite("tile") { _ in Self.frame(x: 10, y: 10) }]
            movie.sounds = ["silence": Self.silence]
            movie.audios = [
                SVGAAudio(audioKey: "silence", startFrame: 0, endFrame: Self.frameCount, totalTimeMilliseconds: 600)
            ]
        }
        return movie
    }

    /// Encodes every sample in every format that can hold it. Returns names and contents of the files.
    ///
    /// - Throws: The encoder's error, if a sample is invalid.
    public static func files() throws(SVGAError) -> [(name: String, bytes: [UInt8])] {
        var files: [(name: String, bytes: [UInt8])] = []
        for sample in allCases { files.append((sample.rawValue + ".svga", try sample.movie.encoded())) }
        for sample in [SampleMovie.transforms, .shapes, .mattes, .clips] {
            files.append((sample.rawValue + "-archive.svga", try sample.movie.encoded(as: .archive)))
        }
        for sample in [SampleMovie.transforms, .mattes, .sounds] {
            files.append((sample.rawValue + "-hybrid.svga", try sample.movie.encoded(as: .hybrid)))
        }
        return files
    }

    /// Four squares of 10 points: red, green, blue, and half-transparent white.
    private static let tile = SVGAImage(
        pixels: (0..<400).flatMap { index -> [UInt8] in
            switch (index % 20 < 10, index / 20 < 10) {
            case (true, true): [255, 0, 0, 255]
            case (false, true): [0, 255, 0, 255]
            case (true, false): [0, 0, 255, 255]
            case (false, false): [255, 255, 255, 128]
            }
        }, width: 20, height: 20)

    /// A black gradient, 64 by 8 points: transparent on the left, opaque on the right.
    private static let ramp = SVGAImage(
        pixels: (0..<512).flatMap { (index: Int) -> [UInt8] in [0, 0, 0, UInt8(index % 64 * 4 + 3)] }, width: 64,
        height: 8)

    /// 40 frames of silent MPEG audio: layer 3, 128 kbit/s, 44.1 kHz.
    private static let silence: [UInt8] = (0..<40).flatMap { _ in
        [0xFF, 0xFB, 0x90, 0x00] + [UInt8](repeating: 0, count: 413)
    }

    private static func sprite(_ key: String, matte: String = "", _ frame: (Int) -> SVGAFrame) -> SVGASprite {
        SVGASprite(imageKey: key, matteKey: matte, frames: (0..<frameCount).map(frame))
    }

    private static func frame(
        x: Float, y: Float, width: Float = 20, height: Float = 20, alpha: Float = 1, clipPath: String = "",
        shapes: [SVGAShape] = []
    ) -> SVGAFrame {
        SVGAFrame(
            alpha: alpha, layout: SVGARectangle(width: width, height: height),
            transform: SVGATransform(translationX: x, y: y), clipPath: clipPath, shapes: shapes)
    }

    private static func fill(_ red: Float, _ green: Float, _ blue: Float, _ alpha: Float = 1) -> SVGAShapeStyle {
        SVGAShapeStyle(fill: SVGAColor(red: red, green: green, blue: blue, alpha: alpha))
    }
}

// The sprites of each sample.
extension SampleMovie {
    private static var transformSprites: [SVGASprite] {
        // The rotation is in eighths of a turn. Square roots give the same bits on every machine; sines may not.
        let half = Float(0.5).squareRoot()
        let turns: [(cosine: Float, sine: Float)] = [
            (1, 0), (half, half), (0, 1), (-half, half), (-1, 0), (-half, -half), (0, -1), (half, -half),
        ]
        return [
            sprite("tile") { frame(x: Float($0) * 5, y: 5) },
            sprite("tile") { index in
                let turn = turns[index % 8]
                return SVGAFrame(
                    layout: SVGARectangle(width: 20, height: 20),
                    transform: SVGATransform(
                        a: turn.cosine, b: turn.sine, c: -turn.sine, d: turn.cosine, tx: 30, ty: 60))
            },
            sprite("tile") { index in
                SVGAFrame(
                    layout: SVGARectangle(x: 2, y: 1, width: 40, height: 10),
                    transform: SVGATransform(a: 1 + Float(index) / 12, b: 0, c: 0.5, d: 1, tx: 60, ty: 30))
            },
            // Mirrored, and hidden in every third frame.
            sprite("tile") { index in
                SVGAFrame(
                    alpha: index % 3 == 2 ? 0 : 1, layout: SVGARectangle(width: 20, height: 20),
                    transform: SVGATransform(a: -1, b: 0, c: 0, d: 1, tx: 110, ty: 60))
            },
        ]
    }

    private static var alphaSprites: [SVGASprite] {
        [
            sprite("base.vector") { _ in
                frame(
                    x: 0, y: 0, width: 120, height: 90,
                    shapes: [
                        SVGAShape(
                            .rectangle(SVGARectangle(x: 20, y: 20, width: 60, height: 50), cornerRadius: 0),
                            style: fill(0.2, 0.4, 0.6))
                    ])
            },
            sprite("tile") { frame(x: 30, y: 30, width: 40, height: 40, alpha: 1 - Float($0) / 12) },
            // The alpha applies to two overlapping shapes as a group.
            sprite("pair.vector") { index in
                frame(
                    x: 70, y: 10, width: 50, height: 50, alpha: Float(index) / 11,
                    shapes: [
                        SVGAShape(
                            .rectangle(SVGARectangle(width: 20, height: 20), cornerRadius: 0), style: fill(1, 0, 0)),
                        SVGAShape(
                            .rectangle(SVGARectangle(x: 10, y: 10, width: 20, height: 20), cornerRadius: 0),
                            style: fill(0, 1, 0, 0.5)),
                    ])
            },
            sprite("ramp") { _ in frame(x: 10, y: 76, width: 64, height: 8) },
        ]
    }

    private static var shapeSprites: [SVGASprite] {
        let outline = SVGAColor(red: 0, green: 0, blue: 0)
        let fixed = [
            SVGAShape(
                .rectangle(SVGARectangle(x: 5, y: 5, width: 30, height: 20), cornerRadius: 0), style: fill(1, 0.5, 0)),
            SVGAShape(
                .rectangle(SVGARectangle(x: 45, y: 5, width: 30, height: 20), cornerRadius: 6),
                style: SVGAShapeStyle(
                    fill: SVGAColor(red: 0, green: 0.5, blue: 1), stroke: outline, strokeWidth: 2, lineJoin: .round)),
            SVGAShape(
                .ellipse(x: 95, y: 15, radiusX: 18, radiusY: 10),
                style: SVGAShapeStyle(
                    fill: SVGAColor(red: 1, green: 0, blue: 1, alpha: 0.5), stroke: outline, strokeWidth: 1)),
            SVGAShape(
                .path("M10 60 L30 35 L50 60"),
                style: SVGAShapeStyle(stroke: outline, strokeWidth: 6, lineCap: .square, lineJoin: .miter)),
            SVGAShape(
                .path("M65 60 L75 35 L85 60"),
                style: SVGAShapeStyle(stroke: outline, strokeWidth: 6, lineCap: .round, lineJoin: .bevel)),
            SVGAShape(
                .path("M10 70 H110"),
                style: SVGAShapeStyle(
                    stroke: outline, strokeWidth: 4, dash: SVGAShapeStyle.Dash(length: 10, gap: 5, offset: 5))),
            // The transform scales the stroke too: 2 points become 8 points high.
            SVGAShape(
                .path("M5 0 H15"), style: SVGAShapeStyle(stroke: outline, strokeWidth: 2),
                transform: SVGATransform(a: 2, b: 0, c: 0, d: 4, tx: 0, ty: 80)),
        ]
        return [
            // Every frame carries over the shapes of the first one.
            sprite("fixed.vector") { _ in frame(x: 0, y: 0, width: 120, height: 90, shapes: fixed) },
            // The shapes change in every second frame.
            sprite("grows.vector") { index in
                frame(
                    x: 60, y: 74, width: 60, height: 12,
                    shapes: [
                        SVGAShape(
                            .rectangle(
                                SVGARectangle(width: Float(index / 2) * 10, height: 10), cornerRadius: 0),
                            style: fill(0.5, 0, 0.5))
                    ])
            },
        ]
    }

    private static var pathSprites: [SVGASprite] {
        let paths = [
            "M5,5 h20 v10 h-20 z m0 20 l20 0 0 10 -20 0z", "M35 5 L55 5 L55,25 L35,25 Z M40 10V20H50V10Z",
            "M65 25 C65 0 95 0 95 25 S 115 45 95 35 z", "m10 50 c0-10 20-10 20 0s-5 15-10 15z",
            "M40 50 Q50 30 60 50 T80 50 L80 60 L40 60 Z", "M90 55 a10 10 0 1 1 15 5 l-15 0z",
            "M10 80 A 12 6 30 01 34 80 L34 88 10 88Z",
            // The path has an error. The part before it is drawn.
            "M45 70 h10 v10 h-10 z M60 70 h10 v x", "M75 70 h10 R 1 2 3 4 v10 h-10z",
        ]
        return [
            sprite("paths.vector") { index in
                frame(
                    x: 0, y: 0, width: 120, height: 90,
                    shapes: paths.enumerated().map { number, path in
                        SVGAShape(
                            .path(path), style: fill(Float(number) / 9, 0.3, 1 - Float(number) / 9),
                            transform: SVGATransform(translationX: 0, y: Float(index % 4)))
                    })
            }
        ]
    }

    private static var matteSprites: [SVGASprite] {
        [
            sprite("ramp.matte") { frame(x: Float($0), y: 10, width: 64, height: 40) },
            sprite("tile", matte: "ramp.matte") { _ in frame(x: 10, y: 10, width: 40, height: 40) },
            // Both sprites share a group: the upper one covers the lower one before the matte applies.
            sprite("tile", matte: "ramp.matte") { _ in frame(x: 30, y: 20, width: 40, height: 40) },
            sprite("tile") { _ in frame(x: 95, y: 5) },
            SVGASprite(
                imageKey: "window.matte", matteKey: "ramp.matte",
                frames: (0..<frameCount).map { index in
                    // The matte is hidden in the last three frames, and so is everything that it masks.
                    frame(
                        x: 0, y: 0, width: 120, height: 90, alpha: index < 9 ? 0.5 : 0,
                        shapes: [
                            SVGAShape(
                                .rectangle(SVGARectangle(x: 0, y: 30, width: 60, height: 30), cornerRadius: 0),
                                style: fill(1, 1, 1))
                        ])
                }),
            sprite("sheet.vector", matte: "window.matte") { _ in
                frame(
                    x: 0, y: 0, width: 120, height: 90,
                    shapes: [
                        SVGAShape(
                            .rectangle(SVGARectangle(width: 120, height: 90), cornerRadius: 0), style: fill(0, 0.6, 0))
                    ])
            },
            sprite("tile", matte: "nowhere.matte") { _ in frame(x: 95, y: 60) },
        ]
    }

    private static var clipSprites: [SVGASprite] {
        [
            sprite("tile") { index in
                frame(x: 10, y: 10, width: 40, height: 40, clipPath: "M0 0 H\(index * 3 + 4) V30 H0 Z")
            },
            SVGASprite(
                imageKey: "tile",
                frames: (0..<frameCount).map { _ in
                    SVGAFrame(
                        layout: SVGARectangle(x: 10, y: 5, width: 40, height: 40),
                        transform: SVGATransform(a: 1, b: 0, c: 0, d: 1, tx: 50, ty: 5),
                        clipPath: "M0 0 H40 V20 H20 V40 H0 Z",
                        shapes: [
                            SVGAShape(
                                .rectangle(SVGARectangle(x: 10, y: 10, width: 40, height: 40), cornerRadius: 0),
                                style: fill(0, 0, 0, 0.5))
                        ])
                }),
            sprite("round.vector") { _ in
                frame(
                    x: 10, y: 60, width: 60, height: 25, clipPath: "M30 0 A30 12 0 1 1 29.9 0 Z",
                    shapes: [
                        SVGAShape(
                            .rectangle(SVGARectangle(width: 60, height: 25), cornerRadius: 0), style: fill(1, 0, 0.5))
                    ])
            },
        ]
    }
}
