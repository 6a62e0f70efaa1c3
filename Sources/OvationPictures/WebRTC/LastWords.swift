import Foundation
import Synchronization

/// The end of what a program says. May be used from any thread.
final class LastWords: Sendable {
    /// How much of it is kept, in bytes.
    private static let bytesMax = 400

    private let bytes = Mutex<[UInt8]>([])

    /// The program said more.
    func add(_ more: Data) {
        bytes.withLock { bytes in
            bytes += more.suffix(Self.bytesMax)
            bytes.removeFirst(max(bytes.count - Self.bytesMax, 0))
        }
    }

    /// Its last line, without control characters; empty where it said nothing.
    var text: String {
        let text = String(decoding: bytes.withLock { $0 }, as: UTF8.self)
        let last = text.split(whereSeparator: \.isNewline).last ?? ""
        return String(String.UnicodeScalarView(last.unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7F }))
    }
}
