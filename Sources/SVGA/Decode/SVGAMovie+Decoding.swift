import Foundation
import SwiftProtobuf

extension SVGAMovie {
    /// Reads a file of any kind: 2.x, 1.x, or the hybrid of both.
    ///
    /// The work is done on the calling thread, and the file's pictures are not decoded. Memory stays within a few times
    /// `limits.inflatedBytesMax`, whatever the bytes are.
    ///
    /// - Throws: an ``SVGAError`` for everything that is wrong with the file. Nothing of it is returned then.
    public init(decoding bytes: [UInt8], limits: SVGALimits = .standard) throws(SVGAError) {
        try SVGAError.check(bytes.count, atMost: limits.fileBytesMax, "fileBytesMax", .fileTooLarge)
        if ZipArchive.isArchive(bytes) {
            try self.init(archive: bytes, limits)
        } else {
            // The first byte of every zlib stream with a window of at most 32 KiB.
            guard bytes.count > 2, bytes[0] & 0x0F == 8, bytes[0] >> 4 <= 7,
                (Int(bytes[0]) << 8 | Int(bytes[1])) % 31 == 0
            else { throw SVGAError(.notSVGA) }
            let message = try Inflate.inflated(bytes[...], as: .zlib, bytesMax: limits.inflatedBytesMax)
            try self.init(message: message, archive: nil, limits)
        }
        try checkMattes(limits)
    }

    private init(archive bytes: [UInt8], _ limits: SVGALimits) throws(SVGAError) {
        var archive = try ZipArchive(bytes, limits: limits)
        if let message = try archive.read("movie.binary") {
            try self.init(message: message, archive: archive, limits)
        } else if let spec = try archive.read("movie.spec") {
            try SVGAError.check(spec.count, atMost: limits.specBytesMax, "specBytesMax", .specTooLarge)
            self = try SpecReader(archive, limits).movie(spec)
        } else {
            throw SVGAError(.movieMissing)
        }
    }

    /// Reads the message of a movie. Where it stands in an archive, its images may be the names of files.
    private init(message: [UInt8], archive: ZipArchive?, _ limits: SVGALimits) throws(SVGAError) {
        try MovieScan.check(message, limits)
        var options = BinaryDecodingOptions()
        options.messageDepthLimit = 8
        options.discardUnknownFields = true
        // Sprites are decoded one by one: decoded, an empty frame takes fifty times the memory that it takes here.
        var (rest, sprites): ([UInt8], [Range<Int>]) = ([], [])
        var fields = WireReader(message, message.indices)
        while let field = try fields.next() {
            if field.number == 4, let content = field.content {
                sprites.append(content)
            } else {
                rest += message[field.whole]
            }
        }
        let entity: Com_Opensource_Svga_MovieEntity
        do {
            entity = try Com_Opensource_Svga_MovieEntity(serializedBytes: rest, options: options)
        } catch {
            throw SVGAError(.badMessage)
        }
        var reader = MessageReader(limits)
        self = try reader.movie(entity)
        self.sprites.reserveCapacity(sprites.count)
        for range in sprites {
            let sprite: Com_Opensource_Svga_SpriteEntity
            do {
                sprite = try Com_Opensource_Svga_SpriteEntity(serializedBytes: Array(message[range]), options: options)
            } catch {
                throw SVGAError(.badMessage)
            }
            self.sprites.append(try reader.sprite(sprite))
        }
        var files = MovieFiles(archive: archive, limits)
        for (key, value) in entity.images { try files.add([UInt8](value), key) }
        images = files.images
        sounds = files.sounds
        try checkSounds()
    }

    /// Looks that everything that is to be played is a sound.
    private func checkSounds() throws(SVGAError) {
        for audio in audios where sounds[audio.audioKey] == nil { throw SVGAError(.badAudio) }
    }

    /// Looks that mattes end somewhere.
    func checkMattes(_ limits: SVGALimits) throws(SVGAError) {
        let mattes = Dictionary(
            sprites.lazy.filter(\.isMatte).map { ($0.imageKey, $0.matteKey) }, uniquingKeysWith: { $1 })
        for start in mattes.keys {
            var depth = 1
            var key = start
            while let next = mattes[key], mattes[next] != nil {
                depth += 1
                key = next
                guard key != start, depth <= mattes.count else { throw SVGAError(.matteCycle) }
            }
            try SVGAError.check(depth, atMost: limits.matteDepthMax, "matteDepthMax", .mattesTooDeep)
        }
    }
}
