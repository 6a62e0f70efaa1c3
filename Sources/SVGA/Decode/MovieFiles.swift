/// Sorts a movie's files into images and sounds.
struct MovieFiles {
    private(set) var images: [String: SVGAImage] = [:]
    private(set) var sounds: [String: [UInt8]] = [:]
    private var archive: ZipArchive?
    private var quota: MovieQuota
    private let limits: SVGALimits

    /// Makes an empty collection. If there is an archive, file names are looked up in it.
    init(archive: ZipArchive?, _ limits: SVGALimits) {
        self.archive = archive
        self.limits = limits
        quota = MovieQuota(limits)
    }

    /// Adds the value that the movie stores under a key: a PNG file, an MP3 file, nothing, or the name of a file in the archive.
    ///
    /// - Throws: `badImage` for any other value, and the errors of ``MovieQuota/addImage(_:)``.
    mutating func add(_ value: [UInt8], _ key: String) throws(SVGAError) {
        if value.isEmpty { return }
        if PNGHeader.isPNG(value[...]) || SoundHeader.isSound(value[...]) {
            try quota.addImage(value[...])
            try keep(value, key)
        } else {
            guard value.count <= limits.nameBytesMax else { throw SVGAError(.badImage) }
            try add(file: String(decoding: value, as: UTF8.self), key)
        }
    }

    /// Adds a file of the archive. The extension of its name may be missing.
    mutating func add(file name: String, _ key: String) throws(SVGAError) {
        for candidate in [name, name + ".png", name + ".mp3", key + ".png", key + ".mp3"] {
            guard let content = try archive?.read(candidate) else { continue }
            try quota.addImage(content[...])
            return try keep(content, key)
        }
        throw SVGAError(.badImage)
    }

    private mutating func keep(_ content: [UInt8], _ key: String) throws(SVGAError) {
        if PNGHeader.isPNG(content[...]) {
            images[key] = try SVGAImage(png: content)
        } else if SoundHeader.isSound(content[...]) {
            sounds[key] = content
        } else {
            throw SVGAError(.badImage)
        }
    }
}
