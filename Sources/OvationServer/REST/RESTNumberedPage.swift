import OvationModel

/// The body of a call that reads a list whose entries have numbers, a page at a time.
struct RESTNumberedPage: Codable, Sendable {
    let next: String?
    let count: Int?

    enum CodingKeys: String, CodingKey {
        case next = "Next"
        case count = "Count"
    }

    /// The number before the first entry of the page, and how many entries it has: 20 by default, at most 100.
    func place() throws(Rejection) -> (after: Int64, count: Int) {
        let count = count ?? 20
        try RESTField.number("Count", count, in: 1...100)
        let next = next ?? ""
        guard let after = next.isEmpty ? 0 : Int64(next), after >= 0 else {
            throw Rejection(.illegalParameter, "\"Next\" is none that this server gave.")
        }
        return (after, count)
    }
}
