import NIOCore
import OvationModel
import OvationRules
import OvationStorage
import OvationStorageSQLite
import OvationTestKit
import OvationWire
import Testing

@testable import OvationNode

/// A returning client's entry into a live, and the events that it gets.
struct ComebackTests {
    private static let start = Samples.info().sessionID
    private static let removed = "\(ErrorCode.notMember)"

    private static let origin = RoomRequest.Origin(
        session: Samples.id("s"), connection: ConnectionAddress(edge: EdgeID(number: 0), loop: 0, number: 1),
        generation: 1)

    private static func comeback(from durable: Int64, of start: LiveSessionID? = start, bytesMax: Int = 1_000)
        -> Comeback
    {
        let position = SessionOpen.Position(
            room: Samples.id("live"), epoch: "e", seq: 0, durable: durable, sessionID: start)
        let origin = Self.origin
        let request = RoomRequest(
            actor: RoomActor(user: Samples.alice), origin: origin, body: .resume(position, bytesMax: bytesMax))
        guard let back = Comeback(request, from: position, bytesMax: bytesMax) else {
            preconditionFailure("a request of a user over a connection is a comeback")
        }
        return back
    }

    /// Names a step as text, for comparison in a table.
    private static func word(_ step: Comeback.Step?) -> String {
        switch step {
        case nil: "go on reading"
        case .awaitEnd: "await end"
        case .beginAgain: "begin again"
        case .lookUp(let asksApp): asksApp ? "ask app, look up" : "look up"
        case .enter(let since): "enter \(since.map { "since \($0)" } ?? "anew")"
        case .flush: "flush"
        case .read(let missed, let told): "read \(missed.last)...\(told)"
        case .takeOut(let answer): "take out, \(word(answer))"
        case .answer(let answer): word(answer)
        }
    }

    private static func word(_ answer: Comeback.Answer) -> String {
        switch answer {
        case .tellEarlierStart: "tell earlier start"
        case .joinAnew: "join anew"
        case .goOn(_, let recovered): recovered ? "go on, recovered" : "go on"
        case .refuse(let rejection, _): "refuse \(rejection.code)"
        case .tellPart: "tell part"
        case .sendBack: "send back"
        }
    }

    private static func standing(_ change: (inout Comeback.Standing) -> Void = { _ in }) -> Comeback.Standing {
        var live = Comeback.Standing(start: start, told: 9)
        change(&live)
        return live
    }

    @Test func `the first step of a comeback depends on the state of the live`() {
        let cases: [(from: Int64, of: LiveSessionID?, live: Comeback.Standing, step: String)] = [
            (5, Self.start, Self.standing(), "look up"),
            (5, nil, Self.standing { $0.asksApp = true }, "ask app, look up"),
            (
                5, nil,
                Self.standing {
                    $0.since = 5; $0.asksApp = true
                }, "enter since 5"
            ),
            (
                4, nil,
                Self.standing {
                    $0.since = 5; $0.asksApp = true
                }, "look up"
            ),
            (5, Samples.id("earlier"), Self.standing { $0.since = 1 }, "tell earlier start"),
            (
                5, Self.start,
                Self.standing {
                    $0.isOver = true; $0.isEnding = true
                }, "tell earlier start"
            ),
            (
                5, Self.start,
                Self.standing {
                    $0.since = 1; $0.isEnding = true
                }, "await end"
            ),
            (
                5, Self.start,
                Self.standing {
                    $0.isBeingRemoved = true; $0.userSince = 2
                }, "flush"
            ),
            (5, Self.start, Self.standing { $0.isBeingRemoved = true }, "refuse \(Self.removed)"),
        ]
        for (from, of, live, step) in cases {
            var back = Self.comeback(from: from, of: of)
            #expect(Self.word(back.begin(live)) == step, "from \(from) of \(of.map { "\($0)" } ?? "nil"), \(live)")
        }
    }

