import OvationModel
import OvationRules
import OvationTestKit
import Testing

/// Seats hold their promises for thousands of random commands, restarts and failures of the storage, which a seed repeats.
struct SeatPropertyTests {
    /// What is kept of a live, made of the changes of its commits alone.
    private struct Kept {
        var record: RoomRecord

        mutating func apply(_ commit: RoomCommit) {
            for change in commit.changes {
                switch change {
                case .info(let info): record.info = info
                case .admin(let user, let isAdmin):
                    record.admins.removeAll { $0 == user }
                    if isAdmin { record.admins.append(user) }
                case .ban(let user, let until, let reason, _): record.bans[user] = .init(until, reason: reason)
                case .unban(let user): record.bans[user] = nil
                case .robot(let user, let isIn):
                    record.robots.removeAll { $0.userID == user.userID }
                    if isIn { record.robots.append(user) }
                case .seat(let seat):
                    record.seats.removeAll { $0.index == seat.index }
                    record.seats.append(seat)
                case .seatRequest(let request):
                    record.seatRequests.removeAll { $0.guest.userID == request.guest.userID }
                    record.seatRequests.append(request)
                case .seatRequestEnded(let guest): record.seatRequests.removeAll { $0.guest.userID == guest }
                case .mute, .unmute, .words, .pins, .coHosts, .log: break
                }
            }
        }
    }

    /// What a client knows that is told everything.
    private struct Follower {
        var seats: [Seat]
        var waiting: [UserID: SeatRequest] = [:]

        mutating func hear(_ outcome: RoomOutcome) {
            if let changed = outcome.seatChanged {
                if changed.templateID != nil {
                    seats = changed.seats
                } else {
                    for seat in changed.seats { seats[seat.index] = seat }
                }
            }
            for telling in outcome.seats?.tellings ?? [] {
                switch telling.event {
                case .seatRequested(let request): waiting[request.guest.userID] = request
                case .seatRequestEnded(let ended): waiting[ended.request.guest.userID] = nil
                default: Issue.record("\(telling.event) is told to some only")
                }
            }
        }
    }

    private static let people = ["owner", "admin", "v1", "v2", "v3", "v4", "v5", "v6"]
    private static let layouts = [600, 601, 602, 603, 604, 800, 801, 200, 201, 70, 333]

    /// A random command, which may be of any kind that concerns seats.
    static func command(_ random: inout SeededGenerator) -> RoomCommand {
        let name = random.pick(people + ["nobody", "r1"])
        let index = random.pick([0, 1, 2, 3, 4, 5, 8, 9, -1, .max])
        let wish = random.pick([nil, nil, index])
        let seconds = random.pick([0, 10, 60, 1_800, 1_801])
        let flag = random.pick([nil, true, false])
        switch random.number(0...99) {
        case ..<16: return .taking(wish, seconds: seconds)
        case ..<22: return .leavingSeat
        case ..<30: return .moving(random.pick([nil, name]), to: index, random.pick(SeatMovePolicy.allCases))
        case ..<35: return .unseating(name)
        case ..<42:
            return .locking(index, seat: random.pick([nil, true, false, false]), microphone: flag, camera: flag)
        case ..<46: return .allowing(name, microphone: flag, camera: random.pick([nil, true, false]))
        case ..<50: return .featuring(name, random.chance(0.7))
        case ..<56: return .opening(microphone: flag, camera: random.pick([nil, true, false]))
        case ..<59: return .placing(name, at: wish)
        case ..<67: return .inviting(name, to: wish, seconds: seconds)
        case ..<70: return .cancelling(random.pick([nil, name]))
        case ..<78: return random.chance(0.8) ? .accepting(name) : .rejecting(name)
        case ..<86: return .answering(random.pick(["owner", "admin"]), random.chance(0.8))
        case ..<88: return .kicking(name)
        case ..<90: return random.chance(0.3) ? .banning(name) : .unbanning(name)
        case ..<92: return random.chance(0.5) ? .appointing(name) : .dismissing(name)
        case ..<94: return .addRobots([.named("r1")])
        case ..<95: return .removeRobots([UserID(unchecked: "r1")])
        case ..<97:
            let layout = random.pick(layouts)
            return .setting { $0.seatLayoutTemplateID = layout }
        default:
            let mode = random.pick([SeatMode.free, .apply])
            return .setting { $0.seatMode = mode }
        }
    }

    /// A live with its storage, its clients and its server, which ends what is due.
    private struct World {
        let seed: UInt64
        let limits: Limits
        var random: SeededGenerator
        var now = TestLive.start
        var room: Room
        var kept: Kept
        var follower: Follower
        /// When somebody last had to be waited for.
        var awaitedFrom = TestLive.start
        var done = 0

        init(seed: UInt64) {
            self.seed = seed
            random = SeededGenerator(seed: seed)
            var limits = Limits.withoutRates
            limits.seatRequestsMax = 4
            limits.ownerAbsenceSeconds = 0
            limits.meshVideoSeatsMax = 0
            limits.meshVoiceSeatsMax = 0
            self.limits = limits
            var record = TestLive.record()
            record.admins = [UserID(unchecked: "admin")]
            record.info.seatMode = random.pick([.free, .apply])
            record.info.keepOwnerOnSeat = random.chance(0.7)
            record.info.maxSeatCount = random.pick([1, 4, 9, 20])
            record.info.seatLayoutTemplateID = random.pick(SeatPropertyTests.layouts)
            room = Room(record, limits: limits, at: now)
            kept = Kept(record: record)
            follower = Follower(seats: room.seatBoard?.seats ?? [])
        }

