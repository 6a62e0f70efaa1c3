/// Counts the parts of a movie while it is read, and throws when a count exceeds its limit.
struct MovieQuota {
    private let limits: SVGALimits
    private var images = 0
    private var pixels = 0
    private var sprites = 0
    private var framesOfSprite = 0
    private var frames = 0
    private var frameBytes = 0
    private var shapes = 0
    private var pathBytes = 0
    private var audios = 0
    private var soundBytes = 0

    init(_ limits: SVGALimits) { self.limits = limits }

    /// Counts an image or a sound.
    ///
    /// - Throws: `imagesTooLarge`, `imageTooLarge`, `badImage`, `audioTooLarge`.
    mutating func addImage(_ content: ArraySlice<UInt8>) throws(SVGAError) {
        images += 1
        try SVGAError.check(images, atMost: limits.imagesMax, "imagesMax", .imagesTooLarge)
        if PNGHeader.isPNG(content) {
            guard let header = PNGHeader(content) else { throw SVGAError(.badImage) }
            let side = max(header.width, header.height)
            try SVGAError.check(side, atMost: limits.imageSideMax, "imageSideMax", .imageTooLarge)
            pixels += header.width * header.height
            try SVGAError.check(pixels, atMost: limits.imagePixelsMax, "imagePixelsMax", .imagesTooLarge)
        } else if SoundHeader.isSound(content) {
            soundBytes += content.count
            try SVGAError.check(soundBytes, atMost: limits.soundBytesMax, "soundBytesMax", .audioTooLarge)
        }
    }

    mutating func addSprite() throws(SVGAError) {
        sprites += 1
        framesOfSprite = 0
        try SVGAError.check(sprites, atMost: limits.spritesMax, "spritesMax", .tooManySprites)
    }

    /// Counts a frame of the current sprite.
    ///
    /// - Parameter isNew: True if the frame has content that differs from the frame before.
    mutating func addFrame(isNew: Bool) throws(SVGAError) {
        framesOfSprite += 1
        try SVGAError.check(framesOfSprite, atMost: limits.framesMax, "framesMax", .tooManyFrames)
        if isNew { frames += 1 }
        try SVGAError.check(frames, atMost: limits.spriteFramesMax, "spriteFramesMax", .tooManyFrames)
    }

    /// Counts the memory that a sprite's frames take.
    mutating func addFrameBytes(_ count: Int) throws(SVGAError) {
        frameBytes += count
        try SVGAError.check(frameBytes, atMost: limits.frameBytesMax, "frameBytesMax", .tooManyFrames)
    }

    mutating func addShape() throws(SVGAError) {
        shapes += 1
        try SVGAError.check(shapes, atMost: limits.shapesMax, "shapesMax", .tooManyShapes)
    }

    mutating func addPath(byteCount: Int) throws(SVGAError) {
        pathBytes += byteCount
        try SVGAError.check(byteCount, atMost: limits.pathBytesMax, "pathBytesMax", .pathTooLong)
        try SVGAError.check(pathBytes, atMost: limits.allPathBytesMax, "allPathBytesMax", .pathTooLong)
    }

    mutating func addAudio() throws(SVGAError) {
        audios += 1
        try SVGAError.check(audios, atMost: limits.audiosMax, "audiosMax", .audioTooLarge)
    }

    func checkName(byteCount: Int) throws(SVGAError) {
        try SVGAError.check(byteCount, atMost: limits.nameBytesMax, "nameBytesMax", .nameTooLong)
    }
}
