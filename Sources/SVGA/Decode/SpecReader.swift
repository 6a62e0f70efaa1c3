import OvationJSON

/// Reads a movie from the `movie.spec` of a 1.x file.
struct SpecReader {
    private let archive: ZipArchive
    private let limits: SVGALimits

    /// Makes a reader for the files of an archive.
    init(_ archive: ZipArchive, _ limits: SVGALimits) {
        self.archive = archive
        self.limits = limits
    }

    /// Parses a spec and loads the images that it names from the archive.
    ///
    /// - Throws: `specTooDeep`, `badSpec`, and every error that the movie's content can cause.
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

    /// Measures how deeply arrays and objects are nested. The bytes need not be valid JSON.
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
