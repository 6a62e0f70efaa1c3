/// Converts a decoded protobuf message into a movie. ``MovieScan`` must have checked the message first.
struct MessageReader {
    private let limits: SVGALimits
    private var quota: MovieQuota

    init(_ limits: SVGALimits) {
        self.limits = limits
        quota = MovieQuota(limits)
    }

    /// Reads the movie's parameters. Sprites, images and sounds are added later.
    func movie(_ entity: Com_Opensource_Svga_MovieEntity) throws(SVGAError) -> SVGAMovie {
        guard entity.hasParams else { throw SVGAError(.badParameters) }
        try quota.checkName(byteCount: entity.version.utf8.count)
        var movie = SVGAMovie(
            version: entity.version, width: entity.params.viewBoxWidth, height: entity.params.viewBoxHeight,
            framesPerSecond: Int(entity.params.fps), frameCount: Int(entity.params.frames))
        try movie.checkParameters(limits)
        for audio in entity.audios {
            movie.audios.append(
                SVGAAudio(
                    audioKey: audio.audioKey, startFrame: Int(audio.startFrame), endFrame: Int(audio.endFrame),
                    startTimeMilliseconds: Int(audio.startTime), totalTimeMilliseconds: Int(audio.totalTime)))
        }
        return movie
    }

    /// Converts one sprite.
    mutating func sprite(_ entity: Com_Opensource_Svga_SpriteEntity) throws(SVGAError) -> SVGASprite {
        var frames: [SVGAFrame] = []
        frames.reserveCapacity(entity.frames.count)
        for frame in entity.frames { frames.append(try self.frame(frame, keeping: frames.last?.shapes ?? [])) }
        let sprite = SVGASprite(imageKey: entity.imageKey, matteKey: entity.matteKey, frames: frames)
        try quota.addFrameBytes(sprite.frames.heapBytes)
        return sprite
    }

    private func frame(_ entity: Com_Opensource_Svga_FrameEntity, keeping kept: [SVGAShape]) throws(SVGAError)
        -> SVGAFrame
    {
        // A hidden sprite has an empty frame message, and most sprites are hidden for most of the movie.
        let isEmpty = entity.alpha == 0 && !entity.hasLayout && !entity.hasTransform && entity.shapes.isEmpty
        if isEmpty, entity.clipPath.isEmpty { return .hidden }
        var frame = SVGAFrame(alpha: min(1, max(0, try checked(entity.alpha))), clipPath: entity.clipPath)
        if entity.hasLayout {
            let layout = entity.layout
            frame.layout = try rectangle(layout.x, layout.y, layout.width, layout.height)
        }
        if entity.hasTransform { frame.transform = try transform(entity.transform) }
        if entity.shapes.first?.type == .keep {
            frame.shapes = kept
        } else {
            frame.shapes.reserveCapacity(entity.shapes.count)
            for shape in entity.shapes {
                if let shape = try self.shape(shape) { frame.shapes.append(shape) }
            }
        }
        return frame
    }

    /// Converts a shape. Returns nil if its kind is unknown, or if its arguments belong to another kind.
    private func shape(_ entity: Com_Opensource_Svga_ShapeEntity) throws(SVGAError) -> SVGAShape? {
        let geometry: SVGAShape.Geometry
        switch (entity.type, entity.args) {
        case (.shape, .shape(let arguments)): geometry = .path(arguments.d)
        case (.rect, .rect(let arguments)):
            geometry = .rectangle(
                try rectangle(arguments.x, arguments.y, arguments.width, arguments.height),
                cornerRadius: try checked(arguments.cornerRadius))
        case (.ellipse, .ellipse(let arguments)):
            geometry = .ellipse(
                x: try checked(arguments.x), y: try checked(arguments.y), radiusX: try checked(arguments.radiusX),
                radiusY: try checked(arguments.radiusY))
        default: return nil
        }
        return SVGAShape(
            geometry, style: entity.hasStyles ? try style(entity.styles) : SVGAShapeStyle(),
            transform: entity.hasTransform ? try transform(entity.transform) : .identity)
    }

    private func style(_ entity: Com_Opensource_Svga_ShapeEntity.ShapeStyle) throws(SVGAError) -> SVGAShapeStyle {
        var style = SVGAShapeStyle(
            strokeWidth: try checked(entity.strokeWidth), miterLimit: try checked(entity.miterLimit))
        if entity.hasFill { style.fill = try color(entity.fill) }
        if entity.hasStroke { style.stroke = try color(entity.stroke) }
        style.lineCap =
            switch entity.lineCap {
            case .round: .round
            case .square: .square
            default: .butt
            }
        style.lineJoin =
            switch entity.lineJoin {
            case .round: .round
            case .bevel: .bevel
            default: .miter
            }
        let (length, gap) = (try checked(entity.lineDashI), try checked(entity.lineDashIi))
        if length > 0 || gap > 0 {
            style.dash = SVGAShapeStyle.Dash(length: length, gap: gap, offset: try checked(entity.lineDashIii))
        }
        return style
    }

    private func color(_ entity: Com_Opensource_Svga_ShapeEntity.ShapeStyle.RGBAColor) throws(SVGAError) -> SVGAColor {
        SVGAColor(
            red: try checked(entity.r), green: try checked(entity.g), blue: try checked(entity.b),
            alpha: try checked(entity.a))
    }

    private func transform(_ entity: Com_Opensource_Svga_Transform) throws(SVGAError) -> SVGATransform {
        SVGATransform(
            a: try checked(entity.a), b: try checked(entity.b), c: try checked(entity.c), d: try checked(entity.d),
            tx: try checked(entity.tx), ty: try checked(entity.ty))
    }

    private func rectangle(_ x: Float, _ y: Float, _ width: Float, _ height: Float) throws(SVGAError) -> SVGARectangle {
        SVGARectangle(
            x: try checked(x), y: try checked(y), width: try checked(width), height: try checked(height))
    }

    private func checked(_ number: Float) throws(SVGAError) -> Float {
        guard abs(number) <= limits.numberMax else { throw SVGAError(.badNumber) }
        return number
    }
}

extension SVGAMovie {
    /// Checks that canvas size, frame rate and frame count are within the limits.
    func checkParameters(_ limits: SVGALimits) throws(SVGAError) {
        // NaN fails every comparison, so it is refused here too.
        guard width > 0, height > 0, max(width, height) <= limits.viewBoxSideMax,
            (1...limits.framesPerSecondMax).contains(framesPerSecond), frameCount >= 1
        else { throw SVGAError(.badParameters) }
        try SVGAError.check(frameCount, atMost: limits.framesMax, "framesMax", .tooManyFrames)
    }
}
