import OvationModel
import OvationRules
import OvationStorage

extension StorageContract {
    /// Settings of the server, by name.
    static let settings: [Clause] = [
        Clause("a setting is stored, replaced and deleted") { storage in
            try expect(try await storage.setting("a"), is: nil)
            _ = try await storage.commit([.setting("a", [1]), .setting("b", [2]), .setting("a", [3, 0, 4])])
            try expect(try await storage.setting("a"), is: [3, 0, 4])
            try expect(try await storage.setting("b"), is: [2])
            _ = try await storage.commit([.setting("a", nil), .setting("never", nil)])
            try expect(try await storage.setting("a"), is: nil)
        }
    ]

    /// Stored callbacks to the app's backend.
    static let callbacks: [Clause] = [
        Clause("callbacks are read back unchanged, by live and in order") { storage in
            let drafts = (1...5).map { callback("\($0)", live: $0 % 2 == 0 ? "two" : "one") }
            try expect(
                try await storage.commit(one: .callbacks(Array(drafts.prefix(3)))),
                is: .callbacks(CallbackCounts(waiting: 3)))
            try expect(
                try await storage.commit([.callbacks([drafts[3]]), .callbacks([drafts[4]])]),
                is: [.callbacks(CallbackCounts(waiting: 4)), .callbacks(CallbackCounts(waiting: 5))])
            let one = try await storage.callbacks(of: Samples.id("one"), limit: 10)
            try expect(one.map(\.draft), is: [drafts[0], drafts[2], drafts[4]])
            try expect(one.map(\.number), is: one.map(\.number).sorted())
            try expect(try await storage.callbacks(of: Samples.id("one"), limit: 2), is: Array(one.prefix(2)))
            try expect(try await storage.callbacks(of: Samples.id("none"), limit: 2), is: [])
            try expect(try await storage.callbackCounts(), is: CallbackCounts(waiting: 5))
            try expect(
                try await storage.callbackLanes(limit: 10).map(\.liveID), is: [Samples.id("one"), Samples.id("two")])
            try expect(try await storage.callbackLanes(limit: 1).count, is: 1)
        },
        Clause("lives whose callbacks are due are claimed in order, with their callbacks") { storage in
            _ = try await storage.commit(one: .callbacks([callback("1", live: "one"), callback("2", live: "two")]))
            let later = Samples.time.adding(seconds: 60)
            _ = try await storage.commit(one: .callbackChange(.postponed(Samples.id("one"), attempts: 1, dueAt: later)))
            let first = try await storage.claimCallbackLanes(dueBy: Samples.time, limit: 9)
            try expect(first.map(\.liveID), is: [Samples.id("two"), Samples.id("one")])
            try expect(first.map(\.dueAt).last, is: later)
            try expect(
                try await storage.claimedCallbacks(of: Samples.id("two"), limit: 9).map(\.draft.id), is: ["2"])
            try expect(
                try await storage.claimCallbackLanes(dueBy: later, limit: 9), is: first, "the same process, again")
            try expect(
                try await storage.claimedCallbacks(of: Samples.id("one"), limit: 9).map(\.draft.id), is: ["1"])
            _ = try await storage.commit(one: .callbackChange(.delivered(Samples.id("two"), through: .max)))
            try expect(
                try await storage.claimCallbackLanes(dueBy: later, limit: 9).map(\.liveID), is: [Samples.id("one")])
            try expect(try await storage.claimedCallbacks(of: Samples.id("two"), limit: 9), is: [])
        },
        Clause("a callback is recorded only if the write before it took effect") { storage in
            _ = try await storage.commit([
                .createRoom(Samples.room()), .callbacksOfLastWrite([callback("created")]),
                .credit(Samples.alice, 100, "c"), .callbacksOfLastWrite([callback("credited")]),
                .order(Samples.order("1")), .callbacksOfLastWrite([callback("charged")]),
                .order(Samples.order("1")), .callbacksOfLastWrite([callback("repeated")]),
                .order(Samples.order("2", Samples.rocket)), .callbacksOfLastWrite([callback("too dear")]),
                .order(Samples.order("3")), .order(Samples.order("4")),
                .callbacksOfLastWrite([callback("charged again")]),
                .credit(Samples.alice, 100, "c"), .callbacksOfLastWrite([callback("credited before")]),
                .order(Samples.order("5", Samples.rocket)), .callbacks([callback("of its own")]),
            ])
            try expect(
                try await storage.callbacks(of: Samples.id("live"), limit: 100).map(\.draft.id),
                is: ["created", "credited", "charged", "charged again", "of its own"])
        },
        Clause("every write about callbacks returns their number, which only stored changes affect") {
            storage in
            let live: LiveID = Samples.id("live")
            func counts(_ writes: [StorageWrite]) async throws -> [[Int]] {
                try await storage.commit(writes).compactMap { outcome in
                    if case .callbacks(let counts) = outcome { [counts.waiting, counts.dead] } else { nil }
                }
            }
            try expect(
                try await counts([
                    .createRoom(Samples.room()), .callbacksOfLastWrite([callback("1")]),
                    .order(Samples.order("poor")), .callbacksOfLastWrite([callback("never"), callback("never")]),
                    .callbacks([callback("2"), callback("3"), callback("4")]), .callbacks([]),
                ]), is: [[1, 0], [1, 0], [4, 0], [4, 0]])
            // A batch that is refused as a whole changes no count.
            try await expectStorageError("the live does not exist") {
                _ = try await storage.commit([
                    .callbacks([callback("lost")]), .counters(Samples.id("nowhere"), RoomStatistics()),
                ])
            }
            let numbers = try await storage.callbacks(of: live, limit: 10).map(\.number)
            func gaveUp(_ number: Int64) -> StorageWrite {
                .callbackChange(
                    .gaveUp(live, number: number, attempts: 1, failure: "", at: Samples.time, deadMax: 1))
            }
            try expect(
                try await counts([
                    .callbackChange(.delivered(live, through: numbers[0])),
                    .callbackChange(.delivered(live, through: numbers[0])),
                    .callbackChange(.postponed(live, attempts: 1, dueAt: Samples.time)), .callbackChange(.hurried),
                    gaveUp(numbers[1]), gaveUp(numbers[2]), gaveUp(numbers[2]),
                    .callbackChange(.revived([numbers[2], 999_999], at: Samples.time)), gaveUp(numbers[3]),
                    .callbackChange(.dropped([numbers[3], numbers[3]])),
                ]), is: [[3, 0], [3, 0], [3, 0], [3, 0], [2, 1], [1, 1], [1, 1], [2, 0], [1, 1], [1, 0]])
            try expect(try await storage.callbackCounts(), is: CallbackCounts(waiting: 1))
        },
        Clause("a delivered callback is gone, and no number is used twice") { storage in
            _ = try await storage.commit([
                .callbacks(["a", "b", "c"].map { callback($0) } + [callback("d", live: "two")])
            ])
            let first = try await storage.callbacks(of: Samples.id("live"), limit: 10)
            _ = try await storage.commit([.callbackChange(.delivered(Samples.id("live"), through: first[1].number))])
            try expect(try await storage.callbacks(of: Samples.id("live"), limit: 10), is: [first[2]])
            try expect(try await storage.callbacks(of: Samples.id("two"), limit: 10).map(\.draft.id), is: ["d"])
            _ = try await storage.commit([.callbackChange(.delivered(Samples.id("live"), through: first[2].number))])
            _ = try await storage.commit([.callbackChange(.delivered(Samples.id("two"), through: .max))])
            try expect(try await storage.callbackLanes(limit: 10), is: [])
            _ = try await storage.commit([.callbacks([callback("e")])])
            let later = try await storage.callbacks(of: Samples.id("live"), limit: 10)
            try expect(later[0].number > first[2].number + 1, "\(later[0].number) was not used before")
        },
        Clause("a postponed live comes after those that are due, and comes first again after a delivery") {
            storage in
            let (one, two): (LiveID, LiveID) = (Samples.id("one"), Samples.id("two"))
            _ = try await storage.commit([
                .callbacks([callback("a", live: "one"), callback("b", live: "one"), callback("c", live: "two")])
            ])
            let later = Samples.time.adding(seconds: 5)
            _ = try await storage.commit([.callbackChange(.postponed(one, attempts: 3, dueAt: later))])
            try expect(
                try await storage.callbackLanes(limit: 10),
                is: [
                    CallbackLane(liveID: two, attempts: 0, dueAt: Timestamp(milliseconds: 0)),
                    CallbackLane(liveID: one, attempts: 3, dueAt: later),
                ])
            // A new callback does not make the postponed live due.
            _ = try await storage.commit([.callbacks([callback("d", live: "one")])])
            try expect(try await storage.callbackLanes(limit: 10).last?.dueAt, is: later)
            _ = try await storage.commit([.callbackChange(.hurried)])
            try expect(
                try await storage.callbackLanes(limit: 10).map(\.dueAt),
                is: [Timestamp(milliseconds: 0), Timestamp(milliseconds: 0)])
            _ = try await storage.commit([.callbackChange(.postponed(one, attempts: 4, dueAt: later))])
            let first = try await storage.callbacks(of: one, limit: 1)[0]
            _ = try await storage.commit([.callbackChange(.delivered(one, through: first.number))])
            try expect(
                try await storage.callbackLanes(limit: 1),
                is: [CallbackLane(liveID: one, attempts: 0, dueAt: Timestamp(milliseconds: 0))])
        },
        Clause("dead letters can be listed, retried or dropped, and the oldest make room for new ones") { storage in
            let live: LiveID = Samples.id("live")
            _ = try await storage.commit([.callbacks((1...4).map { callback("\($0)") })])
            let all = try await storage.callbacks(of: live, limit: 10)
            for (index, callback) in all.prefix(3).enumerated() {
                _ = try await storage.commit([
                    .callbackChange(
                        .gaveUp(
                            live, number: callback.number, attempts: index + 1, failure: "status 500",
                            at: Samples.time.adding(seconds: Int64(index)), deadMax: 2))
                ])
            }
            try expect(try await storage.callbacks(of: live, limit: 10), is: [all[3]])
            let dead = try await storage.deadCallbacks(after: 0, limit: 10)
            try expect(
                dead,
                is: [1, 2].map {
                    DeadCallback(
                        callback: all[$0], attempts: $0 + 1, failure: "status 500",
                        diedAt: Samples.time.adding(seconds: Int64($0)))
                })
            try expect(try await storage.deadCallbacks(after: dead[0].callback.number, limit: 10), is: [dead[1]])
            try expect(try await storage.callbackCounts(), is: CallbackCounts(waiting: 1, dead: 2))
            let now = Samples.time.adding(seconds: 100)
            _ = try await storage.commit([
                .callbackChange(.revived([dead[1].callback.number, 999_999], at: now)),
                .callbackChange(.dropped([dead[0].callback.number, 999_999])),
            ])
            try expect(try await storage.callbackCounts(), is: CallbackCounts(waiting: 2, dead: 0))
            let waiting = try await storage.callbacks(of: live, limit: 10)
            try expect(waiting.map(\.draft.id), is: ["4", "3"], "a retried callback comes after those that wait")
            try expect(waiting[1].draft.at, is: now, "a retried callback is not given up at once")
        },
    ]

    private static func callback(_ id: String, live: String = "live") -> CallbackDraft {
        CallbackDraft(
            id: id, liveID: Samples.id(live), command: "Live.CallbackAfterUpdateRoomInfo", at: Samples.time,
            body: [0, 255, UInt8(id.utf8.count)], clientAddress: "192.0.2.7", clientPlatform: "Web")
    }
}
