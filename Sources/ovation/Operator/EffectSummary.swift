import SVGA

/// What is told of an effect.
struct EffectSummary: Encodable {
    let version: String
    let width: Float
    let height: Float
    let framesPerSecond: Int
    let frames: Int
    let milliseconds: Int
    let sprites: Int
    let mattes: Int
    let images: Int
    let sounds: Int
    let fileBytes: Int
    let decodedImageBytes: Int

    init(_ movie: SVGAMovie, fileBytes: Int) {
        version = movie.version
        width = movie.width
        height = movie.height
        framesPerSecond = movie.framesPerSecond
        frames = movie.frameCount
        milliseconds = movie.durationMilliseconds
        sprites = movie.sprites.count
        mattes = movie.sprites.filter(\.isMatte).count
        images = movie.images.count
        sounds = movie.sounds.count
        self.fileBytes = fileBytes
        decodedImageBytes = movie.decodedImageBytes
    }

    /// The lines for people.
    var lines: [String] {
        [
            "canvas   \(width) by \(height) points",
            "length   \(frames) frames, \(framesPerSecond) a second: \(milliseconds) ms",
            "sprites  \(sprites), \(mattes) of them mattes",
            "images   \(images), \(decodedImageBytes) bytes when they are decoded",
            "sounds   \(sounds)",
            "file     \(fileBytes) bytes, says that it is of version \(version)",
        ]
    }
}
