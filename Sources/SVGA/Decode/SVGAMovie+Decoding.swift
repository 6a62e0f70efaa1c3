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
        guard bytes.count <= limits.fileBytesMax else { throw SVGAError(.fileTooLarge) }
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
            guard spec.count <= limits.specBytesMax else { throw SVGAError(.specTooLarge) }
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
        let entity: Com_Opensource_Svga_MovieEntity
        do {
            entity = try Com_Opensource_Svga_MovieEntity(serializedBytes: message, options: options)
        } catch {
            throw SVGAError(.badMessage)
        }
        let reader = MessageReader(limits)
        self = try reader.movie(entity)
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
            guard depth <= limits.matteDepthMax else { throw SVGAError(.mattesTooDeep) }
        }
    }
}
