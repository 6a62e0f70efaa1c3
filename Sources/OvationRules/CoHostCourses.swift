public import OvationModel

/// A link or a battle, as it is kept.
public enum CoHostCourse: Hashable, Codable, Sendable {
    /// A link.
    case link(CoHostLinkCourse)
    /// A battle.
    case battle(BattleCourse)

    /// The id under which it is kept.
    public var id: String {
        switch self {
        case .link(let course): Self.id(of: course.link.linkID)
        case .battle(let course): Self.id(of: course.battle.battleID)
        }
    }

    fileprivate static func id(of link: CoHostLinkID) -> String { "link/\(link)" }
    fileprivate static func id(of battle: BattleID) -> String { "battle/\(battle)" }
}

/// The links and battles of one home: what is said to each, and what they say.
///
/// Pure. Each is kept by itself, and its letters may go out only once it is kept; see ``CoursesOutcome``.
public struct CoHostCourses: Sendable {
    /// Of how many finished battles of one inviter it is known how they ended.
    public static let finishedBattlesMax = 10

    /// The links by their ids.
    public private(set) var links: [CoHostLinkID: CoHostLinkCourse] = [:]
    /// The battles by their ids, those that ended an hour ago at most too.
    public private(set) var battles: [BattleID: BattleCourse] = [:]
    private var repeatAt: [CoHostAddress: Timestamp] = [:]
    /// The latest time that was seen.
    private var seenAt: Timestamp?
    private let livesMax: Int

    /// What a letter or time did.
    public struct CoursesOutcome: Sendable {
        /// The links and battles that are to be kept, or forgotten where they are over, before the letters go out.
        public var changed: Set<CoHostAddress> = []
        /// The letters.
        public var letters: [CoHostLetter] = []
    }

    /// Takes up what is kept.
    public init(_ courses: [CoHostCourse] = [], livesMax: Int, at now: Timestamp) {
        self.livesMax = livesMax
        var (links, battles): ([CoHostLinkCourse], [BattleCourse]) = ([], [])
        for course in courses {
            switch course {
            case .link(let link): links.append(link)
            case .battle(let battle): battles.append(battle)
            }
        }
        for link in links {
            self.links[link.link.linkID] = link
            repeatAt[.link(link.link.linkID)] = now
        }
        for var battle in battles {
            battle.takeUp(at: now)
            self.battles[battle.battle.battleID] = battle
            repeatAt[.battle(battle.battle.battleID)] = now
        }
    }

    /// A link or a battle as it is now, and the id under which it is kept; nil where there is none any more.
    public func course(at address: CoHostAddress) -> (id: String, course: CoHostCourse?)? {
        switch address {
        case .link(let id): (CoHostCourse.id(of: id), links[id].map(CoHostCourse.link))
        case .battle(let id): (CoHostCourse.id(of: id), battles[id].map(CoHostCourse.battle))
        case .live: nil
        }
    }

    /// When ``expire(at:)`` has something to do; nil for never.
    public var due: Timestamp? { (Array(repeatAt.values) + battles.values.compactMap(\.due)).min() }

    /// Takes a letter to a link or a battle in.
    public mutating func receive(_ letter: CoHostLetter, at now: Timestamp) -> CoursesOutcome {
        var outcome = CoursesOutcome()
        follow(now, &outcome)
        switch letter.to {
        case .live: break
        case .link(let id):
            var link: CoHostLinkCourse
            if let known = links[id] {
                link = known
            } else if case .join(let founder, _, let templateID) = letter.step {
                link = CoHostLinkCourse(id, founder: founder, templateID: templateID)
            } else {
                outcome.letters = letter.returned.map { [$0] } ?? []
                return outcome
            }
            outcome.letters = link.receive(letter, livesMax: livesMax)
            take(link, now, &outcome)
        case .battle(let id):
            var battle: BattleCourse
            if let known = battles[id] {
                battle = known
            } else if case .open(let draft, let ticket) = letter.step, draft.battleID == id {
                battle = BattleCourse(draft, ticket: ticket)
                outcome.letters = battle.letters(toAll: true)
            } else {
                outcome.letters = letter.returned.map { [$0] } ?? []
                return outcome
            }
            outcome.letters += battle.receive(letter, at: now)
            take(battle, now, &outcome)
        }
        return outcome
    }

    /// Does what is due, and says again what was not answered.
    public mutating func expire(at now: Timestamp) -> CoursesOutcome {
        var outcome = CoursesOutcome()
        follow(now, &outcome)
        // In one order, so that the same times always lead to the same letters.
        for id in battles.filter({ $0.value.due.map { $0 <= now } ?? false }).keys.sorted() {
            guard var battle = battles[id] else { continue }
            outcome.letters += battle.expire(at: now)
            take(battle, now, &outcome)
        }
        for address in repeatAt.filter({ $0.value <= now }).keys.sorted(by: { $0.id < $1.id }) {
            switch address {
            case .link(let id):
                if let link = links[id] { outcome.letters += link.letters(toAll: !link.isWaiting) }
            case .battle(let id):
                if let battle = battles[id] { outcome.letters += battle.letters(toAll: !battle.isWaiting) }
            case .live: break
            }
            repeatAt[address] = nil
            schedule(address, now)
        }
        return outcome
    }

