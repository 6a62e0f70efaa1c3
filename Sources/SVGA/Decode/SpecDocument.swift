import OvationJSON

/// Parses the JSON of a 1.x file and builds the movie in one pass. Values of an unexpected type are skipped.
struct SpecDocument {
    /// The file names of the images, by image key.
    private(set) var imageNames: [String: String] = [:]
    private var cursor: JSONCursor
    private var quota: MovieQuota
    private let limits: SVGALimits

    /// Starts at the beginning of a JSON document.
    init(_ bytes: UnsafeRawBufferPointer, _ limits: SVGALimits) {
        cursor = JSONCursor(bytes)
        quota = MovieQuota(limits)
        self.limits = limits
    }

    /// Parses the movie without its images.
    mutating func movie() throws(SVGAError) -> SVGAMovie {
        var movie = SVGAMovie(version: "", width: 0, height: 0, framesPerSecond: 0, frameCount: 0)
        try object { (document, key) throws(SVGAError) in
            switch key {
            case "ver": movie.version = try document.text() ?? ""
            case "movie": try document.parameters(&movie)
            case "images": try document.images()
            case "sprites":
                try document.list { (document) throws(SVGAError) in movie.sprites.append(try document.sprite()) }
            default: try document.skip()
            }
        }
        try quota.checkName(byteCount: movie.version.utf8.count)
        try movie.checkParameters(limits)
        return movie
    }

    private mutating func parameters(_ movie: inout SVGAMovie) throws(SVGAError) {
        try object { (document, key) throws(SVGAError) in
            switch key {
            case "viewBox":
                try document.object { (document, key) throws(SVGAError) in
                    switch key {
                    case "width": movie.width = try document.number() ?? 0
                    case "height": movie.height = try document.number() ?? 0
                    default: try document.skip()
                    }
                }
            // The number was checked against `numberMax`, so it fits into an `Int`.
            case "fps": movie.framesPerSecond = Int(try document.number() ?? 0)
            case "frames": movie.frameCount = Int(try document.number() ?? 0)
            default: try document.skip()
            }
        }
    }

    private mutating func images() throws(SVGAError) {
        try object { (document, key) throws(SVGAError) in
            try document.quota.addImage([])
            let name = try document.text() ?? ""
            try document.quota.checkName(byteCount: max(key.utf8.count, name.utf8.count))
            document.imageNames[key] = name
        }
    }

    private mutating func sprite() throws(SVGAError) -> SVGASprite {
        try quota.addSprite()
        var sprite = SVGASprite(imageKey: "")
        var frames: [SVGAFrame] = []
        try object { (document, key) throws(SVGAError) in
            switch key {
            case "imageKey": sprite.imageKey = try document.name()
            case "matteKey": sprite.matteKey = try document.name()
            case "frames":
                try document.list { (document) throws(SVGAError) in
                    let frame = try document.frame(keeping: frames.last?.shapes ?? [])
                    try document.quota.addFrame(isNew: frame != .hidden && frame != frames.last)
                    frames.append(frame)
                }
            default: try document.skip()
            }
        }
        sprite.frames = SVGAFrames(frames)
        try quota.addFrameBytes(sprite.frames.heapBytes)
        return sprite
    }

    private mutating func frame(keeping kept: [SVGAShape]) throws(SVGAError) -> SVGAFrame {
        var frame = SVGAFrame.hidden
        try object { (document, key) throws(SVGAError) in
            switch key {
            case "alpha": frame.alpha = min(1, max(0, try document.number() ?? 0))
            case "layout": frame.layout = try document.rectangle()
            case "transform": frame.transform = try document.transform()
            case "clipPath":
                frame.clipPath = try document.text() ?? ""
                try document.quota.addPath(byteCount: frame.clipPath.utf8.count)
            case "shapes": frame.shapes = try document.shapes(keeping: kept)
            default: try document.skip()
            }
        }
        return frame
    }

    private mutating func shapes(keeping kept: [SVGAShape]) throws(SVGAError) -> [SVGAShape] {
        var shapes: [SVGAShape] = []
        var isFirst = true
        var isKept = false
        try list { (document) throws(SVGAError) in
            try document.quota.addShape()
            let shape = try document.shape()
            if isFirst { isKept = shape.isKeep }
            isFirst = false
            if let shape = shape.shape { shapes.append(shape) }
        }
        return isKept ? kept : shapes
    }

