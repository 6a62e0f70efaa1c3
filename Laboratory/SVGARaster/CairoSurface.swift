#if Laboratory
    import CCairo
    import SVGA

    /// A bitmap that Cairo draws into.
    final class CairoSurface {
        let pointer: OpaquePointer

        init(width: Int, height: Int) {
            guard let pointer = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, Int32(width), Int32(height)),
                cairo_surface_status(pointer) == CAIRO_STATUS_SUCCESS
            else { preconditionFailure("no memory for a frame") }
            self.pointer = pointer
        }

        deinit { cairo_surface_destroy(pointer) }

        /// Copies the drawn pixels, with the premultiplication undone.
        func raster() -> SVGARaster {
            cairo_surface_flush(pointer)
            let width = Int(cairo_image_surface_get_width(pointer))
            let height = Int(cairo_image_surface_get_height(pointer))
            let stride = Int(cairo_image_surface_get_stride(pointer))
            var pixels = [UInt8](repeating: 0, count: width * height * 4)
            guard let data = cairo_image_surface_get_data(pointer) else {
                return SVGARaster(width: width, height: height, pixels: pixels)
            }
            pixels.withUnsafeMutableBufferPointer { output in
                for row in 0..<height {
                    UnsafeRawPointer(data + row * stride).withMemoryRebound(to: UInt32.self, capacity: width) { words in
                        for column in 0..<width where words[column] != 0 {
                            let word = words[column]
                            let alpha = word >> 24
                            let place = (row * width + column) * 4
                            func plain(_ part: UInt32) -> UInt8 {
                                UInt8(min(255, ((part & 0xFF) * 255 + alpha / 2) / alpha))
                            }
                            output[place] = plain(word >> 16)
                            output[place + 1] = plain(word >> 8)
                            output[place + 2] = plain(word)
                            output[place + 3] = UInt8(alpha)
                        }
                    }
                }
            }
            return SVGARaster(width: width, height: height, pixels: pixels)
        }
    }

    /// An image that Cairo can draw.
    final class CairoImage {
        let pointer: OpaquePointer
        let width: Int
        let height: Int
        /// True if the outermost pixels are fully transparent. The edges of such an image need no care.
        let hasClearEdge: Bool

        /// Decodes a PNG file.
        init(_ image: SVGAImage) throws(SVGAError) {
            /// The part of the file that is not read yet.
            struct Reader {
                var bytes: UnsafeBufferPointer<UInt8>
                var place = 0
            }
            let pointer = image.png.withUnsafeBufferPointer { bytes in
                var reader = Reader(bytes: bytes)
                return withUnsafeMutablePointer(to: &reader) { reader in
                    cairo_image_surface_create_from_png_stream(
                        { closure, data, count in
                            guard let reader = closure?.assumingMemoryBound(to: Reader.self), let data else {
                                return CAIRO_STATUS_READ_ERROR
                            }
                            let count = Int(count)
                            guard count <= reader.pointee.bytes.count - reader.pointee.place,
                                let base = reader.pointee.bytes.baseAddress
                            else { return CAIRO_STATUS_READ_ERROR }
                            data.update(from: base + reader.pointee.place, count: count)
                            reader.pointee.place += count
                            return CAIRO_STATUS_SUCCESS
                        }, reader)
                }
            }
            guard let pointer else { throw SVGAError(.badImage) }
            guard cairo_surface_status(pointer) == CAIRO_STATUS_SUCCESS else {
                cairo_surface_destroy(pointer)
                throw SVGAError(.badImage)
            }
            // Cairo keeps a copy of the file for vector output such as PDF. This drops it.
            cairo_surface_set_mime_data(pointer, CAIRO_MIME_TYPE_PNG, nil, 0, nil, nil)
            self.pointer = pointer
            width = image.width
            height = image.height
            hasClearEdge = Self.hasClearEdge(pointer)
        }

        deinit { cairo_surface_destroy(pointer) }

        private static func hasClearEdge(_ pointer: OpaquePointer) -> Bool {
            guard cairo_image_surface_get_format(pointer) == CAIRO_FORMAT_ARGB32,
                let data = cairo_image_surface_get_data(pointer)
            else { return false }
            let width = Int(cairo_image_surface_get_width(pointer))
            let height = Int(cairo_image_surface_get_height(pointer))
            let stride = Int(cairo_image_surface_get_stride(pointer))
            func isClear(_ x: Int, _ y: Int) -> Bool {
                UnsafeRawPointer(data).load(fromByteOffset: y * stride + x * 4, as: UInt32.self) == 0
            }
            return (0..<width).allSatisfy { isClear($0, 0) && isClear($0, height - 1) }
                && (0..<height).allSatisfy { isClear(0, $0) && isClear(width - 1, $0) }
        }
    }
#endif
