import OvationModel
import OvationRules
import OvationTestKit
import Testing

/// Properties of a live that hold for thousands of random commands, which a seed repeats.
struct RoomPropertyTests {
    static let viewers = (1...9).map { "v\($0)" }
    static let people = viewers + ["owner", "app"]

    /// Random commands, weighted so that a live fills, talks and is moderated, and seldom ends.
    struct Script {
        typealias Step = (input: RoomInput, actor: String, at: Timestamp)

        var random: SeededGenerator
        var now = TestLive.start

        mutating func pick<Element>(_ elements: [Element]) -> Element {
            elements[Int.random(in: elements.indices, using: &random)]
        }

        mutating func next(mayEnd: Bool) -> Step {
            now = now.adding(
                milliseconds: pick([0, 0, 1, 10, 40, 200, 1_000, Int64.random(in: 0...20_000, using: &random)]))
            let person = pick(Self.people)
            let target = pick(Self.people + ["nobody"])
            let moderator = pick(["owner", "owner", "app", "server"] + RoomPropertyTests.viewers)
            let seconds: Int64? = pick([nil, 0, 1, 5, 30, -1])
            switch Int.random(in: 0..<100, using: &random) {
            case 0..<22: return ask(.entering(person, window: pick([1, 1, 1, 2])), person)
            case 22..<36: return ask(.leaving(person, window: pick([1, 1, 1, 2])), person)
            case 36..<52: return ask(.text(pick(["", "hi", String(repeating: "é", count: 1_025)])), person)
            case 52..<60: return ask(.like(pick([0, 1, 7, 1_000])), person)
            case 60..<66:
                return ask(.gifting(pick([.rose, nil]), to: pick([[], [target], [target, target]])), person)
            case 66..<70: return ask(.kicking(target), moderator)
            case 70..<74: return ask(.muting(target, seconds: seconds), moderator)
            case 74..<76: return ask(.unmuting(target), moderator)
            case 76..<80: return ask(.banning(target, seconds: seconds), moderator)
            case 80..<83: return ask(.unbanning(target), moderator)
            case 83..<88: return ask(.appointing(target), moderator)
            case 88..<91: return ask(.dismissing(target), moderator)
            case 91..<92: return ask(.setting { $0.isMessageDisable = true }, moderator)
            case 92..<94: return ask(.unmuteAll, moderator)
            case 94..<95:
                return ask(.changeMetadata(set: [pick(["a", "b"]): pick(["", "1"])], delete: []), moderator)
            case 95..<96: return ask(.changeMetadata(set: [:], delete: [pick(["a", "b"])]), moderator)
            case 96:
                return mayEnd && pick([true, false, false, false]) ? ask(.end(message: ""), moderator) : tick
            default: return tick
            }
        }

        private func ask(_ command: RoomCommand, _ actor: String) -> Step {
            (.command(command, from: .named(actor)), actor, now)
        }

        private var tick: Step { (.fact(.tick), "server", now) }

        private static let people = RoomPropertyTests.people
    }

    /// Limits that let everything through, and limits that refuse most of it.
    static let limits: [(name: String, value: Limits)] = {
        var open = Limits.withoutRates
        open.ownerAbsenceSeconds = 0
        var tight = Limits()
        tight.roomMessagesPerSecond = 2
        tight.roomMessagesBurst = 6
        tight.userMessagesPerSecond = 1
        tight.userMessagesBurst = 2
        tight.exactAudienceMax = 3
        tight.sampledAudienceEventsPerSecond = 1
        tight.roomMembersMax = 6
        tight.adminsMax = 2
        tight.ownerAbsenceSeconds = 120
        return [("open", open), ("tight", tight)]
    }()

    /// Three fixed seeds and two new ones in `make test`, sixteen in `make verify`.
    static let seeds: [UInt64] = {
        var random = SeededGenerator.printed("RoomPropertyTests")
        return (0..<UInt64(Thoroughness.rounds(3, verify: 10))).map { $0 }
            + (0..<Thoroughness.rounds(2, verify: 6)).map { _ in random.next() }
    }()

