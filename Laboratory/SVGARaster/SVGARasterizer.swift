#if Laboratory
    import CCairo
    public import SVGA

    /// Renders frames of a movie, for previews and golden images.
    ///
    /// Images are decoded once, when the rasteriser is made. A rasteriser may be used by one thread at a time.
    public final class SVGARasterizer {
        /// The longest side of a rendered frame, in pixels.
        public static let sideMax = 4_096

        private let scene: SVGAScene
        private let width: Int
        private let height: Int
        private var images: [String: CairoImage] = [:]

        /// Makes a rasteriser and decodes the images.
        ///
        /// - Parameters:
        ///   - movie: The movie to render.
        ///   - width: The width of the frames, in pixels; nil for the width of the canvas.
        /// - Throws: `badImage` if an image cannot be decoded, `badParameters` if the size is invalid.
        public init(_ movie: SVGAMovie, width: Int? = nil) throws(SVGAError) {
            let scale = width.map { Float($0) / movie.width } ?? 1
            let size = (width: (movie.width * scale).rounded(.up), height: (movie.height * scale).rounded(.up))
            guard (1...Float(Self.sideMax)).contains(size.width), (1...Float(Self.sideMax)).contains(size.height) else {
                throw SVGAError(.badParameters)
            }
            scene = SVGAScene(movie)
            self.width = Int(size.width)
            self.height = Int(size.height)
            for (key, image) in movie.images { images[key] = try CairoImage(image) }
        }

        /// Renders a frame. A frame that does not exist is empty.
        public func raster(at frame: Int) -> SVGARaster {
            let surface = CairoSurface(width: width, height: height)
            let pen = CairoPen(surface)
            pen.transform(
                SVGATransform(
                    a: Float(width) / scene.movie.width, b: 0, c: 0, d: Float(height) / scene.movie.height, tx: 0,
                    ty: 0))
            for group in scene.groups where scene.isVisible(group, at: frame) {
                guard let matte = group.matte else {
                    for sprite in group.sprites { draw(sprite, at: frame, pen) }
                    continue
                }
                pen.masked {
                    for sprite in group.sprites { draw(sprite, at: frame, pen) }
                } by: {
                    drawMatte(matte, at: frame, pen)
                }
            }
            return surface.raster()
        }

        /// Draws a matte, masked by its own matte if it has one. The caller has ruled out circular mattes.
        private func drawMatte(_ sprite: Int, at frame: Int, _ pen: CairoPen) {
            guard let matte = scene.matte(of: sprite) else { return draw(sprite, at: frame, pen) }
            pen.masked {
                draw(sprite, at: frame, pen)
            } by: {
                drawMatte(matte, at: frame, pen)
            }
        }

        private func draw(_ sprite: Int, at index: Int, _ pen: CairoPen) {
            guard let frame = scene.frame(of: sprite, at: index) else { return }
            let layout = frame.layout
            let image = layout.width > 0 && layout.height > 0 ? self.image(of: scene.movie.sprites[sprite]) : nil
            guard image != nil || !frame.shapes.isEmpty else { return }
            pen.saved {
                guard pen.transform(frame.placement) else { return }
                if !frame.clipPath.isEmpty { pen.clip(to: SVGAPath(frame.clipPath)) }
                if let image, frame.shapes.isEmpty {
                    return pen.draw(image, width: layout.width, height: layout.height, alpha: frame.alpha)
                }
                pen.faded(to: frame.alpha) {
                    if let image { pen.draw(image, width: layout.width, height: layout.height, alpha: 1) }
                    for shape in frame.shapes { pen.draw(shape) }
                }
            }
        }

        private func image(of sprite: SVGASprite) -> CairoImage? {
            if let image = images[sprite.imageKey] { return image }
            guard let dot = sprite.imageKey.lastIndex(of: ".") else { return nil }
            return images[String(sprite.imageKey[..<dot])]
        }
    }
#endif
