import OvationModel
import OvationSupport

/// Puts a mark on texts that only servers of this app can make, so that a ticket says by itself what it lets in.
struct TicketSeal: Sendable {
    private let key: [UInt8]

    /// How many characters the mark has: 128 bits.
    private static let markLength = 32
    /// Longer texts are no tickets and are not looked at.
    private static let textBytesMax = 256

    /// Makes the seal of one kind of ticket. Tickets of another kind do not open with it.
    ///
    /// - Parameter secret: the app's secret.
    init(of kind: String, secret: String) {
        key = Digest.hmacSHA256(Array(kind.utf8), key: Array(secret.utf8))
    }

    /// The text with its mark behind the last dot.
    func close(_ text: String) -> String { "\(text).\(mark(of: text))" }

    /// The parts between the dots before the mark; nil if the mark is not of this seal.
    func open(_ text: String) -> [String]? {
        guard text.utf8.count <= Self.textBytesMax, let dot = text.lastIndex(of: ".") else { return nil }
        let start = String(text[..<dot])
        guard Digest.isEqual(Array(text.utf8), Array(close(start).utf8)) else { return nil }
        return start.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    }

    private func mark(of text: String) -> String {
        String(Digest.hexadecimal(Digest.hmacSHA256(Array(text.utf8), key: key)).prefix(Self.markLength))
    }
}
