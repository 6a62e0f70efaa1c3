/// Counts what a movie has while it is read, and says where a limit is passed.
struct MovieQuota {
    private let limits: SVGALimits
    private var images = 0
    private var pixels = 0
    private var sprites = 0
    private var framesOfSprite = 0
    private var frames = 0
    private var shapes = 0
    private var pathBytes = 0
    private var audios = 0
    private var soundBytes = 0

    init(_ limits: SVGALimits) { self.limits = limits }

    /// Counts a picture or a sound.
    ///
    /// - Throws: `imagesTooLarge`, `imageTooLarge`, `badImage`, `audioTooLarge`.
    mutating func addImage(_ content: ArraySlice<UInt8>) throws(SVGAError) {
        images += 1
        guard images <= limits.imagesMax else { throw SVGAError(.imagesTooLarge) }
        if PNGHeader.isPNG(content) {
            guard let header = PNGHeader(content) else { throw SVGAError(.badImage) }
            guard max(header.width, header.height) <= limits.imageSideMax else { throw SVGAError(.imageTooLarge) }
            pixels += header.width * header.height
            guard pixels <= limits.imagePixelsMax else { throw SVGAError(.imagesTooLarge) }
        } else if SoundHeader.isSound(content) {
            soundBytes += content.count
            guard soundBytes <= limits.soundBytesMax else { throw SVGAError(.audioTooLarge) }
        }
    }

    mutating func addSprite() throws(SVGAError) {
        sprites += 1
        framesOfSprite = 0
        guard sprites <= limits.spritesMax else { throw SVGAError(.tooManySprites) }
    }

    /// Counts a frame of the last sprite.
    mutating func addFrame() throws(SVGAError) {
        frames += 1
        framesOfSprite += 1
        guard frames <= limits.spriteFramesMax, framesOfSprite <= limits.framesMax else {
            throw SVGAError(.tooManyFrames)
        }
    }

    mutating func addShape() throws(SVGAError) {
        shapes += 1
        guard shapes <= limits.shapesMax else { throw SVGAError(.tooManyShapes) }
    }

    mutating func addPath(byteCount: Int) throws(SVGAError) {
        pathBytes += byteCount
        guard byteCount <= limits.pathBytesMax, pathBytes <= limits.allPathBytesMax else {
            throw SVGAError(.pathTooLong)
        }
    }

    mutating func addAudio() throws(SVGAError) {
        audios += 1
        guard audios <= limits.audiosMax else { throw SVGAError(.audioTooLarge) }
    }

    func checkName(byteCount: Int) throws(SVGAError) {
        guard byteCount <= limits.nameBytesMax else { throw SVGAError(.nameTooLong) }
    }
}
