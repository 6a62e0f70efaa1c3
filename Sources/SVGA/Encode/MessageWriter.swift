/// Converts a movie into its protobuf message.
enum MessageWriter {
    /// Converts the movie without its images and sounds.
    static func entity(_ movie: SVGAMovie) -> Com_Opensource_Svga_MovieEntity {
        var entity = Com_Opensource_Svga_MovieEntity()
        entity.version = movie.version
        entity.params.viewBoxWidth = movie.width
        entity.params.viewBoxHeight = movie.height
        entity.params.fps = Int32(clamping: movie.framesPerSecond)
        entity.params.frames = Int32(clamping: movie.frameCount)
        entity.sprites = movie.sprites.map(sprite)
        entity.audios = movie.audios.map { audio in
            var entity = Com_Opensource_Svga_AudioEntity()
            entity.audioKey = audio.audioKey
            entity.startFrame = Int32(clamping: audio.startFrame)
            entity.endFrame = Int32(clamping: audio.endFrame)
            entity.startTime = Int32(clamping: audio.startTimeMilliseconds)
            entity.totalTime = Int32(clamping: audio.totalTimeMilliseconds)
            return entity
        }
        return entity
    }

    private static func sprite(_ sprite: SVGASprite) -> Com_Opensource_Svga_SpriteEntity {
        var entity = Com_Opensource_Svga_SpriteEntity()
        entity.imageKey = sprite.imageKey
        entity.matteKey = sprite.matteKey
        var last: [SVGAShape] = []
        entity.frames = sprite.frames.map { frame in
            let isKept = !frame.shapes.isEmpty && frame.shapes == last
            last = frame.shapes
            return self.frame(frame, isKept: isKept)
        }
        return entity
    }

    private static func frame(_ frame: SVGAFrame, isKept: Bool) -> Com_Opensource_Svga_FrameEntity {
        var entity = Com_Opensource_Svga_FrameEntity()
        entity.alpha = frame.alpha
        entity.clipPath = frame.clipPath
        if frame.layout != .zero {
            entity.layout.x = frame.layout.x
            entity.layout.y = frame.layout.y
            entity.layout.width = frame.layout.width
            entity.layout.height = frame.layout.height
        }
        if frame.transform != .identity { entity.transform = transform(frame.transform) }
        if isKept {
            var keep = Com_Opensource_Svga_ShapeEntity()
            keep.type = .keep
            entity.shapes = [keep]
        } else {
            entity.shapes = frame.shapes.map(shape)
        }
        return entity
    }

    private static func shape(_ shape: SVGAShape) -> Com_Opensource_Svga_ShapeEntity {
        var entity = Com_Opensource_Svga_ShapeEntity()
        switch shape.geometry {
        case .path(let path):
            entity.type = .shape
            entity.shape.d = path
        case .rectangle(let rectangle, let cornerRadius):
            entity.type = .rect
            entity.rect.x = rectangle.x
            entity.rect.y = rectangle.y
            entity.rect.width = rectangle.width
            entity.rect.height = rectangle.height
            entity.rect.cornerRadius = cornerRadius
        case .ellipse(let x, let y, let radiusX, let radiusY):
            entity.type = .ellipse
            entity.ellipse.x = x
            entity.ellipse.y = y
            entity.ellipse.radiusX = radiusX
            entity.ellipse.radiusY = radiusY
        }
        entity.styles = style(shape.style)
        if shape.transform != .identity { entity.transform = transform(shape.transform) }
        return entity
    }

    private static func style(_ style: SVGAShapeStyle) -> Com_Opensource_Svga_ShapeEntity.ShapeStyle {
        var entity = Com_Opensource_Svga_ShapeEntity.ShapeStyle()
        if let fill = style.fill { entity.fill = color(fill) }
        if let stroke = style.stroke { entity.stroke = color(stroke) }
        entity.strokeWidth = style.strokeWidth
        entity.lineCap =
            switch style.lineCap {
            case .butt: .butt
            case .round: .round
            case .square: .square
            }
        entity.lineJoin =
            switch style.lineJoin {
            case .miter: .miter
            case .round: .round
            case .bevel: .bevel
            }
        entity.miterLimit = style.miterLimit
        if let dash = style.dash {
            entity.lineDashI = dash.length
            entity.lineDashIi = dash.gap
            entity.lineDashIii = dash.offset
        }
        return entity
    }

    private static func color(_ color: SVGAColor) -> Com_Opensource_Svga_ShapeEntity.ShapeStyle.RGBAColor {
        var entity = Com_Opensource_Svga_ShapeEntity.ShapeStyle.RGBAColor()
        entity.r = color.red
        entity.g = color.green
        entity.b = color.blue
        entity.a = color.alpha
        return entity
    }

    private static func transform(_ transform: SVGATransform) -> Com_Opensource_Svga_Transform {
        var entity = Com_Opensource_Svga_Transform()
        entity.a = transform.a
        entity.b = transform.b
        entity.c = transform.c
        entity.d = transform.d
        entity.tx = transform.tx
        entity.ty = transform.ty
        return entity
    }
}
