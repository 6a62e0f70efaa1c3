package import OvationModel
import OvationRules

/// Which lives of the list a caller asks for. A live has to be all of what is named.
package struct ListFilter: Hashable, Sendable {
    /// Every live.
    package static let everything = ListFilter()

    private var search: LiveSearch?
    private var category: Int?
    private var kind: LiveKind?

    private init() {}

    /// Reads a caller's wish.
    ///
    /// - Parameters:
    ///   - search: What has to stand in the title or the host's name; nil or empty for anything.
    ///   - category: The category that a live has to be in; nil for any.
    ///   - kind: The kind that a live has to be of; nil for any.
    ///   - field: The name of the field `search`, as the caller wrote it.
    package init(search: String?, category: Int?, kind: LiveKind?, field: String) throws(Rejection) {
        if let search, search.utf8.count > FieldBounds.searchBytesMax {
            throw Rejection(.illegalParameter, "\"\(field)\" is at most \(FieldBounds.searchBytesMax) bytes.")
        }
        self.search = search.flatMap { LiveSearch($0) }
        self.category = category
        self.kind = kind
    }

    /// Whether every live passes, so that none has to be looked at.
    var isOpen: Bool { self == .everything }

    /// What looking at a live costs, in the cost of one word.
    package var cost: Int { search?.wordCount ?? 1 }

    /// Whether a live passes.
    func admits(_ info: RoomInfo, _ names: SearchedText) -> Bool {
        if let kind, info.kind != kind { return false }
        if let category, !info.categoryList.contains(category) { return false }
        return search?.finds(names) ?? true
    }
}

/// A page of the list of lives.
package struct ListPage: Sendable {
    /// The lives. A page of a filter may be short, or empty, and have others behind it.
    package var rooms: [RoomListing]
    /// Where the next page begins; empty where there is none.
    package var cursor: String
    /// How many lives a filter has looked at; 0 without one.
    package var examinedCount = 0
}
