import OvationModel

@testable import OvationRules

/// Lives that ask each other, join, battle and end, over a post that loses, repeats, delays and reorders letters, on homes that crash.
///
/// Everything follows from the seed. A live is kept as its record, a link and a battle by themselves, each change in a transaction of
/// its own.
/// A crash takes what is in memory and the letters that were to go out with it.
struct CoHostWorld {
    /// A fault that is planted, which the world must find.
    enum Plant: String, CaseIterable {
        /// A live forgets the link after a crash.
        case forgetsLink
        /// A live that ends says nothing, and its home says of nobody that they are gone.
        case endsInSilence
        /// What was not answered is not said again.
        case neverRepeats
        /// A live counts its gifts on after the end of the battle.
        case countsOn
        /// A link's home takes in more than it may.
        case takesAll
    }

    struct Live {
        var host: CoHost
        var start: LiveSessionID
        var room: CoHostRoom
        /// What is kept.
        var kept = CoHostRecord()
        /// The coins of all orders that were committed.
        var coins: Int64 = 0
        /// The coins at the place of the ledger where each battle began and ended here, as the transactions counted them.
        var counted: [BattleID: (before: Int64, inAll: Int64?)] = [:]
        var isOn = true
        /// The battles that earlier starts of it may have been in.
        var earlier: Set<BattleID> = []
        /// What its viewers were told last.
        var told: CoHostLink?
        var results: [BattleID: Battle] = [:]
        /// The events that its viewers were told.
        var events: [RoomEvent] = []
    }

    let seed: UInt64
    let plant: Plant?
    var random: SplitMix
    var now = Timestamp(milliseconds: 1_000_000_000_000)
    var lives: [Live] = []
    var courses: CoHostCourses
    var keptLinks: [CoHostLinkID: CoHostLinkCourse] = [:]
    var keptBattles: [BattleID: BattleCourse] = [:]
    /// What the app's backend set beside the coins, by battle and live.
    var adjustments: [BattleID: [LiveID: Int64]] = [:]
    var post: [(at: Timestamp, letter: CoHostLetter)] = []
    var eventCount = 0
    /// What must never be, and was.
    /// Whether the clock was set back since all were woken.
    private var isSetBack = false
    var faults: [String] = []
    /// Whether letters are lost, and homes crash.
    var isRough = true

    static let livesMax = 3

    init(seed: UInt64, lives count: Int, plant: Plant? = nil) {
        self.seed = seed
        self.plant = plant
        random = SplitMix(seed: seed)
        courses = CoHostCourses(livesMax: plant == .takesAll ? 99 : Self.livesMax, at: now)
        for index in 0..<count { lives.append(Self.live(index, start: 0, at: now)) }
    }

    private static func live(_ index: Int, start: Int, at now: Timestamp) -> Live {
        let user = UserInfo(userID: UserID(unchecked: "host\(index)"))
        return Live(
            host: CoHost(liveID: LiveID(unchecked: "live\(index)"), user: user),
            start: LiveSessionID(unchecked: "s\(index)-\(start)"), room: CoHostRoom(at: now))
    }

    func context(_ live: Live) -> CoHostContext {
        CoHostContext(
            host: live.host, start: live.start, giftCoins: live.coins, livesMax: Self.livesMax, battleSecondsMax: 300,
            requestMilliseconds: 1_000, now: now)
    }

    // MARK: - What happens

    /// Lets random things happen for a while.
    mutating func run(steps: Int) {
        for step in 0..<steps where faults.isEmpty {
            eventCount += 1
            now = now.adding(milliseconds: Int64(random.below(400)))
            deliver()
            wakeAll()
            act(step)
            check()
        }
    }

    /// Lets everything that waits come to its end: nothing is lost any more, nobody asks for anything. It takes as long as all deadlines,
    /// letters under way and rounds of greetings together, twice.
    mutating func settle() {
        isRough = false
        for _ in 0..<600 where faults.isEmpty {
            now = now.adding(milliseconds: 500)
            deliver()
            wakeAll()
        }
        check()
        checkAgreement()
    }

