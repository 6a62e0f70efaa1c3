import OvationModel
import OvationRules
import OvationStorage

extension StorageContract {
    /// The tickets for publishing pictures of lives.
    static let tickets: [Clause] = [
        Clause("a ticket is redeemed once, in time and for its own live") { storage in
            let (live, other): (LiveID, LiveID) = (Samples.id("live"), Samples.id("other"))
            try expect(
                try await storage.commit(["used", "late", "wrong"].map { issue($0) }),
                is: [.kept, .kept, .kept])
            let end = Samples.time.adding(seconds: 60)
            let last = Samples.time.adding(milliseconds: 59_999)
            try expect(
                try await storage.commit([
                    .redeemTicket("used", for: live, at: last), .redeemTicket("used", for: live, at: last),
                    .redeemTicket("late", for: live, at: end), .redeemTicket("late", for: live, at: Samples.time),
                    .redeemTicket("wrong", for: other, at: last), .redeemTicket("wrong", for: live, at: last),
                    .redeemTicket("", for: live, at: last), .redeemTicket("Used", for: live, at: last),
                ]), is: [true, false, false, false, false, false, false, false].map(StorageOutcome.redeemed))
        },
        Clause("a ticket that is redeemed in many batches at once is redeemed once") { storage in
            _ = try await storage.commit(one: issue("one"))
            let outcomes = try await withThrowingTaskGroup(of: [StorageOutcome].self) { group in
                for _ in 0..<20 {
                    group.addTask {
                        try await storage.commit([.redeemTicket("one", for: Samples.id("live"), at: Samples.time)])
                    }
                }
                return try await group.reduce(into: []) { $0 += $1 }
            }
            try expect(outcomes.filter { $0 == .redeemed(true) }.count, is: 1)
            try expect(outcomes.count, is: 20)
        },
        Clause("of too many tickets the oldest are forgotten, and expired ones do not count") { storage in
            _ = try await storage.commit((0..<5).map { issue("\($0)", countMax: 3) })
            try expect(
                try await storage.commit(
                    (0..<5).map { .redeemTicket("\($0)", for: Samples.id("live"), at: Samples.time) }),
                is: [false, false, true, true, true].map(StorageOutcome.redeemed))
            for index in 0..<10 {
                let now = Samples.time.adding(seconds: Int64(index) * 100)
                _ = try await storage.commit(one: issue("later \(index)", countMax: 1, at: now))
                try expect(
                    try await storage.commit(one: .redeemTicket("later \(index)", for: Samples.id("live"), at: now)),
                    is: .redeemed(true))
            }
        },
        Clause("a ticket of a batch that fails is not there") { storage in
            try await expectStorageError("a live that does not exist") {
                _ = try await storage.commit([issue("lost"), .end(Samples.id("unknown"))])
            }
            try expect(
                try await storage.commit(one: .redeemTicket("lost", for: Samples.id("live"), at: Samples.time)),
                is: .redeemed(false))
            _ = try await storage.commit(one: issue("kept"))
            try await expectStorageError("a live that does not exist") {
                _ = try await storage.commit([
                    .redeemTicket("kept", for: Samples.id("live"), at: Samples.time), .end(Samples.id("unknown")),
                ])
            }
            try expect(
                try await storage.commit(one: .redeemTicket("kept", for: Samples.id("live"), at: Samples.time)),
                is: .redeemed(true), "a redemption that was not committed did not happen")
        },
        Clause("tickets and coins share a batch") { storage in
            let outcomes = try await storage.commit([
                issue("one"), .credit(Samples.alice, 5, "c"),
                .redeemTicket("one", for: Samples.id("live"), at: Samples.time),
            ])
            try expect(outcomes.last, is: .redeemed(true))
            try expect(try await storage.amount(of: .user(Samples.alice.userID)), is: 5)
        },
    ]

    private static func issue(_ text: String, countMax: Int = 100, at now: Timestamp = Samples.time) -> StorageWrite {
        .publishTicket(
            PublishTicket(text: text, liveID: Samples.id("live"), expiresAt: now.adding(seconds: 60)),
            countMax: countMax, at: now)
    }
}
