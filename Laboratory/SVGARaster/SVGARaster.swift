#if Laboratory
    import SVGA

    /// A rendered frame.
    public struct SVGARaster: Sendable, Equatable {
        /// The width in pixels.
        public let width: Int
        /// The height in pixels.
        public let height: Int
        /// Red, green, blue and alpha of each pixel, not premultiplied, row by row from the top.
        public let pixels: [UInt8]

        /// Returns red, green, blue and alpha of a pixel.
        public subscript(x: Int, y: Int) -> [UInt8] {
            let start = (y * width + x) * 4
            return Array(pixels[start..<start + 4])
        }

        /// The frame as a PNG file.
        public var png: [UInt8] { SVGAImage(pixels: pixels, width: width, height: height).png }
    }
#endif
