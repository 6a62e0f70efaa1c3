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

    private let placesMax: Int
    private let calendar: BoardCalendar
    private struct State {
        var boards: [Name: Board] = [:]
        /// What was noted while the storage is read, which may not have it; nil where nothing is read.
        var notedMeanwhile: [Note]?
        var isReading = false
        var mustReadAgain = false
        var changes: Set<Origin> = []
    }

    /// Where something has changed the boards.
    enum Origin { case here, elsewhere }

    private struct Note {
        let event: GiftReceived
        let scores: GiftScores
        let gifterLevel: Int
    }

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
            for note in state.notedMeanwhile ?? [] { self.note(note, in: &state.boards) }
        }
    }

    /// Takes in a gift that was charged. May be called on any event loop.
    func note(_ event: GiftReceived, _ scores: GiftScores, gifterLevel: Int) {
        let note = Note(event: event, scores: scores, gifterLevel: gifterLevel)
        state.withLock { state in
            self.note(note, in: &state.boards)
            state.notedMeanwhile?.append(note)
            state.changes.insert(.here)
        }
    }

    /// Takes over the new name or picture of a user who has changed it here, and notes that a board shows it.
    func renamedHere(_ user: UserInfo) {
        state.withLock { state in
            for name in state.boards.keys where state.boards[name]?.ranking.rename(user) == true {
                state.changes.insert(.here)
            }
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

    private func note(_ note: Note, in boards: inout [Name: Board]) {
        self.note(note.event.sender, note.scores.sender, .senders, note.gifterLevel, in: &boards)
        for (receiver, score) in zip(note.event.to, note.scores.receivers) {
            self.note(receiver, score, .hosts, nil, in: &boards)
        }
    }

    private func note(
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

    /// Takes over a user's new name or picture.
    func rename(_ user: UserInfo) {
        state.withLock { state in
            for name in state.boards.keys { state.boards[name]?.ranking.rename(user) }
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
