/// Walks through the encoded message of a movie and enforces the limits before anything is decoded.
struct MovieScan {
    private let bytes: [UInt8]
    private let limits: SVGALimits
    private var quota: MovieQuota

    /// Checks a message.
    ///
    /// - Throws: `badMessage`, and the errors of ``MovieQuota``.
    static func check(_ bytes: [UInt8], _ limits: SVGALimits) throws(SVGAError) {
        var scan = MovieScan(bytes: bytes, limits: limits, quota: MovieQuota(limits))
        try scan.movie()
    }

    private mutating func movie() throws(SVGAError) {
        var reader = WireReader(bytes, bytes.indices)
        while let field = try reader.next() {
            guard let content = field.content else { continue }
            switch field.number {
            case 3: try image(content)
            case 4: try sprite(content)
            case 5:
                try quota.addAudio()
                try names(content, [1])
            default: break
            }
        }
    }

    /// Checks an entry of the map of images.
    private mutating func image(_ range: Range<Int>) throws(SVGAError) {
        var reader = WireReader(bytes, range)
        var isCounted = false
        while let field = try reader.next() {
            guard let content = field.content else { continue }
            if field.number == 1 { try quota.checkName(byteCount: content.count) }
            if field.number == 2 {
                try quota.addImage(bytes[content])
                isCounted = true
            }
        }
        if !isCounted { try quota.addImage([]) }
    }

    private mutating func sprite(_ range: Range<Int>) throws(SVGAError) {
        try quota.addSprite()
        var reader = WireReader(bytes, range)
        var last: Range<Int>?
        while let field = try reader.next() {
            guard let content = field.content else { continue }
            switch field.number {
            case 1, 3: try quota.checkName(byteCount: content.count)
            case 2:
                let isSame = last.map { $0.count == content.count && bytes[$0] == bytes[content] } ?? false
                try quota.addFrame(isNew: !content.isEmpty && !isSame)
                try frame(content)
                last = content
            default: break
            }
        }
    }

    private mutating func frame(_ range: Range<Int>) throws(SVGAError) {
        var reader = WireReader(bytes, range)
        while let field = try reader.next() {
            guard let content = field.content else { continue }
            if field.number == 4 { try quota.addPath(byteCount: content.count) }
            if field.number == 5 { try shape(content) }
        }
    }

    private mutating func shape(_ range: Range<Int>) throws(SVGAError) {
        try quota.addShape()
        var reader = WireReader(bytes, range)
        while let field = try reader.next() {
            // Field 1 of the arguments is the path; the others are numbers.
            guard field.number == 2, let content = field.content else { continue }
            var arguments = WireReader(bytes, content)
            while let argument = try arguments.next() {
                if argument.number == 1, let path = argument.content { try quota.addPath(byteCount: path.count) }
            }
        }
    }

    private mutating func names(_ range: Range<Int>, _ numbers: [Int]) throws(SVGAError) {
        var reader = WireReader(bytes, range)
        while let field = try reader.next() {
            if numbers.contains(field.number), let content = field.content {
                try quota.checkName(byteCount: content.count)
            }
        }
    }
}
