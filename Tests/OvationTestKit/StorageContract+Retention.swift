import OvationModel
import OvationRules
import OvationStorage

extension StorageContract {
    /// What is forgotten because it is too old.
    static let retention: [Clause] = [
        Clause("texts, visits and logs that are too old are forgotten in steps, and younger ones stay") { storage in
            let (old, young): (LiveSessionID, LiveSessionID) = (Samples.id("old-1"), Samples.id("young-1"))
            _ = try await storage.commit([.createRoom(Samples.room("old")), .createRoom(Samples.room("young"))])
            for (session, at) in [(old, Samples.time), (young, later)] {
                _ = try await storage.commit([
                    .visits(
                        session, [Visit(Samples.alice.userID, since: 0), Visit(Samples.bob.userID, since: 0)],
                        forgettingBefore: Timestamp(milliseconds: 0)),
                    .changeRoom(
                        session, [.log(line(at)), .log(line(at)), .log(line(at))],
                        [Samples.draft("barrage.pinned", pinned), Samples.draft("barrage.pinned", pinned)]),
                    .endRoom(
                        session, at: at, reason: .endedByHost, RoomStatistics(), Samples.draft("room.ended")),
                    .operatorAct(act(at), keptMax: 9, forgettingBefore: nil),
                    .operatorAct(act(at), keptMax: 9, forgettingBefore: nil),
                ])
            }
            var forgotten = ForgottenRows(isDone: false)
            var steps = 0
            while !forgotten.isDone {
                forgotten = try await forget(storage, before: later)
                steps += 1
                try expect(steps < 20, "it ends")
                try expect(forgotten.counts.values.allSatisfy { $0 <= 1 }, "a step is small: \(forgotten)")
            }
            try expect(steps > 2, "there were several steps")
            for (session, text, live) in [(old, ForgottenRows.emptyPins, "old"), (young, pinned, "young")] {
                let events = try await storage.events(of: session, after: 0, limit: 9)
                try expect(events.map(\.durable), is: [1, 2, 3])
                try expect(events.prefix(2).map { String(decoding: $0.data, as: UTF8.self) }, is: [text, text])
                let visit = try await storage.visit(of: Samples.alice.userID, in: session, of: Samples.id(live))
                try expect(visit == nil, is: session == old)
            }
            let logs = try await storage.moderationLog(of: Samples.id("old"), before: nil, limit: 9)
            try expect(logs.map(\.number), is: [3], "the newest line stays, however old it is")
            try expect(
                try await storage.moderationLog(of: Samples.id("young"), before: nil, limit: 9).count, is: 3)
            try expect(try await storage.operatorLog(OperatorLogQuery(limit: 9)).map(\.act.at), is: [later, later])
        },
        Clause("a live that comes back goes on with the numbers of its log, and its newest line may be forgotten then")
        {
            storage in
            func log(_ session: LiveSessionID, _ times: Timestamp...) async throws {
                _ = try await storage.commit([.changeRoom(session, times.map { .log(line($0)) }, [])])
            }
            func numbers() async throws -> [Int64] {
                try await storage.moderationLog(of: Samples.id("live"), before: nil, limit: 9).map(\.number)
            }
            _ = try await storage.commit([.createRoom(Samples.room())])
            try await log(Samples.id("live-1"), Samples.time)
            try expect(try await forget(storage, before: later).counts[.moderation], is: 0)
            _ = try await storage.commit([
                .end(Samples.id("live-1")), .createRoom(Samples.room(session: "live-2")),
            ])
            try await log(Samples.id("live-2"), later)
            try expect(try await numbers(), is: [2, 1])
            try expect(try await forget(storage, before: later).counts[.moderation], is: 1)
            try expect(try await numbers(), is: [2])
            try await log(Samples.id("live-2"), Samples.time, Samples.time)
            // The oldest first, a row a step; the newest is younger than the two before it or not, and stays.
            for left in [[4, 2], [4, 2]] as [[Int64]] {
                _ = try await forget(storage, before: later)
                try expect(try await numbers(), is: left)
            }
        },
        Clause("nothing is forgotten where nothing is said, and nothing of a live that is on") { storage in
            _ = try await storage.commit([
                .createRoom(Samples.room()),
                .changeRoom(
                    Samples.id("live-1"), [.log(line(Samples.time))], [Samples.draft("barrage.pinned", pinned)]),
            ])
            let none = try await storage.commit(one: .forget(RetentionStep(rowsMax: 9)))
            try expect(none, is: .forgotten(ForgottenRows(isDone: true)))
            let forgotten = try await forget(storage, before: later)
            try expect(forgotten.counts.values.allSatisfy { $0 == 0 } && forgotten.isDone, "\(forgotten)")
            let events = try await storage.events(of: Samples.id("live-1"), after: 0, limit: 9)
            try expect(events.map { String(decoding: $0.data, as: UTF8.self) }, is: [pinned])
        },
    ]

    private static let later = Samples.time.adding(seconds: 100)
    private static let pinned = #"{"pinned":[{"text":"hello"}]}"#

    private static func line(_ at: Timestamp) -> ModerationRecord {
        ModerationRecord(.kick, at: at, source: .rest, by: nil, userID: Samples.alice.userID, reason: "why")
    }

    private static func act(_ at: Timestamp) -> OperatorAct {
        OperatorAct(
            at: at, by: "ada", way: .rest, address: "", command: "a/b", object: "", details: "{}", code: 0,
            requestID: "")
    }

    private static func forget(_ storage: any Storage, before time: Timestamp) async throws -> ForgottenRows {
        let step = RetentionStep(
            chatBefore: time, visitsBefore: time, moderationBefore: time, operatorsBefore: time, rowsMax: 1)
        guard case .forgotten(let rows) = try await storage.commit(one: .forget(step)) else {
            throw ContractViolation(description: "forgetting is answered with what was forgotten")
        }
        return rows
    }
}
