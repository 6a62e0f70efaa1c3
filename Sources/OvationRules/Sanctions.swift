import OvationModel

/// Who is muted in a live, or banned from it, and until when.
///
/// Kept in the order in which it is read, and free of what is over, so that a page of it costs a page.
struct Sanctions: Equatable, Sendable {
    /// A sanction that ends by itself.
    private struct Ending: Comparable {
        let time: Timestamp
        let user: UserID

        static func < (lhs: Ending, rhs: Ending) -> Bool { (lhs.time, lhs.user) < (rhs.time, rhs.user) }
    }

    private var untils: [UserID: RoomRecord.Until]
    /// Those of `untils`, by their ids.
    private(set) var users: [UserID]
    /// Those of `untils` that end by themselves, the next one last.
    private var endings: [Ending]

    init(_ untils: [UserID: RoomRecord.Until]) {
        self.untils = untils
        users = untils.keys.sorted()
        endings = untils.compactMap { user, until in until.time.map { Ending(time: $0, user: user) } }
            .sorted { $0 > $1 }
    }

    /// How many there are, those included that are over and were not looked at since.
    var count: Int { users.count }

    /// What holds of a user, whether it is over or not; nil where there is nothing.
    subscript(user: UserID) -> RoomRecord.Until? {
        get { untils[user] }
        set {
            if let old = untils[user] {
                if let time = old.time {
                    let ending = Ending(time: time, user: user)
                    endings.remove(at: endings.place { $0 > ending })
                }
                if newValue == nil { users.remove(at: users.place { $0 < user }) }
            } else if newValue != nil {
                users.insert(user, at: users.place { $0 < user })
            }
            untils[user] = newValue
            if let time = newValue?.time {
                let ending = Ending(time: time, user: user)
                endings.insert(ending, at: endings.place { $0 > ending })
            }
        }
    }

    /// Those whose sanction holds at a time, by their ids. Looks at all of them where something is over that was not forgotten.
    func users(at now: Timestamp) -> [UserID] {
        guard let next = endings.last, next.time <= now else { return users }
        return users.filter { untils[$0]?.holding(at: now) != nil }
    }

    /// Forgets what is over, and says whose it was.
    mutating func removeOver(at now: Timestamp) -> [UserID] {
        var over: [UserID] = []
        while let next = endings.last, next.time <= now {
            over.append(next.user)
            self[next.user] = nil
        }
        return over
    }
}

extension Array {
    /// The first place whose element is not before what is looked for.
    fileprivate func place(_ isBefore: (Element) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if isBefore(self[middle]) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

extension RandomAccessCollection {
    /// A page, without one element that is not counted. Costs a page, wherever it begins.
    ///
    /// - Parameters:
    ///   - offset: where it begins, among those that are counted; from 0.
    ///   - count: at most so many.
    ///   - excluded: the place of the one that is not counted; nil where all are.
    func page(from offset: Int, count: Int, without excluded: Int? = nil) -> [Element] {
        let all = self.count - (excluded == nil ? 0 : 1)
        guard offset >= 0, count > 0, offset < all else { return [] }
        let size = Swift.min(count, all - offset)
        return (offset..<offset + size).map { number in
            let place = excluded.map { number < $0 ? number : number + 1 } ?? number
            return self[index(startIndex, offsetBy: place)]
        }
    }
}
