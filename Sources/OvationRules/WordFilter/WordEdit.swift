public import OvationModel

/// A change of a list of words, by those who keep order in a live. Two who change it at the same time lose nothing of each other's.
public struct WordEdit: Hashable, Codable, Sendable {
    /// Words to look for from here on.
    public var added: [FilterWord]
    /// Words to look for no longer.
    public var removed: [String]

    /// Makes a change.
    public init(added: [FilterWord] = [], removed: [String] = []) {
        self.added = added
        self.removed = removed
    }

    /// Whether it changes nothing.
    public var isEmpty: Bool { added.isEmpty && removed.isEmpty }

    /// The list after the change. A word that is added anew takes the place of the older one, and stands at the end.
    public func applied(to words: [FilterWord]) -> [FilterWord] {
        let gone = Set(removed.map(WordID.init(of:)) + added.map(\.id))
        return words.filter { !gone.contains($0.id) } + added
    }
}
