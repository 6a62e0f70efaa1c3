import Foundation
import SwiftProtobuf

extension SVGAMovie {
    /// Decodes a file of any kind: 2.x, 1.x, or the hybrid of both.
    ///
    /// The calling thread does the work. The file's images are not decoded. Memory use stays within a few times `limits.inflatedBytesMax`,
    /// whatever the file contains.
    ///
    /// - Throws: An ``SVGAError`` if anything in the file is wrong. There is no partial result.
    public init(decoding bytes: [UInt8], limits: SVGALimits = .standard) throws(SVGAError) {
        try SVGAError.check(bytes.count, atMost: limits.fileBytesMax, "fileBytesMax", .fileTooLarge)
        if ZipArchive.isArchive(bytes) {
            try self.init(archive: bytes, limits)
        } else {
            // This first byte begins every zlib stream whose window is at most 32 KiB.
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

    /// Decodes the message of a movie. If it comes from an archive, its images may be names of files in the archive.
    private init(message: [UInt8], archive: ZipArchive?, _ limits: SVGALimits) throws(SVGAError) {
        try MovieScan.check(message, limits)
        var options = BinaryDecodingOptions()
        options.messageDepthLimit = 8
        options.discardUnknownFields = true
        // Sprites are decoded one by one, because a decoded empty frame takes fifty times the memory of its encoding.
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

    /// Checks that every audio entry refers to a sound.
    private func checkSounds() throws(SVGAError) {
        for audio in audios where sounds[audio.audioKey] == nil { throw SVGAError(.badAudio) }
    }

    /// Checks that no chain of mattes is circular or too long.
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
