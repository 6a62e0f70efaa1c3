public import OvationModel

/// The first places of a board, kept in memory.
///
/// It is exact for as long as scores only grow. A user who is not listed is behind the last one, and passes that one only with
/// a new score, which the ranking is told. Where coins are taken back it is filled anew from the storage.
public struct Ranking: Equatable, Sendable {
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
        fileprivate func outranks(_ coins: Coins, _ user: UserID) -> Bool {
            self.coins == coins ? self.user.userID < user : self.coins > coins
        }
    }

    /// How many places are kept.
    public let placesMax: Int
    /// The places, best first.
    public private(set) var places: [Place] = []
    /// What the listed users have, from which their places follow: every gift notes six boards, so none of them is searched
    /// from end to end.
    private var listed: [UserID: Coins]

    /// Makes a board.
    ///
    /// - Parameter places: what it begins with.
    public init(placesMax: Int, places: [Place] = []) {
        self.placesMax = max(placesMax, 1)
        // A storage may order equals by other rules.
        self.places = places.sorted { $0.outranks($1.coins, $1.user.userID) }.prefix(self.placesMax).map(\.self)
        listed = Dictionary(self.places.map { ($0.user.userID, $0.coins) }, uniquingKeysWith: { first, _ in first })
    }

    /// Takes in what a user has now. News that overtook each other may come late: a smaller number is an older one.
    ///
    /// - Returns: The best of the places that it changed, from 0; nil where it changed none.
    @discardableResult
    public mutating func note(_ place: Place) -> Int? {
        guard place.coins > .zero else { return nil }
        let new = index(of: place.user.userID, with: place.coins)
        if let coins = listed[place.user.userID] {
            let old = index(of: place.user.userID, with: coins)
            guard place.coins >= coins, place != places[old] else { return nil }
            listed[place.user.userID] = place.coins
            // Nobody stands behind for having got more, so what lies between moves back by one.
            if new < old { places[new...old].rotateBackwardByOne() }
            places[new] = place
            return new
        }
        guard new < placesMax else { return nil }
        places.insert(place, at: new)
        listed[place.user.userID] = place.coins
        if places.count > placesMax { listed[places.removeLast().user.userID] = nil }
        return new
    }

    /// How many places are better than that of a user with so many coins.
    private func index(of user: UserID, with coins: Coins) -> Int {
        var low = 0
        var high = places.count
        while low < high {
            let middle = (low + high) / 2
            if places[middle].outranks(coins, user) { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// Takes over a user's new name or picture; whether they are listed.
    @discardableResult
    public mutating func rename(_ user: UserInfo) -> Bool {
        guard let coins = listed[user.userID] else { return false }
        places[index(of: user.userID, with: coins)].user = user
        return true
    }

    /// The first rows.
    public func rows(_ count: Int) -> [BoardRow] {
        places.prefix(max(0, count)).enumerated().map { index, place in
            BoardRow(rank: index + 1, user: place.user, coins: place.coins, gifterLevel: place.gifterLevel)
        }
    }
}

extension ArraySlice {
    /// Moves every element one place back; the last one comes to the front.
    fileprivate mutating func rotateBackwardByOne() {
        for index in indices.dropFirst().reversed() { swapAt(index, index - 1) }
    }
}
