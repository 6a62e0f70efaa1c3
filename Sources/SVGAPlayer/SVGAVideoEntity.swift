public import Foundation
public import SVGA

#if canImport(ImageIO)
    import CoreGraphics
    import ImageIO
#endif

/// A parsed effect that is ready to play, in any number of players at a time.
///
/// Its images are decoded when it is created, so that no player has to wait for them.
public final class SVGAVideoEntity: NSObject, Sendable {
    /// The content of the file.
    public let movie: SVGAMovie
    /// The memory that the effect takes, in bytes: the decoded images and the movie.
    let costBytes: Int

    #if canImport(ImageIO)
        /// The decoded images by key.
        let pictures: [String: CGImage]
    #endif

    /// Decodes the images of a movie, on the calling thread.
    ///
    /// - Throws: `SVGAError` with `badImage` if an image cannot be decoded. Linux does not decode images and never throws.
    public init(movie: SVGAMovie) throws(SVGAError) {
        self.movie = movie
        costBytes = movie.decodedImageBytes + movie.storedBytes
        #if canImport(ImageIO)
            var pictures: [String: CGImage] = [:]
            let options = [kCGImageSourceShouldCacheImmediately: true] as CFDictionary
            for (key, image) in movie.images {
                guard let source = CGImageSourceCreateWithData(Data(image.png) as CFData, nil),
                    let picture = CGImageSourceCreateImageAtIndex(source, 0, options)
                else { throw SVGAError(.badImage) }
                pictures[key] = picture
            }
            self.pictures = pictures
        #endif
        super.init()
    }

    /// The size of the canvas, in points.
    public var videoSize: CGSize { CGSize(width: Double(movie.width), height: Double(movie.height)) }

    /// Frames a second.
    public var FPS: Int32 { Int32(clamping: movie.framesPerSecond) }

    /// The number of frames.
    public var frames: Int32 { Int32(clamping: movie.frameCount) }
}