    @Test func `the user's past visit decides whether they enter and from where they get events`() {
        func visit(_ since: Int64, removedAt: Int64? = nil) -> Comeback.Found {
            .visit(PastVisit(since: since, removedAt: removedAt))
        }
        let cases: [(from: Int64, found: Comeback.Found, live: Comeback.Standing, step: String)] = [
            (5, .refused(Rejection(.permissionDenied)), Self.standing(), "refuse \(ErrorCode.permissionDenied)"),
            (5, .nothing, Self.standing(), "send back"),
            (5, .visit(nil), Self.standing(), "enter anew"),
            (5, .visit(nil), Self.standing { $0.since = 7 }, "enter since 7"),
            (5, visit(3), Self.standing(), "enter since 3"),
            (5, visit(3), Self.standing { $0.since = 7 }, "enter since 3"),
            (5, visit(3, removedAt: 8), Self.standing { $0.since = 7 }, "enter since 7"),
            (5, visit(3, removedAt: 8), Self.standing(), "flush"),
            (8, visit(3, removedAt: 8), Self.standing(), "enter anew"),
            (5, visit(3), Self.standing { $0.isEnding = true }, "begin again"),
        ]
        for (from, found, live, step) in cases {
            var back = Self.comeback(from: from)
            _ = back.begin(Self.standing())
            #expect(Self.word(back.lookedUp(found, live)) == step, "from \(from), \(found), \(live)")
        }
    }

    @Test func `a user who was never inside and may not enter gets only the reason`() {
        var back = Self.comeback(from: 5)
        _ = back.begin(Self.standing())
        _ = back.lookedUp(.visit(nil), Self.standing())
        #expect(Self.word(back.notAdmitted(Rejection(.roomFull), told: 9)) == "refuse \(ErrorCode.roomFull)")
        #expect(Self.word(back.isGone) == "refuse \(ErrorCode.roomNotFound)")
    }

    @Test func `events that are still in the ring are replayed without reading the storage`() {
        var broadcast = Broadcast(
            liveID: Samples.id("live"), durable: 0, seqBase: 1_000, limits: Limits())
        var turn = Broadcast.Turn(wall: Samples.time, nanoseconds: 1)
        let before = broadcast.lastSeq
        for durable: Int64 in 1...3 {
            broadcast.publishStored(
                .roomUpdated, data: Array("{}".utf8), durable: durable, at: Samples.time, in: &turn)
        }
        var position = SessionOpen.Position(
            room: Samples.id("live"), epoch: broadcast.epoch, seq: before + 1, durable: 1, sessionID: nil)
        for (epoch, step) in [(broadcast.epoch, "go on, recovered"), ("another", "flush")] {
            position.epoch = epoch
            let origin = Self.origin
            let request = RoomRequest(
                actor: RoomActor(user: Samples.alice), origin: origin, body: .resume(position, bytesMax: 1_000))
            var back = Comeback(request, from: position, bytesMax: 1_000)
            _ = back?.begin(Self.standing { $0.since = 0 })
            #expect(Self.word(back?.admitted(to: broadcast)) == step)
        }
    }

    // MARK: - Reading

    /// A live with stored events, the last of which are told during a replay. One of them may remove Alice.
    private struct Live {
        static let last: Int64 = 30
        let storage: SQLiteStorage
        let removal: Int64?

        init(removal: Int64?) async throws {
            storage = try SQLiteStorage(inMemory: LedgerPolicy())
            self.removal = removal
            let kicked = RoomEvent.audienceKicked(AudienceKicked(user: Samples.alice, by: nil, reason: "", count: 0))
            var writes: [StorageWrite] = [.createRoom(Samples.room())]
            for number in 1...Self.last {
                let draft =
                    number == removal
                    ? EventDraft(
                        name: kicked.name.rawValue, about: Samples.alice.userID, at: Samples.time,
                        data: kicked.encodedData)
                    : Samples.draft("room.updated")
                writes.append(.changeRoom(ComebackTests.start, [], [draft]))
            }
            _ = try await storage.commit(writes)
        }
    }

    private static func numbers(in frames: ByteBuffer) -> [Int64] {
        String(decoding: frames.readableBytesView, as: UTF8.self).split(separator: "\"durable\":").dropFirst()
            .compactMap { Int64($0.prefix { $0.isNumber }) }
    }

