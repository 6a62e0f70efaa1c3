import Logging
import NIOCore
import OvationBackend
package import OvationModel
import OvationObservability
import OvationRules
import OvationStorage
import OvationSupport
import Synchronization

/// The home of the links and battles between lives, and the post between them and the lives.
///
/// ``OvationRules/CoHostCourses`` decides; each link and battle is kept by itself before its letters go out. What cannot be kept is tried
/// again every second, and says nothing until then. Sound as `Sendable` because it is confined to its event loop, but for `post`, which may
/// be called from anywhere.
package final class CoHostHome: @unchecked Sendable {
    private let storage: any Storage
    private let journal: Journal
    private let directory: RoomDirectory
    private let callbacks: Callbacks
    private let loop: RoomLoop
    private let limits: Limits
    private let clock: ServerClock
    private let metrics: ServerMetrics
    private let logger: Logger
    private var courses: CoHostCourses
    /// What could not be kept yet.
    private var unkept: [CoHostAddress: [CallbackDraft]] = [:]
    private var wake: (at: Timestamp, task: Scheduled<Void>)?
    /// Letters of lives that are there again while others are still taken up; nil once all are there.
    private let early = Mutex<[CoHostLetter]?>([])
    /// How many of them are kept. More are left out: who waits for an answer says again what was not answered.
    private static let earlyMax = 65_536

    init(
        storage: any Storage, journal: Journal, directory: RoomDirectory, callbacks: Callbacks, on loop: any EventLoop,
        limits: Limits, clock: ServerClock, metrics: ServerMetrics, logger: Logger
    ) {
        self.storage = storage
        self.journal = journal
        self.directory = directory
        self.callbacks = callbacks
        self.loop = RoomLoop(eventLoop: loop, index: 0)
        self.limits = limits
        self.clock = clock
        self.metrics = metrics
        self.logger = logger
        courses = CoHostCourses(livesMax: limits.linkLivesMax, at: clock.wall())
    }

    /// Takes up what is kept, once all lives are there again, and hands over what they have said meanwhile. Before that, a letter would
    /// find nobody at its address, and the live that wrote it would take the other one for gone.
    ///
    /// - Parameter isShared: whether other nodes serve, too: what is kept may be theirs.
    /// - Throws: where the storage cannot be read.
    func takeUp(isShared: Bool) async throws {
        let kept = isShared ? [] : try await storage.coHostCourses()
        if !kept.isEmpty {
            try await loop.eventLoop.submit { [self] in
                courses = CoHostCourses(kept, livesMax: limits.linkLivesMax, at: clock.wall())
                schedule()
            }.get()
        }
        let waiting = early.withLock { early in
            defer { early = nil }
            return early ?? []
        }
        post(waiting)
    }

    /// Hands letters over. Where nobody lives at an address, they come back as ``OvationRules/CoHostStep/gone(ticket:)``. A live at
    /// another node gets none: each node keeps links and battles of its own lives.
    func post(_ letters: [CoHostLetter]) {
        let isEarly = early.withLock { early in
            guard let count = early?.count else { return false }
            early?.append(contentsOf: letters.prefix(max(0, Self.earlyMax - count)))
            return true
        }
        guard !isEarly else { return }
        for letter in letters {
            guard case .live(let live) = letter.to else {
                loop.run { self.receive(letter) }
                continue
            }
            guard let room = directory.ownRoom(live) else {
                if let returned = letter.returned { post([returned]) }
                continue
            }
            let request = RoomRequest(actor: .server, body: .command(.coHost(.receive(letter))))
            room.submit(request) { result in
                // A live that is just ending takes nothing in any more.
                guard case .failure(let rejection) = result, rejection.code == .roomNotFound else { return }
                if let returned = letter.returned { self.post([returned]) }
            }
        }
    }

    private func receive(_ letter: CoHostLetter) {
        loop.preconditionIsHere()
        let before = battle(letter.to)
        take(courses.receive(letter, at: clock.wall()), before: before.map { [$0] } ?? [])
    }

    private func tick() {
        wake = nil
        for (address, drafts) in unkept {
            unkept[address] = []
            keep(address, [], telling: drafts)
        }
        let before = courses.battles.values.map(\.battle)
        take(courses.expire(at: clock.wall()), before: before)
        post(courses.takeScores())
        schedule()
    }

    private func battle(_ address: CoHostAddress) -> Battle? {
        guard case .battle(let id) = address else { return nil }
        return courses.battles[id]?.battle
    }

    /// Keeps what changed, each by itself, and then sends its letters.
    private func take(_ outcome: CoHostCourses.CoursesOutcome, before: [Battle]) {
        var letters = outcome.letters
        for address in outcome.changed {
            let own = letters.filter { $0.from == address }
            letters.removeAll { $0.from == address }
            keep(address, own, telling: tellings(of: address, before: before))
        }
        post(letters.filter { unkept[$0.from] == nil })
        schedule()
    }

    private func keep(_ address: CoHostAddress, _ letters: [CoHostLetter], telling drafts: [CallbackDraft]) {
        guard let (id, course) = courses.course(at: address) else { return }
        journal.submit(.coHostCourse(id: id, course), telling: drafts, on: loop.eventLoop) { [self] result in
            switch result {
            case .success:
                if unkept[address]?.isEmpty == true { unkept[address] = nil }
                post(letters)
            case .failure(let rejection):
                unkept[address, default: []] += drafts
                logger.warning(
                    "a link or a battle could not be kept", metadata: [LogKeys.error: "\(rejection)"])
                schedule()
            }
        }
    }

    /// Wakes up when something is due.
    private func schedule() {
        metrics.coHosts(
            links: courses.links.count, battles: courses.battles.values.count(where: { $0.battle.phase != .over }))
        let now = clock.wall()
        var due = [courses.due].compactMap(\.self)
        if courses.battles.values.contains(where: \.isScoreStale) {
            due.append(now.adding(milliseconds: Int64(limits.battleScoreIntervalMilliseconds)))
        }
        if !unkept.isEmpty { due.append(now.adding(milliseconds: 1_000)) }
        guard let next = due.min() else { return }
        if let wake, wake.at <= next, wake.at >= now { return }
        wake?.task.cancel()
        wake = (next, loop.run(after: max(1, next.milliseconds(since: now))) { self.tick() })
    }
}

