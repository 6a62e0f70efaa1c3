import OvationJSON

/// What the tool writes into messages and order ids, to know its own and how long they took: `ovl-RUN-NANOSECONDS-NUMBER`.
struct StampMark: Sendable {
    /// What tells this run of the tool from every other, 8 letters and digits.
    let run: String
    private let prefix: [UInt8]

    /// Makes the mark of a run.
    init(run: String) {
        self.run = run
        prefix = Array("ovl-\(run)-".utf8)
    }

    /// A text that says when it was sent. Fit for an order id too.
    func text(sentAt nanoseconds: UInt64, number: Int) -> String { "ovl-\(run)-\(nanoseconds)-\(number)" }

    /// When what stands somewhere in the bytes was sent; nil where it is not of this run.
    func stamp(in bytes: UnsafeRawBufferPointer) -> UInt64? {
        let place = prefix.withUnsafeBufferPointer { bytes.firstPlace(of: $0) }
        guard let place else { return nil }
        var cursor = JSONCursor(UnsafeRawBufferPointer(rebasing: bytes[(place + prefix.count)...]))
        return cursor.wholeNumber().flatMap { UInt64(exactly: $0) }
    }
}
