/// An effect: sprites on a canvas, frame by frame, with the pictures and sounds that they use.
///
/// A movie comes out of a file with ``init(decoding:limits:)``, which has looked at every limit, and goes into one with
/// ``encoded(as:)``. It is a value, so a copy may be changed freely.
public struct SVGAMovie: Sendable, Equatable {
    /// The frame rates that the format knows. Files with others are read; ``encoded(as:)`` refuses to write them.
    public static let framesPerSecondKnown = [1, 2, 3, 5, 6, 10, 12, 15, 20, 30, 60]

    /// What the file says that it was made for, such as "2.0". It tells nothing about how the file is written.
    public var version: String
    /// The width of the canvas, in points.
    public var width: Float
    /// The height of the canvas, in points.
    public var height: Float
    /// Frames a second, from 1 on.
    public var framesPerSecond: Int
    /// How many frames the movie has, from 1 on.
    public var frameCount: Int
    /// The pictures by their keys.
    public var images: [String: SVGAImage]
    /// The sounds by their keys, as the bytes of MP3 files.
    public var sounds: [String: [UInt8]]
    /// What is drawn, from the back to the front.
    public var sprites: [SVGASprite]
    /// When which sound is played.
    public var audios: [SVGAAudio]

    /// Makes a movie with nothing in it.
    public init(
        version: String = "2.0", width: Float, height: Float, framesPerSecond: Int, frameCount: Int,
        images: [String: SVGAImage] = [:], sounds: [String: [UInt8]] = [:], sprites: [SVGASprite] = [],
        audios: [SVGAAudio] = []
    ) {
        self.version = version
        self.width = width
        self.height = height
        self.framesPerSecond = framesPerSecond
        self.frameCount = frameCount
        self.images = images
        self.sounds = sounds
        self.sprites = sprites
        self.audios = audios
    }

    /// How long the movie takes once, in milliseconds.
    public var durationMilliseconds: Int { frameCount * 1_000 / max(1, framesPerSecond) }

    /// What the pictures take when they are decoded, in bytes: four a pixel.
    public var decodedImageBytes: Int { images.values.reduce(0) { $0 + $1.pixelCount * 4 } }

    /// What the movie itself takes in memory, in bytes: sprites with their frames, and pictures and sounds as the file has them.
    ///
    /// It is computed of the blocks that are allocated. What a player has beside it are ``decodedImageBytes``.
    public var storedBytes: Int {
        let spriteBytes = sprites.reduce(HeapBlock.bytes(of: sprites)) { bytes, sprite in
            bytes + HeapBlock.bytes(of: sprite.imageKey) + HeapBlock.bytes(of: sprite.matteKey)
                + sprite.frames.heapBytes
        }
        let imageBytes = images.reduce(0) { $0 + HeapBlock.bytes(of: $1.key) + HeapBlock.bytes(of: $1.value.png) }
        let soundBytes = sounds.reduce(0) { $0 + HeapBlock.bytes(of: $1.key) + HeapBlock.bytes(of: $1.value) }
        return spriteBytes + imageBytes + soundBytes + HeapBlock.bytes(of: images) + HeapBlock.bytes(of: sounds)
            + audios.reduce(HeapBlock.bytes(of: audios)) { $0 + HeapBlock.bytes(of: $1.audioKey) }
    }

    /// The picture of a sprite: the one of its key, or of its key without what stands behind the last dot.
    public func image(of sprite: SVGASprite) -> SVGAImage? {
        if let image = images[sprite.imageKey] { return image }
        guard let dot = sprite.imageKey.utf8.lastIndex(of: UInt8(ascii: ".")) else { return nil }
        return images[String(sprite.imageKey[..<dot])]
    }
}