// MARK: - What the app's backend asks and is told

extension CoHostHome {
    /// The battle of an id, or else the newest of a live; nil where there is none, or where it ended more than an hour ago.
    package func battle(_ id: BattleID?, of live: LiveID?) async -> Battle? {
        try? await loop.eventLoop.submit { [self] () -> Battle? in
            if let id { return courses.battles[id]?.battle }
            return live.flatMap { courses.battle(of: $0) }
        }.get()
    }

    /// Sets scores beside the gifts, or adds to them.
    ///
    /// - Returns: the lives that take no part.
    /// - Throws: ``OvationModel/Rejection``.
    package func adjust(_ id: BattleID, _ scores: [(live: LiveID, score: Int64)], isSum: Bool) async throws -> [LiveID]
    {
        let promise = loop.eventLoop.makePromise(of: [LiveID].self)
        loop.run { [self] in
            do {
                let unknown = try courses.adjust(id, scores, isSum: isSum)
                guard let (key, course) = courses.course(at: .battle(id)) else { return promise.succeed(unknown) }
                journal.submit(.coHostCourse(id: key, course), on: loop.eventLoop) { [self] result in
                    // It counts already, so it is kept as soon as it can be.
                    if case .failure = result {
                        unkept[.battle(id), default: []] += []
                        schedule()
                    }
                    promise.completeWith(result.map { _ in unknown }.mapError { $0 as any Error })
                }
                schedule()
            } catch {
                promise.fail(error)
            }
        }
        return try await promise.futureResult.get()
    }

    /// The callbacks of what a battle came to.
    private func tellings(of address: CoHostAddress, before: [Battle]) -> [CallbackDraft] {
        guard case .battle(let id) = address, let battle = courses.battles[id]?.battle,
            let inviter = battle.sides.first?.host
        else { return [] }
        let (now, old) = (clock.wall(), before.first { $0.battleID == id })
        func draft(_ command: CallbackCommand, _ fields: [String: CallbackJSON]) -> CallbackDraft? {
            callbacks.draft(command, about: inviter.liveID, at: now, by: .server, fields)
        }
        var drafts: [CallbackDraft?] = []
        if old == nil { drafts.append(draft(.afterCreateBattle, CallbackBodies.battleCreated(battle, at: now))) }
        if old?.startedAt == nil, battle.startedAt != nil {
            drafts.append(draft(.afterStartBattle, CallbackBodies.battleStarted(battle, at: now)))
        }
        if old?.phase != .over, battle.phase == .over {
            drafts.append(draft(.afterEndBattle, CallbackBodies.battleEnded(battle, at: now)))
        }
        return drafts.compactMap(\.self)
    }
}