    private func run(
        seed: UInt64, limits: Limits, count: Int,
        _ check: (Room, Room, RoomInput, String, Timestamp, Result<RoomOutcome, Rejection>) -> Void
    ) -> [Result<RoomOutcome, Rejection>] {
        var script = Script(random: SeededGenerator(seed: seed))
        var room = Room(TestLive.record(), limits: limits, at: TestLive.start)
        var results: [Result<RoomOutcome, Rejection>] = []
        for _ in 0..<count {
            let (input, actor, now) = script.next(mayEnd: limits.ownerAbsenceSeconds > 0)
            let before = room
            let result = Result { () throws(Rejection) in try room.handle(input, at: now) }
            if case .success(let outcome) = result, outcome.commit != nil {
                for user in outcome.removed { room.handle(.removalTold(user), at: now) }
            }
            check(before, room, input, actor, now, result)
            results.append(result)
        }
        return results
    }

    @Test(arguments: seeds, limits)
    func `equal commands at equal times have equal outcomes`(
        seed: UInt64, limits: (name: String, value: Limits)
    ) {
        let first = run(seed: seed, limits: limits.value, count: 1_500) { _, _, _, _, _, _ in }
        let second = run(seed: seed, limits: limits.value, count: 1_500) { _, _, _, _, _, _ in }
        #expect(first == second, "seed \(seed)")
        #expect(first.contains { (try? $0.get()) != nil })
    }

