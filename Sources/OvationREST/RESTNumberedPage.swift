import OvationModel
import OvationSupport

/// The body of a call that reads a page of a list whose entries have numbers.
struct RESTNumberedPage: Codable, Sendable {
    let next: String?
    let count: Int?

    enum CodingKeys: String, CodingKey {
        case next = "Next"
        case count = "Count"
    }

    /// The number before the first entry of the page, and how many entries it has.
    func place() throws(Rejection) -> (after: Int64, count: Int) {
        let count = try PageFields.rest.count(
            count, orElse: RESTBounds.pageDefault, countMax: RESTBounds.numberedPageMax)
        return (try PageFields.rest.number(next, in: 0...Int64.max) ?? 0, count)
    }
}