    private mutating func shape() throws(SVGAError) -> (shape: SVGAShape?, isKeep: Bool) {
        var kind = ""
        var arguments: [String: Float] = [:]
        var path = ""
        var style = SVGAShapeStyle()
        var transform = SVGATransform.identity
        try object { (document, key) throws(SVGAError) in
            switch key {
            case "type": kind = try document.text() ?? ""
            case "args":
                try document.object { (document, key) throws(SVGAError) in
                    switch key {
                    case "d":
                        path = try document.text() ?? ""
                        try document.quota.addPath(byteCount: path.utf8.count)
                    case "x", "y", "width", "height", "cornerRadius", "radiusX", "radiusY":
                        arguments[key] = try document.number() ?? 0
                    default: try document.skip()
                    }
                }
            case "styles": style = try document.style()
            case "transform": transform = try document.transform()
            default: try document.skip()
            }
        }
        func argument(_ name: String) -> Float { arguments[name] ?? 0 }
        let geometry: SVGAShape.Geometry
        switch kind {
        case "shape": geometry = .path(path)
        case "rect":
            geometry = .rectangle(
                SVGARectangle(
                    x: argument("x"), y: argument("y"), width: argument("width"), height: argument("height")),
                cornerRadius: argument("cornerRadius"))
        case "ellipse":
            geometry = .ellipse(
                x: argument("x"), y: argument("y"), radiusX: argument("radiusX"), radiusY: argument("radiusY"))
        default: return (nil, kind == "keep")
        }
        return (SVGAShape(geometry, style: style, transform: transform), false)
    }

    private mutating func style() throws(SVGAError) -> SVGAShapeStyle {
        var style = SVGAShapeStyle()
        try object { (document, key) throws(SVGAError) in
            switch key {
            case "fill": style.fill = try document.color()
            case "stroke": style.stroke = try document.color()
            case "strokeWidth": style.strokeWidth = try document.number() ?? 0
            case "miterLimit": style.miterLimit = try document.number() ?? 0
            case "lineCap":
                switch try document.text() {
                case "round": style.lineCap = .round
                case "square": style.lineCap = .square
                default: style.lineCap = .butt
                }
            case "lineJoin":
                switch try document.text() {
                case "round": style.lineJoin = .round
                case "bevel": style.lineJoin = .bevel
                default: style.lineJoin = .miter
                }
            case "lineDash":
                let parts = try document.numbers(atMost: 3)
                if parts.count == 3, parts[0] > 0 || parts[1] > 0 {
                    style.dash = SVGAShapeStyle.Dash(length: parts[0], gap: parts[1], offset: parts[2])
                }
            default: try document.skip()
            }
        }
        return style
    }

    private mutating func color() throws(SVGAError) -> SVGAColor? {
        let parts = try numbers(atMost: 4)
        guard parts.count == 4 else { return nil }
        return SVGAColor(red: parts[0], green: parts[1], blue: parts[2], alpha: parts[3])
    }

    private mutating func rectangle() throws(SVGAError) -> SVGARectangle {
        var rectangle = SVGARectangle.zero
        try object { (document, key) throws(SVGAError) in
            switch key {
            case "x": rectangle.x = try document.number() ?? 0
            case "y": rectangle.y = try document.number() ?? 0
            case "width": rectangle.width = try document.number() ?? 0
            case "height": rectangle.height = try document.number() ?? 0
            default: try document.skip()
            }
        }
        return rectangle
    }

    private mutating func transform() throws(SVGAError) -> SVGATransform {
        var transform = SVGATransform.identity
        try object { (document, key) throws(SVGAError) in
            switch key {
            case "a": transform.a = try document.number() ?? 1
            case "b": transform.b = try document.number() ?? 0
            case "c": transform.c = try document.number() ?? 0
            case "d": transform.d = try document.number() ?? 1
            case "tx": transform.tx = try document.number() ?? 0
            case "ty": transform.ty = try document.number() ?? 0
            default: try document.skip()
            }
        }
        return transform
    }
}