    private mutating func act(_ step: Int) {
        let index = random.below(lives.count)
        switch random.below(100) {
        case 0..<12:
            command(index, .request(other(index), templateID: 600, seconds: 1 + random.below(30), extraInfo: ""))
        case 12..<32:
            guard let asking = lives[index].room.record.application?.request.inviter.liveID else { return }
            command(index, .answer(asking, isAccepted: random.below(5) > 0))
        case 32..<35:
            guard let asked = lives[index].room.record.invitations.first?.request.liveID else { return }
            command(index, .cancel(asked))
        case 35..<37: command(index, .exit)
        case 37..<39: command(index, .mute(other(index), isMuted: random.below(3) > 0))
        case 39..<45:
            let users = lives[index].room.link?.hosts.map(\.user.userID) ?? []
            command(
                index,
                .battle(
                    users: users, seconds: 1 + random.below(20), needsResponse: random.below(2) == 0,
                    extensionInfo: "", answerSeconds: random.below(10)))
        case 45..<46:
            command(
                index,
                .createBattle(
                    with: [other(index), other(index)], seconds: 1 + random.below(20), extensionInfo: ""))
        case 46..<58:
            guard let battle = lives[index].room.record.side?.battle.battleID else { return }
            command(index, .answerBattle(battle, isAccepted: random.below(4) > 0))
        case 58..<60:
            guard let side = lives[index].room.record.side else { return }
            command(
                index, .cancelBattle(side.battle.battleID, users: side.battle.sides.map(\.host.user.userID)))
        case 60..<62:
            guard let battle = lives[index].room.record.side?.battle.battleID else { return }
            command(index, .exitBattle(battle))
        case 62..<88: gift(index, Int64(1 + random.below(100)))
        case 88..<90: crashLive(index)
        case 90..<91: crashCourses()
        case 91..<93: end(index)
        case 93..<95: restart(index)
        case 95..<96: setClockBack()
        case 96..<98: adjust()
        default: break
        }
    }

    private mutating func other(_ index: Int) -> LiveID {
        lives[(index + 1 + random.below(lives.count - 1)) % lives.count].host.liveID
    }

    private mutating func command(_ index: Int, _ command: CoHostCommand) {
        guard lives[index].isOn else { return }
        do throws(Rejection) {
            let change = try lives[index].room.perform(command, context(lives[index]))
            take(change, index)
        } catch {}
    }

    /// Keeps a change, then tells what it tells. Sometimes the home crashes in between.
    private mutating func take(_ change: CoHostChange, _ index: Int) {
        if lives[index].room.record != lives[index].kept {
            if isRough, random.below(60) == 0 { return crashLive(index) }
            var record = lives[index].room.record
            record.count(after: lives[index].kept, coins: lives[index].coins)
            if plant == .countsOn, record.side?.coinsInAll != nil { record.side?.coinsInAll = lives[index].coins }
            lives[index].kept = record
            let coins = lives[index].coins
            lives[index].room.noteKept(giftCoins: coins)
            if plant == .countsOn { lives[index].room.record = record }
            if let side = record.side, side.battle.phase != .asking {
                var place = lives[index].counted[side.battle.battleID] ?? (before: coins, inAll: nil)
                if side.isClosed { place.inAll = place.inAll ?? coins - place.before }
                lives[index].counted[side.battle.battleID] = place
            }
            if isRough, random.below(60) == 0 { return crashLive(index, isKept: true, change.events) }
        }
        tell(change.events, index)
        for letter in change.outcome.letters { send(letter) }
    }

    private mutating func tell(_ events: [RoomEvent], _ index: Int) {
        for event in events {
            switch event {
            case .coHostChanged(let changed): lives[index].told = changed.link
            case .battleChanged(let changed) where changed.reason == .ended && changed.battle.endedAt != nil:
                lives[index].results[changed.battle.battleID] = changed.battle
            default: break
            }
            lives[index].events.append(event)
        }
    }

    private mutating func gift(_ index: Int, _ coins: Int64) {
        guard lives[index].isOn else { return }
        lives[index].coins += coins
        command(index, .tellScore)
    }

    private mutating func end(_ index: Int) {
        guard lives[index].isOn else { return }
        if plant == .endsInSilence {
            lives[index].isOn = false
            return
        }
        let change = lives[index].room.leaveAll(context(lives[index]))
        lives[index].isOn = false
        lives[index].told = nil
        // What a live says at its end is lost where its home crashes then.
        if random.below(4) > 0 { for letter in change.outcome.letters { send(letter) } }
    }

