/// An image as a PNG file that has not been decoded.
public struct SVGAImage: Sendable, Equatable {
    /// The bytes of the PNG file.
    public let png: [UInt8]
    /// The width in pixels, from the PNG header.
    public let width: Int
    /// The height in pixels, from the PNG header.
    public let height: Int

    /// Reads the header of a PNG file.
    ///
    /// - Throws: `badImage` if the bytes do not begin like a PNG file.
    public init(png: [UInt8]) throws(SVGAError) {
        guard let header = PNGHeader(png[...]) else { throw SVGAError(.badImage) }
        self.png = png
        width = header.width
        height = header.height
    }

    /// The number of pixels.
    public var pixelCount: Int { width * height }
}