    @Test(arguments: seeds, limits)
    func `counts, lists and roles agree, whatever happens`(seed: UInt64, limits: (name: String, value: Limits)) {
        var places: [UserID: Set<SessionID>] = [:]
        _ = run(seed: seed, limits: limits.value, count: 1_500) { before, room, input, actor, now, result in
            // The model of the members uses only the commands that were let through.
            let user = UserID(unchecked: actor)
            if case .success(let outcome) = result {
                switch input {
                case .command(.enter(let session), _): places[user, default: []].insert(session)
                case .command(.leave(let session), _): places[user]?.remove(session)
                case .command(.kick(let targets, _), _), .command(.ban(let targets, true, _, _), _):
                    for target in targets { places[target] = nil }
                default: break
                }
                places = places.filter { !$0.value.isEmpty }
                #expect(outcome.removed.allSatisfy { places[$0] == nil }, "seed \(seed)")
                #expect(outcome.isEnd == (room.isEnded && !before.isEnded), "seed \(seed)")
            }
            let members = room.memberIDs
            #expect(Set(members) == Set(places.keys), "seed \(seed)")
            let audience = room.audience(from: 0, count: .max).map(\.userID)
            #expect(audience == members.filter { $0 != TestLive.owner.userID }, "seed \(seed)")
            #expect(audience.count == room.audienceCount, "seed \(seed)")
            #expect(Set(audience).count == audience.count, "seed \(seed)")

            let admins = room.adminUsers.map(\.userID)
            #expect(admins.count <= room.limits.adminsMax && Set(admins).count == admins.count, "seed \(seed)")
            #expect(!admins.contains(TestLive.owner.userID), "seed \(seed)")
            for id in Self.people.map(UserID.init(unchecked:)) {
                let isBanned = room.ban(of: id, at: now) != nil
                if isBanned { #expect(room.role(of: id) == .viewer, "a banned user is an administrator, seed \(seed)") }
                if isBanned, id.rawValue != "app" {
                    #expect(!room.isMember(id), "a banned user is in the live, seed \(seed)")
                }
                #expect(
                    room.role(of: id) == (id == TestLive.owner.userID ? .owner : admins.contains(id) ? .admin : .viewer)
                )
            }
            let old = before.statistics(at: now)
            let new = room.statistics(at: now)
            #expect(new.totalViewers >= old.totalViewers && new.totalViewers - old.totalViewers <= 1, "seed \(seed)")
            #expect(new.totalMessageSent >= old.totalMessageSent, "seed \(seed)")
            #expect(new.totalLikesReceived >= old.totalLikesReceived, "seed \(seed)")
            #expect(room.info.totalViewerCount == new.totalViewers, "seed \(seed)")
            if before.isEnded {
                #expect(
                    result == (input == .fact(.tick) ? .success(RoomOutcome()) : .failure(Rejection(.roomNotFound))),
                    "seed \(seed)")
            }
        }
    }

    @Test(arguments: seeds, limits)
    func `a refusal changes nothing`(seed: UInt64, limits: (name: String, value: Limits)) {
        var number = 0
        _ = run(seed: seed, limits: limits.value, count: 1_000) { before, room, _, _, _, result in
            guard case .failure = result else { return }
            number += 1
            #expect(room == before, "seed \(seed)")
        }
        #expect(number > 0)
    }

    @Test(arguments: seeds, limits)
    func `events have their own lanes and numbers, and no like is lost`(
        seed: UInt64, limits: (name: String, value: Limits)
    ) {
        var liked = 0
        var last = Room(TestLive.record(), limits: limits.value, at: TestLive.start)
        var script = TestLive.start
        _ = run(seed: seed, limits: limits.value, count: 1_500) { _, room, input, _, now, result in
            last = room
            script = now
            guard case .success(let outcome) = result else { return }
            liked += outcome.liked?.added ?? 0
            for publication in outcome.publications {
                switch publication.event {
                case .barrageSent: #expect(publication.lane == .barrage && publication.isSequenced)
                case .audienceJoined(let event):
                    #expect(publication.lane == .membership)
                    #expect(publication.isSequenced == (event.count <= room.limits.exactAudienceMax))
                    #expect(event.count == room.audienceCount && event.totalViewers == room.statistics.totalViewers)
                case .audienceLeft(let event):
                    #expect(publication.lane == .membership)
                    #expect(publication.isSequenced == (event.count <= room.limits.exactAudienceMax))
                    #expect(event.count == room.audienceCount)
                case .ownerJoined, .ownerLeft:
                    #expect(publication.lane == .membership && publication.isSequenced)
                    #expect(room.audienceCount > 0)
                case .likeReceived(let event):
                    #expect(publication.lane == .reaction && !publication.isSequenced)
                    #expect(event.total == room.statistics.totalLikesReceived)
                    #expect(event.added > 0 && event.senders.count <= 5)
                case .audienceCounted(let event):
                    #expect(publication.lane == .count && !publication.isSequenced)
                    #expect(event.count == room.audienceCount)
                    #expect(event.statistics == room.statistics(at: now))
                default: Issue.record("an event was announced without being stored: \(publication.event), seed \(seed)")
                }
            }
            switch outcome.commit?.event {
            case nil, .audienceMuted, .audienceAppointed, .roomUpdated, .roomEnded: break
            case .audienceKicked(let event): #expect(event.count == room.audienceCount)
            case .audienceBanned(let event): #expect(event.count == room.audienceCount)
            default: Issue.record("an event was stored needlessly, seed \(seed)")
            }
            switch input {
            case .fact: break
            case .command(let command, _): #expect(!outcome.isEnd || command == .end(message: ""))
            }
        }
        guard !last.isEnded else { return }
        let later = script.adding(seconds: 60)
        liked += last.handle(.tick, at: later).liked?.added ?? 0
        #expect(liked == last.statistics.totalLikesReceived || last.isEnded, "seed \(seed)")
    }

    @Test(arguments: seeds)
    func `in a small live the events alone tell who is inside`(seed: UInt64) {
        var told: [UserID] = []
        _ = run(seed: seed, limits: Self.limits[0].value, count: 2_000) { _, room, _, _, _, result in
            guard case .success(let outcome) = result else { return }
            for event in outcome.publications.map(\.event) + (outcome.commit?.event.map { [$0] } ?? []) {
                switch event {
                case .audienceJoined(let joined): told.append(joined.user.userID)
                case .audienceLeft(let left): told.removeAll { $0 == left.user.userID }
                case .audienceKicked(let kicked): told.removeAll { $0 == kicked.user.userID }
                case .audienceBanned(let banned) where banned.banned: told.removeAll { $0 == banned.user.userID }
                default: break
                }
            }
            #expect(told == room.audience(from: 0, count: .max).map(\.userID), "seed \(seed)")
        }
    }

    @Test(arguments: seeds)
    func `every tick that is due has something to announce`(seed: UInt64) {
        var limits = Self.limits[0].value
        limits.ownerAbsenceSeconds = 300
        _ = run(seed: seed, limits: limits, count: 1_500) { _, room, _, _, now, _ in
            guard let due = room.nextTick else { return }
            let at = max(due, now)
            var early = room
            if at > now {
                let outcome = early.handle(.tick, at: at.adding(milliseconds: -1))
                #expect(outcome == RoomOutcome(), "nothing is announced before it is due, seed \(seed)")
            }
            var ticked = room
            let outcome = ticked.handle(.tick, at: at)
            #expect(!outcome.publications.isEmpty || outcome.isEnd, "seed \(seed)")
            #expect(ticked.nextTick.map { $0 > at } ?? true, "seed \(seed)")
        }
    }
}
