import OvationModel

/// The sessions that a live has at a node, to be gone through some at a time.
struct SessionRoster {
    private var places: [SessionID: Int] = [:]
    private var order: [SessionID] = []
    /// Where the next page begins.
    private var next = 0

    var isEmpty: Bool { order.isEmpty }

    /// All of them, in no order that means anything, and always the same for the same changes.
    var all: [SessionID] { order }

    mutating func insert(_ session: SessionID) {
        guard places[session] == nil else { return }
        places[session] = order.count
        order.append(session)
    }

    /// Removes a session; false where it is not there.
    @discardableResult
    mutating func remove(_ session: SessionID) -> Bool {
        guard let place = places.removeValue(forKey: session) else { return false }
        let last = order.removeLast()
        if place < order.count {
            order[place] = last
            places[last] = place
        }
        return true
    }

    /// The next ones, at most so many. Behind the last the first follow.
    mutating func page(countMax: Int) -> [SessionID] {
        if next >= order.count { next = 0 }
        let page = Array(order[next..<min(order.count, next + countMax)])
        next += page.count
        return page
    }
}
