import OvationJSON

/// Makes a movie of the `movie.spec` of a 1.x file.
struct SpecReader {
    private let archive: ZipArchive
    private let limits: SVGALimits

    /// Makes a reader for the description in an archive.
    init(_ archive: ZipArchive, _ limits: SVGALimits) {
        self.archive = archive
        self.limits = limits
    }

    /// Reads a description, and from the archive the pictures that it names.
    ///
    /// - Throws: `specTooDeep`, `badSpec`, and what is wrong with the movie.
    func movie(_ spec: [UInt8]) throws(SVGAError) -> SVGAMovie {
        try SVGAError.check(Self.depth(spec), atMost: limits.specDepthMax, "specDepthMax", .specTooDeep)
        let result: Result<SVGAMovie, SVGAError> = spec.withUnsafeBytes { bytes in
            guard JSONCursor.isDocument(bytes) else { return .failure(SVGAError(.badSpec)) }
            do throws(SVGAError) {
                var document = SpecDocument(bytes, limits)
                var movie = try document.movie()
                var files = MovieFiles(archive: archive, limits)
                for (key, name) in document.imageNames {
                    if !name.isEmpty { try files.add(file: name, key) }
                }
                movie.images = files.images
                movie.sounds = files.sounds
                return .success(movie)
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }

    /// How deep arrays and objects are nested, for bytes that may be anything.
    private static func depth(_ bytes: [UInt8]) -> Int {
        var (depth, deepest) = (0, 0)
        var isInText = false
        var isEscaped = false
        for byte in bytes {
            if isInText {
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else if byte == UInt8(ascii: "\"") {
                    isInText = false
                }
                continue
            }
            switch byte {
            case UInt8(ascii: "\""): isInText = true
            case UInt8(ascii: "["), UInt8(ascii: "{"):
                depth += 1
                deepest = max(deepest, depth)
            case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
            default: break
            }
        }
        return deepest
    }
}
