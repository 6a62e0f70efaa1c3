public import OvationModel

/// A link of lives: who is in it, and who of them knows.
///
/// Pure. It alone decides who is in, in the order in which it is told, so that all of its lives agree. Its letters may go out only once it
/// is kept. It is over when nobody is left who has to hear of it.
public struct CoHostLinkCourse: Hashable, Codable, Sendable {
    /// A live in the link.
    struct Member: Hashable, Codable, Sendable {
        var place: CoHostPlace
        /// The version that it knows.
        var version: Int64 = 0
    }

    /// The state that its lives are told.
    public private(set) var link: CoHostLink
    private(set) var members: [Member]

    /// Makes a link of a live, into which it has others taken.
    public init(_ link: CoHostLinkID, founder: CoHostPlace, templateID: Int) {
        self.link = CoHostLink(linkID: link, version: 0, templateID: templateID, hosts: [founder.host])
        members = [Member(place: founder)]
    }

    /// Whether nobody has to hear of it any more.
    public var isOver: Bool { members.isEmpty }
    /// Whether a live does not know the newest version.
    public var isWaiting: Bool { members.contains { $0.version < link.version } }

    /// Takes a letter in.
    ///
    /// - Parameter livesMax: how many lives it may have.
    /// - Returns: the letters that go out.
    public mutating func receive(_ letter: CoHostLetter, livesMax: Int) -> [CoHostLetter] {
        switch letter.step {
        case .join(_, let joining, _): return join(joining, by: letter.from, livesMax: livesMax)
        case .known(let ticket, let version):
            guard let index = members.firstIndex(where: { $0.place.ticket == ticket }) else {
                return letter.returned.map { [$0] } ?? []
            }
            members[index].version = max(members[index].version, min(version, link.version))
            // A letter that came too late may have led it back to an older state.
            return version < link.version ? [state(for: members[index])] : forgetDissolved()
        case .absent(let ticket, _), .gone(.some(let ticket)): return remove { $0.place.ticket == ticket }
        default: return []
        }
    }

    /// What is said again to those who do not know the newest version, or to all.
    public func letters(toAll: Bool) -> [CoHostLetter] {
        members.filter { toAll || $0.version < link.version }.map(state)
    }

    private var isDissolved: Bool { link.hosts.isEmpty }

    private mutating func join(_ joining: CoHostPlace, by asking: CoHostAddress, livesMax: Int) -> [CoHostLetter] {
        func refusal() -> [CoHostLetter] {
            [CoHostLetter(from: .link(link.linkID), to: asking, .full(joining.ticket))]
        }
        guard !isDissolved, members.contains(where: { .live($0.place.host.liveID) == asking }) else {
            return refusal()
        }
        if let member = members.first(where: { $0.place.ticket == joining.ticket }) {
            return members.filter { .live($0.place.host.liveID) == asking }.map(state) + [state(for: member)]
        }
        // Its place of before is given up, or it could not have said yes to another request.
        members.removeAll { $0.place.host.liveID == joining.host.liveID }
        guard members.count < livesMax else { return refusal() }
        members.append(Member(place: joining))
        return changed()
    }

    private mutating func remove(_ isGone: (Member) -> Bool) -> [CoHostLetter] {
        guard members.contains(where: isGone) else { return [] }
        members.removeAll(where: isGone)
        return isDissolved ? [] : changed()
    }

    private mutating func changed() -> [CoHostLetter] {
        link.version += 1
        // A live is not joined with itself alone. It is told, and then there is no link.
        link.hosts = members.count > 1 ? members.map(\.place.host) : []
        return letters(toAll: true)
    }

    private mutating func forgetDissolved() -> [CoHostLetter] {
        if isDissolved { members.removeAll { $0.version >= link.version } }
        return []
    }

    private func state(for member: Member) -> CoHostLetter {
        CoHostLetter(
            from: .link(link.linkID), to: .live(member.place.host.liveID), .link(link, ticket: member.place.ticket))
    }
}
