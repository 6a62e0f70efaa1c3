import OvationModel

/// Watches whether a stream key that was reset is of no use any more, at whatever node.
final class KeyWatch {
    private let world: World
    /// The keys that each live has had, oldest first, and since when.
    private var keys: [LiveID: [(at: UInt64, key: String)]] = [:]
    private(set) var problems: [String] = []

    /// How long a key that was reset counts where it was read before.
    private static let cachedMax = UInt64.milliseconds(1_000)

    init(_ world: World) { self.world = world }

    /// A live has a key from now on.
    func kept(_ key: String, of live: LiveID) {
        if keys[live]?.last?.key != key { keys[live, default: []].append((world.now, key)) }
    }

    /// The keys that a live has had, oldest first.
    func keys(of live: LiveID) -> [String] { (keys[live] ?? []).map(\.key) }

    /// A node has let somebody publish with a key who asked at a time.
    func accepted(_ key: String, in live: LiveID, askedAt: UInt64) {
        let all = keys[live] ?? []
        // A live may have a key again that it had before; what counts is the last time.
        guard let place = all.lastIndex(where: { $0.key == key }) else {
            return problems.append("a key let somebody publish to \(live) that the live never had")
        }
        guard all.indices.contains(place + 1), all[place + 1].at + Self.cachedMax < askedAt else { return }
        problems.append(
            "a stream key of \(live) was used \((askedAt - all[place + 1].at) / 1_000_000) ms after its reset")
    }
}
