import OvationModel
import OvationStorage

extension StorageContract {
    /// The log of operators.
    static let operatorLog: [Clause] = [
        Clause("the log of operators keeps every line as it was, newest first, page by page") { storage in
            try expect(try await storage.operatorLog(OperatorLogQuery(limit: 9)), is: [])
            let acts = OperatorAct.Way.allCases.enumerated().map { index, way in
                line("\(index)", way: way, details: index == 0 ? #"{"Reason":"直播 👩‍👩‍👧 \u202e"}"# : "{}")
            }
            for act in acts { _ = try await storage.commit(one: added(act)) }
            let all = try await storage.operatorLog(OperatorLogQuery(limit: 9))
            try expect(all.map(\.act), is: acts.reversed())
            try expect(all.map(\.number) == all.map(\.number).sorted(by: >), "numbers grow")
            let page = try await storage.operatorLog(OperatorLogQuery(before: all[1].number, limit: 1))
            try expect(page, is: [all[2]])
            try expect(try await storage.operatorLog(OperatorLogQuery(before: all[3].number, limit: 9)), is: [])
            try expect(try await storage.operatorLog(OperatorLogQuery(limit: 0)), is: [])
        },
        Clause("the log of operators is read by who did something, by what it was done to, and by both") { storage in
            for (by, object) in [("ada", "r1"), ("bob", "r1"), ("ada", "r2"), ("ada", "r1")] {
                _ = try await storage.commit(one: added(line("x", by: by, object: object)))
            }
            func count(_ by: String?, _ object: String?, before: Int64? = nil) async throws -> Int {
                try await storage.operatorLog(OperatorLogQuery(by: by, object: object, before: before, limit: 9)).count
            }
            try expect(try await count("ada", nil), is: 3)
            try expect(try await count(nil, "r1"), is: 3)
            try expect(try await count("ada", "r1"), is: 2)
            try expect(try await count("bob", "r2"), is: 0)
            let newest = try await storage.operatorLog(OperatorLogQuery(limit: 1)).first?.number
            try expect(try await count("ada", "r1", before: newest), is: 1)
            try expect(try await count("ada' OR '1'='1", nil), is: 0)
        },
        Clause("the log of operators keeps as many lines as it may, for as long as it may") { storage in
            for index in 0..<5 { _ = try await storage.commit(one: added(line("\(index)"), keptMax: 3)) }
            let kept = try await storage.operatorLog(OperatorLogQuery(limit: 9))
            try expect(kept.map(\.act.requestID), is: ["4", "3", "2"])
            let later = Samples.time.adding(seconds: 100)
            let young = line("young", at: later)
            _ = try await storage.commit(one: added(young, forgettingBefore: later))
            try expect(try await storage.operatorLog(OperatorLogQuery(limit: 9)).map(\.act), is: [young])
            // The newest line stays, however old it is: numbers go on behind it.
            _ = try await storage.commit(one: added(line("old"), forgettingBefore: later))
            let last = try await storage.operatorLog(OperatorLogQuery(limit: 9))
            try expect(last.map(\.act.requestID), is: ["old", "young"])
        },
        Clause("a line of the log of operators is kept with the batch that it is part of") { storage in
            _ = try await storage.commit([.credit(Samples.alice, 10, "c"), added(line("1")), added(line("2"))])
            try expect(try await storage.operatorLog(OperatorLogQuery(limit: 9)).map(\.act.requestID), is: ["2", "1"])
        },
    ]

    private static func added(
        _ act: OperatorAct, keptMax: Int = 1_000, forgettingBefore: Timestamp? = nil
    ) -> StorageWrite {
        .operatorAct(act, keptMax: keptMax, forgettingBefore: forgettingBefore)
    }

    private static func line(
        _ id: String, by: String = "ada", way: OperatorAct.Way = .rest, object: String = "r1", details: String = "{}",
        at: Timestamp = Samples.time
    ) -> OperatorAct {
        OperatorAct(
            at: at, by: by, way: way, address: "2001:db8::1", command: "live_engine_http_srv/destroy_room",
            object: object, details: details, code: way == .cli ? 110_008 : 0, requestID: id)
    }
}
