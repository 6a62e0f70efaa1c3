import SwiftProtobuf

extension SVGAMovie {
    /// Encodes the movie as a file. Equal movies give equal bytes.
    ///
    /// Shapes that do not change from one frame to the next are written once.
    ///
    /// - Throws: `badParameters` if the canvas or the frame count is empty, or if the frame rate is not in ``framesPerSecondKnown``;
    ///   `badAudio` if an audio entry has no sound, or if a 1.x file would need sounds; `badNumber` if a coordinate is not finite;
    ///   `matteCycle` or `mattesTooDeep` for bad mattes.
    public func encoded(as format: SVGAFileFormat = .message) throws(SVGAError) -> [UInt8] {
        try checkParameters(.standard)
        guard Self.framesPerSecondKnown.contains(framesPerSecond) else { throw SVGAError(.badParameters) }
        try checkMattes(.standard)
        for audio in audios where sounds[audio.audioKey] == nil { throw SVGAError(.badAudio) }
        switch format {
        case .message:
            var entity = MessageWriter.entity(self)
            for (key, image) in images { entity.images[key] = .init(image.png) }
            for (key, sound) in sounds { entity.images[key] = .init(sound) }
            return Deflate.deflated(try Self.bytes(entity), as: .zlib)
        case .archive:
            guard sounds.isEmpty else { throw SVGAError(.badAudio) }
            var zip = ZipWriter()
            zip.add("movie.spec", try SpecWriter.spec(self))
            for (key, image) in images.sorted(by: { $0.key < $1.key }) { zip.add(key + ".png", image.png) }
            return zip.archive()
        case .hybrid:
            var entity = MessageWriter.entity(self)
            var zip = ZipWriter()
            for key in images.keys { entity.images[key] = .init(key.utf8) }
            for key in sounds.keys { entity.images[key] = .init(key.utf8) }
            zip.add("movie.binary", try Self.bytes(entity))
            for (key, image) in images.sorted(by: { $0.key < $1.key }) { zip.add(key + ".png", image.png) }
            for (key, sound) in sounds.sorted(by: { $0.key < $1.key }) { zip.add(key + ".mp3", sound) }
            return zip.archive()
        }
    }

    private static func bytes(_ entity: Com_Opensource_Svga_MovieEntity) throws(SVGAError) -> [UInt8] {
        var options = BinaryEncodingOptions()
        options.useDeterministicOrdering = true
        do { return try entity.serializedBytes(options: options) } catch { throw SVGAError(.badMessage) }
    }
}
