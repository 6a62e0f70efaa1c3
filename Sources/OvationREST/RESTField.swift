import OvationModel

/// Checks of fields that several commands share. A refusal names the field as the caller wrote it.
enum RESTField {
    /// Checks that a text has at most so many bytes of UTF-8, and no U+0000, where the storage would cut it. nil passes.
    static func text(_ name: String, _ text: String?, bytesMax: Int) throws(Rejection) {
        guard let text else { return }
        if text.utf8.count > bytesMax {
            throw Rejection(.illegalParameter, "\"\(name)\" is at most \(bytesMax) bytes.")
        }
        if text.utf8.contains(0) { throw Rejection(.illegalParameter, "\"\(name)\" has a character U+0000.") }
    }

    /// Checks that a text is not empty and has at most so many bytes of UTF-8.
    static func present(_ name: String, _ text: String, bytesMax: Int) throws(Rejection) {
        if text.isEmpty { throw Rejection(.illegalParameter, "\"\(name)\" is empty.") }
        try self.text(name, text, bytesMax: bytesMax)
    }

    /// Checks that a number is in a range. nil passes.
    static func number(_ name: String, _ number: Int?, in range: ClosedRange<Int>) throws(Rejection) {
        guard let number, !range.contains(number) else { return }
        throw Rejection(.illegalParameter, "\"\(name)\" is \(range.lowerBound) to \(range.upperBound).")
    }

    /// Checks that a list has at least one entry and at most so many.
    static func list(_ name: String, _ list: some Collection, countMax: Int) throws(Rejection) {
        guard (1...max(countMax, 1)).contains(list.count) else {
            throw Rejection(.illegalParameter, "\"\(name)\" has 1 to \(countMax) entries.")
        }
    }
}
