/// The limits of a file. Each one is checked before memory of the size in question is allocated.
public struct SVGALimits: Sendable, Equatable {
    /// The limits for files from untrusted sources.
    public static let standard = SVGALimits()

    /// Bytes of the encoded file.
    public var fileBytesMax = 10 * 1_024 * 1_024
    /// Bytes of everything that the file inflates to.
    public var inflatedBytesMax = 32 * 1_024 * 1_024
    /// Files in an archive.
    public var archiveFilesMax = 1_000
    /// Bytes of the JSON spec of a 1.x file.
    public var specBytesMax = 8 * 1_024 * 1_024
    /// The nesting depth of the JSON spec of a 1.x file. More than 64 is always refused.
    public var specDepthMax = 32
    /// The longer side of the canvas, in points.
    public var viewBoxSideMax: Float = 8_192
    /// Frames a second.
    public var framesPerSecondMax = 120
    /// Frames of the movie and of each sprite.
    public var framesMax = 3_600
    /// Sprites of the movie.
    public var spritesMax = 1_000
    /// Frames of all sprites together that have content and differ from the frame before. Hidden and unchanged frames cost next to nothing.
    public var spriteFramesMax = 200_000
    /// Bytes of memory for the frames of all sprites together.
    public var frameBytesMax = 32 * 1_024 * 1_024
    /// Images and sounds together.
    public var imagesMax = 500
    /// The longer side of an image, in pixels.
    public var imageSideMax = 4_096
    /// Pixels of all images together. Each decoded pixel takes four bytes.
    public var imagePixelsMax = 12 * 1_024 * 1_024
    /// Shapes of all frames together.
    public var shapesMax = 50_000
    /// Bytes of a single path.
    public var pathBytesMax = 256 * 1_024
    /// Bytes of all paths together.
    public var allPathBytesMax = 8 * 1_024 * 1_024
    /// Audio entries.
    public var audiosMax = 32
    /// Bytes of all sounds together.
    public var soundBytesMax = 4 * 1_024 * 1_024
    /// The longest chain of mattes that mask each other.
    public var matteDepthMax = 3
    /// Bytes of a key or a file name.
    public var nameBytesMax = 1_024
    /// The largest coordinate in either direction. Larger ones have no meaning on a screen.
    public var numberMax: Float = 1_000_000

    /// Makes the standard limits, which can then be changed.
    public init() {}
}