    /// A returning client gets its missed events once and in order. They end with the last one told when it enters, with its removal, or
    /// with as many as may be sent at once.
    @Test func `missed events are replayed once and in order, whatever is told meanwhile`() async throws {
        var random = SeededGenerator.printed()
        var answers: [String: Int] = [:]
        func tellMore(_ told: Int64) -> Int64 {
            random.chance(0.4) ? min(Live.last, told + Int64(random.number(0...3))) : told
        }
        for _ in 0..<120 {
            let removal = random.chance(0.3) ? Int64(random.number(5...30)) : nil
            let live = try await Live(removal: removal)
            let since = Int64(random.number(0...4))
            let from = Int64(random.number(0...12))
            let known = max(from, since)
            var told = Int64(random.number(Int(known)...30))
            var back = Self.comeback(from: from, bytesMax: random.pick([200, 1_500, 100_000]))
            _ = back.begin(Self.standing { $0.told = told })
            var step = back.lookedUp(.visit(PastVisit(since: since)), Self.standing { $0.told = told })
            #expect(Self.word(step) == "enter since \(since)")
            let isAdmitted = random.chance(0.8)
            if isAdmitted {
                let broadcast = Broadcast(
                    liveID: Samples.id("live"), durable: told, seqBase: 1_000, limits: Limits())
                step = back.admitted(to: broadcast)
            } else {
                step = back.notAdmitted(Rejection(.roomFull), told: told)
            }
            var answer: Comeback.Answer?
            for _ in 0..<100 where answer == nil {
                switch step {
                case .flush:
                    told = tellMore(told)
                    step = back.flushed(Self.standing { $0.told = told })
                case .read(var missed, let upTo):
                    try await missed.read(
                        live.storage, of: Samples.id("live"), Self.start, upTo: upTo, epoch: "e",
                        bytesMax: back.bytesMax, pageMax: random.pick([1, 4, 50])
                    ) { true }
                    told = tellMore(told)
                    step = back.took(missed) ?? back.readOn(Self.standing { $0.told = told })
                case .answer(let last), .takeOut(let last): answer = last
                case let other: Issue.record("\(Self.word(other)) while the storage is read"); return
                }
            }
            let end = try #require(answer)
            answers[Self.word(end), default: 0] += 1
            let sees = removal.map { known < $0 ? min(told, $0) : told } ?? told
            let expected = known < sees ? Array(known + 1...sees) : []
            switch end {
            case .goOn(let missed, recovered: false):
                #expect(isAdmitted && Self.numbers(in: missed) == expected)
            case .refuse(_, let missed): #expect(Self.numbers(in: missed) == expected)
            case .tellPart(let missed):
                let part = Self.numbers(in: missed)
                #expect(part == Array(expected.prefix(part.count)) && part.count < expected.count)
                #expect(missed.readableBytes >= back.bytesMax)
            default: Issue.record("the comeback ended with \(Self.word(end))")
            }
        }
        #expect(answers.count >= 4, "every kind of end must be reached: \(answers)")
    }

    @Test func `if the storage cannot be read, the client is sent back with its old place`() {
        var back = Self.comeback(from: 5)
        _ = back.begin(
            Self.standing {
                $0.isBeingRemoved = true; $0.userSince = 2
            })
        #expect(Self.word(back.flushed(Self.standing())) == "read 5...9")
        #expect(Self.word(back.took(nil)) == "send back")
    }

    @Test func `a comeback during which the live ends begins again`() {
        var back = Self.comeback(from: 5)
        _ = back.begin(Self.standing { $0.since = 5 })
        let broadcast = Broadcast(
            liveID: Samples.id("live"), durable: 9, seqBase: 1_000, limits: Limits())
        #expect(Self.word(back.admitted(to: broadcast)) == "flush")
        #expect(
            Self.word(
                back.flushed(
                    Self.standing {
                        $0.told = 5; $0.isOver = true
                    })) == "begin again")
    }
}
