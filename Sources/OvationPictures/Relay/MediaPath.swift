import Foundation
package import OvationModel

/// A path of a live's picture: `/v1/media/<live>/<name>`, with the live's id percent-encoded.
package struct MediaPath: Equatable {
    /// Which live.
    let live: LiveID
    /// What of it: `publish`, `play`, or a name of HLS.
    let name: String

    private static let root = "/v1/media/"
    /// The name of a small frame of the picture.
    static let cover = "cover"

    /// Makes a path.
    package init(_ live: LiveID, _ name: String) {
        self.live = live
        self.name = name
    }

    /// Reads the path of a request, without its query; nil where it is none of these.
    init?(_ path: some StringProtocol) {
        guard path.hasPrefix(Self.root) else { return nil }
        let parts = path.dropFirst(Self.root.count).split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, let id = String(parts[0]).removingPercentEncoding, let live = LiveID(id) else {
            return nil
        }
        self.live = live
        name = String(parts[1])
    }

    /// The path as it stands in an address.
    package var text: String { "\(Self.root)\(Self.escaped(live))/\(name)" }

    /// A live's id as a part of a path, percent-encoded.
    static func escaped(_ live: LiveID) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        let escaped = live.rawValue.utf8.flatMap { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."),
                UInt8(ascii: "~"):
                [byte]
            default: [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: escaped, as: UTF8.self)
    }
}

/// What stands behind `?` in the address of a picture. None of its values needs an escape.
struct MediaQuery {
    private let fields: [(name: Substring, value: Substring)]

    /// Reads the part behind the question mark of a request's target.
    init(ofTarget target: some StringProtocol) {
        let query = target.drop { $0 != "?" }.dropFirst()
        fields = query.split(separator: "&").prefix(16).map { field in
            let parts = field.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return (Substring(parts[0]), parts.count > 1 ? Substring(parts[1]) : "")
        }
    }

    /// The first value of a name; nil where there is none.
    subscript(name: String) -> String? { fields.first { $0.name == name }.map { String($0.value) } }
}
