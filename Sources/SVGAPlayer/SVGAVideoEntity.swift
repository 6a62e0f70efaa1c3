public import Foundation
public import SVGA

#if canImport(ImageIO)
    import CoreGraphics
    import ImageIO
#endif

/// An effect that has been parsed and can be played, by any number of players at a time.
///
/// Its pictures are decoded when it is made, so that no player has to wait for them.
public final class SVGAVideoEntity: NSObject, Sendable {
    /// What the file holds.
    public let movie: SVGAMovie
    /// What it takes in memory, in bytes: decoded pictures, and the movie.
    let costBytes: Int

    #if canImport(ImageIO)
        /// The decoded pictures by their keys.
        let pictures: [String: CGImage]
    #endif

    /// Decodes the pictures of a movie, on the calling thread.
    ///
    /// - Throws: `SVGAError` with `badImage` where a picture cannot be decoded, on systems that decode them.
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

    /// How many frames it has.
    public var frames: Int32 { Int32(clamping: movie.frameCount) }
}
