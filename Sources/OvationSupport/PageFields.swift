package import OvationModel

/// Reads which page of a list a caller asks for. A refusal names the fields as the caller wrote them.
package struct PageFields {
    /// The field that says how many entries the page has.
    let count: String
    /// The field that says where the page begins: empty or missing for the first page, else what the page before it gave.
    let cursor: String

    package init(count: String, cursor: String) {
        self.count = count
        self.cursor = cursor
    }

    /// The names on the wire.
    package static let wire = PageFields(count: "count", cursor: "cursor")
    /// The names in the REST API.
    package static let rest = PageFields(count: "Count", cursor: "Next")

    /// How many entries the page has.
    ///
    /// - Parameters:
    ///   - given: what the caller wrote; nil for the default.
    ///   - standard: the default, where the limit allows it.
    ///   - countMax: a page has at most so many.
    package func count(_ given: Int?, orElse standard: Int, countMax: Int) throws(Rejection) -> Int {
        guard let given else { return min(standard, countMax) }
        guard (1...countMax).contains(given) else {
            throw Rejection(.illegalParameter, "\"\(count)\" is 1 to \(countMax).")
        }
        return given
    }

    /// The number at which the page begins, in a list whose cursors are numbers; nil for the first page.
    package func number<Number: FixedWidthInteger & Sendable>(
        _ given: String?, in range: ClosedRange<Number>
    ) throws(Rejection) -> Number? {
        guard let given, !given.isEmpty else { return nil }
        guard let number = Number(given), range.contains(number) else { throw unknownCursor }
        return number
    }

    /// The refusal of a cursor that no page gave.
    package var unknownCursor: Rejection {
        Rejection(.illegalParameter, "\"\(cursor)\" is none that this server gave. The first page has \"\".")
    }
}