        mutating func step() {
            now = now.adding(milliseconds: random.pick([0, 1, 500, 5_000, Int64(random.number(0...100_000))]))
            let name = random.pick(SeatPropertyTests.people)
            switch random.number(0...99) {
            case ..<22: run(.entering(name, window: random.number(1...2)), name)
            case ..<30: run(.leaving(name, window: random.number(1...2)), name)
            case ..<32: restart()
            default:
                let command = SeatPropertyTests.command(&random)
                run(command, random.pick([name, name, "owner", "admin", "server"]))
            }
            if room.areSeatsDue(at: now) { run(.expiring, "server", fails: false) }
        }

        mutating func run(_ command: RoomCommand, _ name: String, fails: Bool? = nil) {
            let before = room
            let outcome: RoomOutcome
            do {
                outcome = try room.handle(command, from: .named(name), at: now)
            } catch {
                #expect(room == before, "a refusal changes nothing, seed \(seed)")
                return
            }
            done += 1
            guard let commit = outcome.commit else {
                #expect(outcome.seats?.tellings.isEmpty ?? true, "nothing is told that is not kept, seed \(seed)")
                return
            }
            if fails ?? random.chance(0.03) {
                for user in outcome.removed { room.handle(.removalNotKept(user), at: now) }
                room.handle(.recordRead(kept.record), at: now)
                awaitedFrom = now
            } else {
                kept.apply(commit)
                follower.hear(outcome)
                for user in outcome.removed { room.handle(.removalTold(user), at: now) }
            }
        }

        mutating func restart() {
            let board = room.seatBoard
            let waiting = room.seatRequests(for: nil, isAdministrator: true)
            room = Room(kept.record, limits: limits, at: now)
            awaitedFrom = now
            #expect(room.seatBoard == board, "seats are as they were, seed \(seed)")
            #expect(room.seatRequests(for: nil, isAdministrator: true) == waiting, "requests too, seed \(seed)")
        }

        func check() {
            let seats = room.seatBoard?.seats ?? []
            let waiting = room.seatRequests(for: nil, isAdministrator: true)
            let seated = seats.compactMap(\.user?.userID)
            #expect(follower.seats == seats, "the events alone tell the seats, seed \(seed)")
            #expect(
                follower.waiting == Dictionary(uniqueKeysWithValues: waiting.map { ($0.guest.userID, $0) }),
                "those concerned know what waits, seed \(seed)")
            #expect(seats.map(\.index) == Array(seats.indices), "seed \(seed)")
            #expect(Set(seated).count == seated.count, "nobody sits twice, seed \(seed)")
            #expect(Set(seated).isDisjoint(with: waiting.map(\.guest.userID)), "nobody sits and waits, seed \(seed)")
            #expect(waiting.count <= limits.seatRequestsMax, "seed \(seed)")
            // What could not be kept is not tried again within a second.
            let isPaused = now.milliseconds(since: awaitedFrom) < 1_000
            #expect(isPaused || waiting.allSatisfy { $0.deadline.map { $0 > now } ?? true }, "seed \(seed)")
            let isAwaiting = now.milliseconds(since: awaitedFrom) < Int64(limits.silenceSeconds) * 1_000
            let keptOwner = room.info.keepOwnerOnSeat ? TestLive.owner.userID : nil
            for user in seated + waiting.map(\.guest.userID) where !room.isMember(user) && user != keptOwner {
                #expect(isAwaiting, "\(user) is gone and holds a seat or a request, seed \(seed)")
            }
            if let keptOwner { #expect(seated.contains(keptOwner), "seed \(seed)") }
            #expect(seats.count(where: \.isFeatured) <= 1, "seed \(seed)")
            for seat in seats {
                #expect(!(seat.isLocked && seat.user != nil), "seed \(seed)")
                #expect(!(seat.isMicrophoneLocked && seat.isMicrophoneOn), "seed \(seed)")
                #expect(!(seat.isCameraLocked && seat.isCameraOn), "seed \(seed)")
                let isEmpty = !seat.isMicrophoneOn && !seat.isCameraOn && !seat.isFeatured
                #expect(seat.user != nil || isEmpty, "seed \(seed)")
            }
        }
    }

    /// Five fixed seeds and three new ones; with `OVATION_VERIFY` so many that a hundred thousand things happen.
    static let seeds: [UInt64] = {
        var random = SeededGenerator.printed("SeatPropertyTests")
        return (0..<UInt64(Thoroughness.rounds(5, verify: 10))).map { $0 }
            + (0..<Thoroughness.rounds(3, verify: 40)).map { _ in random.next() }
    }()

    @Test(arguments: seeds)
    func `whatever happens, seats agree with the storage, the events and who is there`(seed: UInt64) {
        var world = World(seed: seed)
        for _ in 0..<2_000 {
            world.step()
            world.check()
        }
        #expect(world.done > 300, "most of it is let through, seed \(seed)")
    }
}
