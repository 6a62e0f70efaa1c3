/// What a file may hold at most. Each limit is looked at before anything of the size in question is allocated.
public struct SVGALimits: Sendable, Equatable {
    /// The limits for files of strangers.
    public static let standard = SVGALimits()

    /// Bytes of the file as it travels.
    public var fileBytesMax = 10 * 1_024 * 1_024
    /// Bytes of everything that the file is inflated to.
    public var inflatedBytesMax = 32 * 1_024 * 1_024
    /// Files in an archive.
    public var archiveFilesMax = 1_000
    /// Bytes of the description of a 1.x file.
    public var specBytesMax = 8 * 1_024 * 1_024
    /// How deep the description of a 1.x file may be nested. Beyond 64 it is refused in any case.
    public var specDepthMax = 32
    /// The longer side of the canvas, in points.
    public var viewBoxSideMax: Float = 8_192
    /// Frames a second.
    public var framesPerSecondMax = 120
    /// Frames of the movie, and of each sprite.
    public var framesMax = 3_600
    /// Sprites.
    public var spritesMax = 1_000
    /// Frames of all sprites together that hold something, and something else than the frame before: what is hidden, or stays as it
    /// is, costs next to nothing.
    public var spriteFramesMax = 200_000
    /// Bytes of memory that the frames of all sprites take together.
    public var frameBytesMax = 32 * 1_024 * 1_024
    /// Pictures and sounds together.
    public var imagesMax = 500
    /// The longer side of a picture, in pixels.
    public var imageSideMax = 4_096
    /// Pixels of all pictures together. Decoded, each takes four bytes.
    public var imagePixelsMax = 12 * 1_024 * 1_024
    /// Shapes of all frames together.
    public var shapesMax = 50_000
    /// Bytes of a path.
    public var pathBytesMax = 256 * 1_024
    /// Bytes of all paths together.
    public var allPathBytesMax = 8 * 1_024 * 1_024
    /// Entries that say when a sound is played.
    public var audiosMax = 32
    /// Bytes of all sounds together.
    public var soundBytesMax = 4 * 1_024 * 1_024
    /// How many mattes may cover each other.
    public var matteDepthMax = 3
    /// Bytes of a key or of the name of a file.
    public var nameBytesMax = 1_024
    /// Coordinates beyond this, in either direction, mean nothing on a screen.
    public var numberMax: Float = 1_000_000

    /// The standard limits, to change some of them.
    public init() {}
}