// The building blocks of JSON.
extension SpecDocument {
    /// Walks through an object. `visit` must consume the value of each key.
    private mutating func object(
        _ visit: (inout SpecDocument, String) throws(SVGAError) -> Void
    ) throws(SVGAError) {
        guard cursor.peek() == UInt8(ascii: "{") else { return try skip() }
        _ = cursor.skip("{")
        if cursor.skip("}") { return }
        repeat {
            guard let key = try text(), cursor.skip(":") else { throw SVGAError(.badSpec) }
            try visit(&self, key)
        } while cursor.skip(",")
        guard cursor.skip("}") else { throw SVGAError(.badSpec) }
    }

    /// Walks through an array. `visit` must consume each element.
    private mutating func list(_ visit: (inout SpecDocument) throws(SVGAError) -> Void) throws(SVGAError) {
        guard cursor.peek() == UInt8(ascii: "[") else { return try skip() }
        _ = cursor.skip("[")
        if cursor.skip("]") { return }
        repeat { try visit(&self) } while cursor.skip(",")
        guard cursor.skip("]") else { throw SVGAError(.badSpec) }
    }

    /// Skips a value.
    private mutating func skip() throws(SVGAError) {
        guard cursor.skipValue() else { throw SVGAError(.badSpec) }
    }

    /// Reads a string that is a key or a file name.
    private mutating func name() throws(SVGAError) -> String {
        let name = try text() ?? ""
        try quota.checkName(byteCount: name.utf8.count)
        return name
    }

    /// Reads a number. Returns nil if the value is not a number.
    private mutating func number() throws(SVGAError) -> Float? {
        guard let byte = cursor.peek(), byte == UInt8(ascii: "-") || (0x30...0x39).contains(byte) else {
            try skip()
            return nil
        }
        let start = cursor.index
        try skip()
        guard let number = Float(String(decoding: cursor.bytes[start..<cursor.index], as: UTF8.self)),
            abs(number) <= limits.numberMax
        else { throw SVGAError(.badNumber) }
        return number
    }

    /// Reads an array of numbers. Returns an empty array if there are too many, or if the value is anything else.
    private mutating func numbers(atMost count: Int) throws(SVGAError) -> [Float] {
        var numbers: [Float] = []
        var isUsable = true
        try list { (document) throws(SVGAError) in
            guard let number = try document.number(), numbers.count < count else {
                isUsable = false
                return
            }
            numbers.append(number)
        }
        return isUsable ? numbers : []
    }

    /// Reads a string. Returns nil if the value is not a string.
    private mutating func text() throws(SVGAError) -> String? {
        guard cursor.peek() == UInt8(ascii: "\"") else {
            try skip()
            return nil
        }
        guard let text = cursor.text() else { throw SVGAError(.badSpec) }
        let bytes = cursor.bytes[text.range]
        return text.isEscaped ? Self.unescaped(bytes) : String(decoding: bytes, as: UTF8.self)
    }

    /// Resolves the escapes of a string. The cursor has already validated them.
    private static func unescaped(_ bytes: Slice<UnsafeRawBufferPointer>) -> String {
        var units: [UInt16] = []
        var rest = String(decoding: bytes, as: UTF8.self).utf16[...]
        while let unit = rest.popFirst() {
            guard unit == 0x5C, let kind = rest.popFirst() else {
                units.append(unit)
                continue
            }
            switch UInt8(truncatingIfNeeded: kind) {
            case UInt8(ascii: "b"): units.append(0x08)
            case UInt8(ascii: "f"): units.append(0x0C)
            case UInt8(ascii: "n"): units.append(0x0A)
            case UInt8(ascii: "r"): units.append(0x0D)
            case UInt8(ascii: "t"): units.append(0x09)
            case UInt8(ascii: "u"):
                units.append(UInt16(String(decoding: rest.prefix(4), as: UTF16.self), radix: 16) ?? 0xFFFD)
                rest = rest.dropFirst(4)
            default: units.append(kind)
            }
        }
        return String(decoding: units, as: UTF16.self)
    }
}