    /// The scores that changed since they were told.
    public mutating func takeScores() -> [CoHostLetter] {
        var letters: [CoHostLetter] = []
        for id in battles.filter(\.value.isScoreStale).keys.sorted() {
            guard var battle = battles[id] else { continue }
            letters += battle.takeScores()
            battles[id] = battle
        }
        return letters
    }

    /// The app's backend sets scores; see ``BattleCourse/adjust(_:isSum:)``.
    public mutating func adjust(
        _ battle: BattleID, _ scores: [(live: LiveID, score: Int64)], isSum: Bool
    ) throws(Rejection) -> [LiveID] {
        guard var course = battles[battle] else { throw Rejection(.battleNotExistOrEnded) }
        let unknown = try course.adjust(scores, isSum: isSum)
        battles[battle] = course
        return unknown
    }

    /// The newest battle that a live takes part in, or took part in within the last hour.
    public func battle(of live: LiveID) -> Battle? {
        battles.values.map(\.battle).filter { $0.side(of: live) != nil }.max { $0.createdAt < $1.createdAt }
    }

    /// Keeps up with a clock that is set back: what was counted from a later time is counted anew from here.
    private mutating func follow(_ now: Timestamp, _ outcome: inout CoursesOutcome) {
        defer { seenAt = now }
        guard let seenAt, now.isSetBack(from: seenAt) else { return }
        let shift = now.milliseconds(since: seenAt)
        repeatAt = repeatAt.mapValues { $0.adding(milliseconds: shift) }
        for id in battles.keys where battles[id]?.battle.phase != .over {
            battles[id]?.move(byMilliseconds: shift)
            outcome.changed.insert(.battle(id))
        }
    }

    private mutating func take(_ link: CoHostLinkCourse, _ now: Timestamp, _ outcome: inout CoursesOutcome) {
        let id = link.link.linkID
        if links[id] != link { outcome.changed.insert(.link(id)) }
        links[id] = link.isOver ? nil : link
        schedule(.link(id), now)
    }

    private mutating func take(_ battle: BattleCourse, _ now: Timestamp, _ outcome: inout CoursesOutcome) {
        let id = battle.battle.battleID
        if battles[id] != battle || battle.isOver(at: now) { outcome.changed.insert(.battle(id)) }
        battles[id] = battle.isOver(at: now) ? nil : battle
        schedule(.battle(id), now)
        if battle.battle.phase == .over { forgetEarlier(than: battle.battle, &outcome) }
    }

    /// Keeps the last finished battles of each inviter, however many a live begins and ends.
    private mutating func forgetEarlier(than battle: Battle, _ outcome: inout CoursesOutcome) {
        guard let inviter = battle.sides.first?.host.liveID else { return }
        let finished = battles.filter { _, other in
            other.battle.phase == .over && !other.isWaiting && other.battle.sides.first?.host.liveID == inviter
        }
        guard finished.count > Self.finishedBattlesMax else { return }
        let sorted = finished.sorted { ($0.value.battle.createdAt, $0.key) < ($1.value.battle.createdAt, $1.key) }
        for (id, _) in sorted.dropLast(Self.finishedBattlesMax) {
            battles[id] = nil
            repeatAt[.battle(id)] = nil
            outcome.changed.insert(.battle(id))
        }
    }

    private mutating func schedule(_ address: CoHostAddress, _ now: Timestamp) {
        let isWaiting: Bool?
        switch address {
        case .link(let id): isWaiting = links[id]?.isWaiting
        case .battle(let id):
            isWaiting = battles[id].flatMap { $0.battle.phase == .over && !$0.isWaiting ? nil : $0.isWaiting }
        case .live: isWaiting = nil
        }
        guard let isWaiting else {
            repeatAt[address] = nil
            return
        }
        let next = now.adding(
            milliseconds: isWaiting ? CoHostRoom.repeatMilliseconds : CoHostRoom.greetingMilliseconds)
        // What is overdue stays so until it is done, however many letters come in between.
        if repeatAt[address].map({ $0 > next }) ?? true { repeatAt[address] = next }
    }
}

extension CoHostAddress {
    /// The id at the address.
    fileprivate var id: String {
        switch self {
        case .live(let live): live.rawValue
        case .link(let link): link.rawValue
        case .battle(let battle): battle.rawValue
        }
    }
}
