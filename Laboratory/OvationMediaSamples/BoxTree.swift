/// A box and its children, to take a file apart and rebuild it with changes. The file must be valid.
public struct BoxTree: Sendable {
    /// The four-character type.
    public var type: String
    /// The bytes before the children; the whole content if there are no children.
    public var content: [UInt8]
    /// The child boxes.
    public var children: [BoxTree]

    /// Makes a box.
    public init(_ type: String, content: [UInt8] = [], children: [BoxTree] = []) {
        self.type = type
        self.content = content
        self.children = children
    }

    /// The encoded box, including its children.
    public var bytes: [UInt8] { BoxWriter.box(type, content, children.flatMap(\.bytes)) }

    /// Parses a file.
    public static func read(_ bytes: ArraySlice<UInt8>) -> [BoxTree] {
        var (rest, found) = (bytes, [BoxTree]())
        while rest.count >= 8 {
            let size = rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
            guard size >= 8, size <= rest.count else { break }
            let type = String(decoding: rest.dropFirst(4).prefix(4), as: UTF8.self)
            let body = rest.prefix(size).dropFirst(8)
            if let head = headBytes[type], body.count >= head {
                found.append(BoxTree(type, content: Array(body.prefix(head)), children: read(body.dropFirst(head))))
            } else {
                found.append(BoxTree(type, content: Array(body)))
            }
            rest = rest.dropFirst(size)
        }
        return found
    }

    /// How many bytes come before the children, for each type of box that has children.
    private static let headBytes = [
        "moov": 0, "trak": 0, "mdia": 0, "minf": 0, "stbl": 0, "mvex": 0, "moof": 0, "traf": 0, "edts": 0, "dinf": 0,
        "stsd": 8,
        "avc1": 78, "hvc1": 78, "hev1": 78, "av01": 78, "vp09": 78, "mp4a": 28, "Opus": 28, "fLaC": 28,
    ]

    /// Changes the first box at a path below this one, such as `["moov", "trak", "tkhd"]`.
    ///
    /// - Returns: True if the path exists.
    public mutating func change(_ path: ArraySlice<String>, _ change: (inout BoxTree) -> Void) -> Bool {
        guard let name = path.first else {
            change(&self)
            return true
        }
        for index in children.indices where children[index].type == name {
            if children[index].change(path.dropFirst(), change) { return true }
        }
        return false
    }
}
