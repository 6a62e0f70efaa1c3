/// An animated effect: sprites on a canvas, frame by frame, with the images and sounds that they use.
///
/// ``init(decoding:limits:)`` decodes a movie and enforces every limit. ``encoded(as:)`` writes it to a file. A movie is a value, so a copy
/// can be changed freely.
public struct SVGAMovie: Sendable, Equatable {
    /// The frame rates that the format allows. Files with other rates can be read, but ``encoded(as:)`` does not write them.
    public static let framesPerSecondKnown = [1, 2, 3, 5, 6, 10, 12, 15, 20, 30, 60]

    /// The format version that the file claims, such as "2.0". It does not tell how the file is encoded.
    public var version: String
    /// The width of the canvas, in points.
    public var width: Float
    /// The height of the canvas, in points.
    public var height: Float
    /// The frame rate, at least 1 a second.
    public var framesPerSecond: Int
    /// The number of frames, at least 1.
    public var frameCount: Int
    /// The images by key.
    public var images: [String: SVGAImage]
    /// The sounds by key, as MP3 files.
    public var sounds: [String: [UInt8]]
    /// The sprites, from back to front.
    public var sprites: [SVGASprite]
    /// The audio entries, which say when to play each sound.
    public var audios: [SVGAAudio]

    /// Makes a movie. Everything except its parameters is empty by default.
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

    /// The duration of one loop, in milliseconds.
    public var durationMilliseconds: Int { frameCount * 1_000 / max(1, framesPerSecond) }

    /// The memory that the decoded images would take, in bytes: four a pixel.
    public var decodedImageBytes: Int { images.values.reduce(0) { $0 + $1.pixelCount * 4 } }

    /// The memory of the movie itself, in bytes: sprites with their frames, encoded images and encoded sounds.
    ///
    /// The value is the sum of the allocated blocks. A player needs ``decodedImageBytes`` in addition.
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

    /// Finds the image of a sprite by its key, or by its key without the extension.
    public func image(of sprite: SVGASprite) -> SVGAImage? {
        if let image = images[sprite.imageKey] { return image }
        guard let dot = sprite.imageKey.utf8.lastIndex(of: UInt8(ascii: ".")) else { return nil }
        return images[String(sprite.imageKey[..<dot])]
    }
}