    private mutating func restart(_ index: Int) {
        guard !lives[index].isOn else { return }
        eventCount += 1
        lives[index] = Self.live(index, start: eventCount, at: now)
        lives[index].earlier = Set(courses.battles.keys)
    }

    /// The home of a live crashes and comes back with what is kept. Stored events are told then.
    private mutating func crashLive(_ index: Int, isKept: Bool = false, _ events: [RoomEvent] = []) {
        guard lives[index].isOn, isRough else { return }
        if isKept { tell(events, index) }
        var record = lives[index].kept
        if plant == .forgetsLink { record.membership = nil }
        lives[index].room = CoHostRoom(record, at: now)
    }

    private mutating func crashCourses() {
        guard isRough else { return }
        courses = CoHostCourses(
            keptLinks.values.map(CoHostCourse.link) + keptBattles.values.map(CoHostCourse.battle),
            livesMax: plant == .takesAll ? 99 : Self.livesMax, at: now)
    }

    private mutating func setClockBack() {
        let most = random.below(4) == 0 ? 100_000_000 : 20_000
        now = now.adding(milliseconds: -Int64(random.below(most)))
        isSetBack = true
    }

    private mutating func adjust() {
        guard let battle = keptBattles.keys.sorted().first(where: { keptBattles[$0]?.battle.phase == .on }),
            let side = courses.battles[battle]?.battle.sides.last
        else { return }
        let (live, score, isSum) = (side.host.liveID, Int64(random.below(500)), random.below(2) == 0)
        guard let unknown = try? courses.adjust(battle, [(live: live, score: score)], isSum: isSum) else { return }
        keptBattles[battle] = courses.battles[battle]
        guard unknown.isEmpty else { return }
        let before = adjustments[battle]?[live] ?? 0
        adjustments[battle, default: [:]][live] = isSum ? before + score : score - side.coins
    }

    // MARK: - The post

    private mutating func send(_ letter: CoHostLetter) {
        if isRough, random.below(12) == 0 { return }
        let delay = isRough && random.below(10) == 0 ? 8_000 : 400
        post.append((now.adding(milliseconds: Int64(random.below(delay))), letter))
        if isRough, random.below(15) == 0 {
            post.append((now.adding(milliseconds: Int64(random.below(15_000))), letter))
        }
    }

    private mutating func deliver() {
        // A clock that is set back delays nothing for long: what is too far ahead comes at once.
        let horizon = now.adding(milliseconds: 20_000)
        let due = post.filter { $0.at <= now || $0.at > horizon }.map(\.letter)
        post.removeAll { $0.at <= now || $0.at > horizon }
        for letter in due { hand(letter) }
    }

    private mutating func hand(_ letter: CoHostLetter) {
        guard case .live(let id) = letter.to else {
            return take(courses.receive(letter, at: now))
        }
        guard let index = lives.firstIndex(where: { $0.host.liveID == id }), lives[index].isOn else {
            if plant != .endsInSilence, let back = letter.returned { send(back) }
            return
        }
        command(index, .receive(letter))
    }

    private mutating func take(_ outcome: CoHostCourses.CoursesOutcome) {
        for address in outcome.changed {
            switch address {
            case .link(let id): keptLinks[id] = courses.links[id]
            case .battle(let id): keptBattles[id] = courses.battles[id]
            case .live: break
            }
        }
        if isRough, !outcome.changed.isEmpty, random.below(80) == 0 { return crashCourses() }
        for letter in outcome.letters { send(letter) }
    }

    private mutating func wakeAll() {
        // Timers count what has passed, not what the clock says: who was to be woken is, also where the clock was set back meanwhile.
        defer { isSetBack = false }
        if plant != .neverRepeats {
            for index in lives.indices where lives[index].room.due.map({ $0 <= now || isSetBack }) ?? false {
                command(index, .due)
            }
        }
        if courses.due.map({ $0 <= now }) ?? false {
            var outcome = courses.expire(at: now)
            if plant == .neverRepeats { outcome.letters = [] }
            take(outcome)
        }
        for letter in courses.takeScores() { send(letter) }
    }
}
