package import OvationModel
import OvationRules
import OvationStorage
package import OvationWire
import Synchronization

/// The boards of the day, the week and all time, ready to be read by any number of viewers.
///
/// What is true is in the storage; here are the first places of it, which follow from what each commit answers. A place of a
/// day or week that is over is not shown, whether or not anybody has sent a gift since.
package final class BoardShelf: Sendable {
    private struct Name: Hashable {
        let kind: BoardKind
        let period: BoardPeriod
    }

    private struct Board {
        /// Which day or week; 0 for all time.
        var number: Int64
        var ranking: Ranking
    }

    /// What changes the boards.
    private enum Note {
        /// A gift that was charged.
        case gift(GiftReceived, GiftScores, gifterLevel: Int)
        /// A user's new name or picture.
        case profile(UserInfo)
    }

    /// Where something has changed the boards.
    enum Origin {
        /// At this node.
        case here
        /// At another one.
        case elsewhere
    }

    private struct State {
        var boards: [Name: Board] = [:]
        /// What was noted while the storage is read, which may not have it; nil where nothing is read.
        var notedMeanwhile: [Note]?
        var isReading = false
        var mustReadAgain = false
        var changes: Set<Origin> = []
    }

    private let placesMax: Int
    private let calendar: BoardCalendar
    private let state = Mutex(State())

    init(limits: Limits, calendar: BoardCalendar) {
        placesMax = limits.boardRowsMax
        self.calendar = calendar
    }

    /// Whether nobody reads the boards at the moment. Who is told so does; then ``mustReadAgain()`` says whether once more.
    func beginReading() -> Bool {
        state.withLock { state in
            guard !state.isReading else {
                state.mustReadAgain = true
                return false
            }
            state.isReading = true
            return true
        }
    }

    /// Whether another reading was requested in the meantime.
    func mustReadAgain() -> Bool {
        state.withLock { state in
            defer { state.mustReadAgain = false }
            state.isReading = state.mustReadAgain
            return state.mustReadAgain
        }
    }

    /// Fills the boards with what is kept. One call at a time.
    func load(from storage: any Storage, levels: GifterLevels, at now: Timestamp) async throws {
        state.withLock { $0.notedMeanwhile = [] }
        defer { state.withLock { $0.notedMeanwhile = nil } }
        var read: [Name: Board] = [:]
        for kind in BoardKind.allCases {
            for period in [BoardPeriod.day, .week, .all] {
                let number = number(of: period, at: now)
                let scope: BoardScope =
                    switch period {
                    case .day: .day(kind, number)
                    case .week: .week(kind, number)
                    case .all, .live: .all(kind)
                    }
                let places = try await storage.places(
                    of: scope, max: placesMax, levels: kind == .senders ? levels : nil)
                read[Name(kind: kind, period: period)] = Board(
                    number: number, ranking: Ranking(placesMax: placesMax, places: places))
            }
        }
        state.withLock { [read] state in
            state.boards = read
            for note in state.notedMeanwhile ?? [] { take(note, to: &state.boards) }
        }
    }

    /// Takes in a gift that was charged. May be called on any event loop.
    func note(_ event: GiftReceived, _ scores: GiftScores, gifterLevel: Int) {
        state.withLock { state in
            _ = note(.gift(event, scores, gifterLevel: gifterLevel), in: &state)
            state.changes.insert(.here)
        }
    }

    /// Takes over a user's new name or picture.
    func rename(_ user: UserInfo) { state.withLock { state in _ = note(.profile(user), in: &state) } }

    /// The same for a user who has changed it here: other nodes are told, if a board shows it.
    func renamedHere(_ user: UserInfo) {
        state.withLock { state in
            if note(.profile(user), in: &state) { state.changes.insert(.here) }
        }
    }

    /// Another node has told that it has changed the boards, or may have.
    func changedElsewhere() { state.withLock { _ = $0.changes.insert(.elsewhere) } }

    /// Where the boards have changed since the last question.
    func takeChanges() -> Set<Origin> {
        state.withLock { state in
            defer { state.changes = [] }
            return state.changes
        }
    }

    /// Notes something on the boards as they are, and for those that are being read. Returns whether it is about somebody on a board.
    private func note(_ note: Note, in state: inout State) -> Bool {
        state.notedMeanwhile?.append(note)
        return take(note, to: &state.boards)
    }

    @discardableResult
    private func take(_ note: Note, to boards: inout [Name: Board]) -> Bool {
        switch note {
        case .gift(let event, let scores, let gifterLevel):
            score(event.sender, scores.sender, .senders, gifterLevel, in: &boards)
            for (receiver, score) in zip(event.to, scores.receivers) {
                self.score(receiver, score, .hosts, nil, in: &boards)
            }
            return true
        case .profile(let user):
            var isListed = false
            for name in boards.keys where boards[name]?.ranking.rename(user) == true { isListed = true }
            return isListed
        }
    }

    private func score(
        _ user: UserInfo, _ score: BoardScore, _ kind: BoardKind, _ level: Int?, in boards: inout [Name: Board]
    ) {
        let news: [(BoardPeriod, Int64, Coins)] = [
            (.day, score.day, score.dayCoins), (.week, score.week, score.weekCoins), (.all, 0, score.total),
        ]
        for (period, number, coins) in news {
            let name = Name(kind: kind, period: period)
            if (boards[name]?.number ?? .min) < number {
                boards[name] = Board(number: number, ranking: Ranking(placesMax: placesMax))
            }
            guard boards[name]?.number == number else { continue }
            boards[name]?.ranking.note(Ranking.Place(user: user, coins: coins, gifterLevel: level))
        }
    }

    /// The first places of a board.
    package func page(_ kind: BoardKind, _ period: BoardPeriod, count: Int, at now: Timestamp) -> BoardPage {
        let number = number(of: period, at: now)
        let rows = state.withLock { state in
            state.boards[Name(kind: kind, period: period)].flatMap {
                $0.number == number ? $0.ranking.rows(count) : nil
            }
        }
        let until: Timestamp? =
            switch period {
            case .day: calendar.endOfDay(of: now)
            case .week: calendar.endOfWeek(of: now)
            case .all, .live: nil
            }
        return BoardPage(kind: kind, period: period, until: until, rows: rows ?? [])
    }

    private func number(of period: BoardPeriod, at now: Timestamp) -> Int64 {
        switch period {
        case .day: calendar.day(of: now)
        case .week: calendar.week(of: now)
        case .all, .live: 0
        }
    }
}

