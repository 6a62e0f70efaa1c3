/// A picture, as a PNG file whose pixels nobody has decoded yet.
public struct SVGAImage: Sendable, Equatable {
    /// The PNG file.
    public let png: [UInt8]
    /// Its width in pixels, as its header says.
    public let width: Int
    /// Its height in pixels, as its header says.
    public let height: Int

    /// Looks at the header of a PNG file.
    ///
    /// - Throws: `badImage` where the bytes do not begin as a PNG file does.
    public init(png: [UInt8]) throws(SVGAError) {
        guard let header = PNGHeader(png[...]) else { throw SVGAError(.badImage) }
        self.png = png
        width = header.width
        height = header.height
    }

    /// How many pixels it has.
    public var pixelCount: Int { width * height }
}
