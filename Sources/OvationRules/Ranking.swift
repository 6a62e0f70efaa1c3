public import OvationModel

/// The first places of a board, kept in memory.
///
/// Exact for as long as what it is told only grows: whoever is not listed is behind the last one, and to pass that one they
/// have to be told of. Where coins are taken back it is filled anew from the storage.
public struct Ranking: Sendable {
    /// One user of it.
    public struct Place: Hashable, Sendable {
        /// Who.
        public var user: UserInfo
        /// How many coins.
        public var coins: Coins
        /// The user's level as a sender of gifts; nil among hosts.
        public var gifterLevel: Int?

        /// Makes a place.
        public init(user: UserInfo, coins: Coins, gifterLevel: Int?) {
            self.user = user
            self.coins = coins
            self.gifterLevel = gifterLevel
        }

        /// Ties go by user id, so that everybody sees the same order.
        fileprivate func outranks(_ other: Place) -> Bool {
            coins == other.coins ? user.userID < other.user.userID : coins > other.coins
        }
    }

    /// How many places are kept.
    public let placesMax: Int
    /// The places, best first.
    public private(set) var places: [Place] = []

    /// Makes a board.
    ///
    /// - Parameter places: what it begins with, best first.
    public init(placesMax: Int, places: [Place] = []) {
        self.placesMax = max(placesMax, 1)
        self.places = Array(places.prefix(placesMax))
    }

    /// Takes in what a user has now. News that overtook each other may come late: a smaller number is an older one.
    ///
    /// - Returns: The best of the places that it changed, from 0; nil where it changed none.
    @discardableResult
    public mutating func note(_ place: Place) -> Int? {
        guard place.coins > .zero else { return nil }
        let old = places.firstIndex { $0.user.userID == place.user.userID }
        if let old {
            guard place.coins >= places[old].coins, place != places[old] else { return nil }
            places.remove(at: old)
        }
        let new = places.firstIndex { place.outranks($0) } ?? places.count
        guard new < placesMax else { return nil }
        places.insert(place, at: new)
        if places.count > placesMax { places.removeLast() }
        return new
    }

    /// Takes over a user's new name or picture; whether they are listed.
    @discardableResult
    public mutating func rename(_ user: UserInfo) -> Bool {
        guard let index = places.firstIndex(where: { $0.user.userID == user.userID }) else { return false }
        places[index].user = user
        return true
    }

    /// The first rows.
    public func rows(_ count: Int) -> [BoardRow] {
        places.prefix(max(0, count)).enumerated().map { index, place in
            BoardRow(rank: index + 1, user: place.user, coins: place.coins, gifterLevel: place.gifterLevel)
        }
    }
}