extension Storage {
    /// The first places of a board, with the names of their users.
    ///
    /// - Parameter levels: what levels follow from; nil where they are not shown.
    func places(of scope: BoardScope, max: Int, levels: GifterLevels?) async throws -> [Ranking.Place] {
        let places = try await board(scope, limit: max)
        let profiles = try await profiles(of: places.map(\.user))
        return places.map { Ranking.Place($0, profiles, levels) }
    }

    /// How many boards are read at a time: a server that takes over thousands of lives holds no more rows than it puts into rooms.
    private static var boardsAtOnceMax: Int { 500 }

    /// Reads the first places of the boards of lives, in two readings for hundreds of them.
    func places(
        ofLives sessions: [LiveSessionID], max: Int, levels: GifterLevels
    ) async throws -> [LiveSessionID: [Ranking.Place]] {
        var found: [LiveSessionID: [Ranking.Place]] = [:]
        for first in stride(from: 0, to: sessions.count, by: Self.boardsAtOnceMax) {
            let page = Array(sessions[first..<min(first + Self.boardsAtOnceMax, sessions.count)])
            let boards = try await boards(of: page, limit: max)
            let users = Set(boards.values.joined().map(\.user)).sorted()
            let profiles = try await profiles(of: users)
            for (session, places) in boards {
                found[session] = places.map { Ranking.Place($0, profiles, levels) }
            }
        }
        return found
    }
}

extension Ranking.Place {
    /// A stored row, with what its user is called.
    fileprivate init(_ place: BoardPlace, _ profiles: [UserID: UserProfile], _ levels: GifterLevels?) {
        self.init(
            user: (profiles[place.user] ?? UserProfile()).info(of: place.user), coins: place.coins,
            gifterLevel: levels?.level(of: place.total))
    }
}
