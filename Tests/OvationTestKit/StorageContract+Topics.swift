import OvationModel
import OvationRules
import OvationStorage

extension StorageContract {
    /// Stored topics and their messages.
    static let topics: [Clause] = [
        Clause("the messages of each topic are numbered separately, and so are those of each live") { storage in
            let (one, two) = (Samples.info("one").sessionID, Samples.info("two").sessionID)
            let outcomes = try await storage.commit([
                .createRoom(Samples.room("one")), .createRoom(Samples.room("two")), .topic(one, "CHAT", message(1)),
                .topic(one, "CHAT", message(2)), .topic(one, "NEWS", message(3)), .topic(two, "CHAT", message(4)),
            ])
            try expect(
                outcomes.suffix(4),
                is: [
                    .topicMessage(number: 1), .topicMessage(number: 2), .topicMessage(number: 1),
                    .topicMessage(number: 1),
                ])
            try expect(try await storage.kept("CHAT", of: one), is: [message(1, 1), message(2, 2)])
            try expect(try await storage.kept("NEWS", of: one), is: [message(3, 1)])
            try expect(try await storage.kept("chat", of: one), is: [])
            try expect(try await storage.kept("CHAT", of: Samples.id("none")), is: [])
            try expect(try await storage.commit(one: .topic(one, "CHAT", message(5))), is: .topicMessage(number: 3))
        },
        Clause("a message of a topic is read back unchanged") { storage in
            let session = Samples.info().sessionID
            var whole = TopicMessage(
                id: .max, message: awkward, sender: UserInfo(userID: Samples.alice.userID, userName: awkward),
                at: Samples.time, payload: "{\"a\":\"\\u0000\"}",
                sendOnly: [Samples.bob.userID, Samples.host.userID])
            _ = try await storage.commit([.createRoom(Samples.room()), .topic(session, "\u{1F525} 'T'", whole)])
            whole.number = 1
            try expect(try await storage.kept("\u{1F525} 'T'", of: session), is: [whole])
        },
        Clause("a topic's messages are read from a number on, a page at a time") { storage in
            let session = Samples.info().sessionID
            _ = try await storage.commit(
                [.createRoom(Samples.room())] + (1...9).map { .topic(session, "T", message($0)) })
            func numbers(after number: Int64, _ limit: Int) async throws -> [Int64?] {
                try await storage.topicMessages(of: session, topic: Samples.id("T"), after: number, limit: limit).map(
                    \.number)
            }
            try expect(try await numbers(after: 3, 2), is: [4, 5])
            try expect(try await numbers(after: 8, 9), is: [9])
            try expect(try await numbers(after: 9, 9), is: [])
            try expect(try await numbers(after: .max, 9), is: [])
            try expect(try await numbers(after: .min, 1), is: [1])
            try expect(try await numbers(after: 0, 0), is: [])
        },
        Clause("a topic keeps only its newest messages, and the numbers continue") { storage in
            let session = Samples.info().sessionID
            _ = try await storage.commit(
                [.createRoom(Samples.room())] + (1...9).map { .topic(session, "T", message($0), keptMax: 3) })
            try expect(try await storage.kept("T", of: session).map(\.number), is: [7, 8, 9])
            let outcome = try await storage.commit(one: .topic(session, "T", message(10), keptMax: 1))
            try expect(outcome, is: .topicMessage(number: 10))
            try expect(try await storage.kept("T", of: session).map(\.number), is: [10])
        },
        Clause("a live's topics and their last numbers are known until it ends") { storage in
            let session = Samples.info().sessionID
            _ = try await storage.commit([
                .createRoom(Samples.room()), .topic(session, "A", message(1)), .topic(session, "B", message(2)),
                .topic(session, "B", message(3)), .createRoom(Samples.room("other")),
            ])
            let open = try await storage.openRooms()
            func kept(_ messages: TopicMessage...) -> TopicRecord {
                TopicRecord(
                    last: Int64(messages.count),
                    messages: messages.map { TopicRecord.Message(sender: $0.sender.userID, bytes: $0.keptBytes) })
            }
            let topics: [TopicName: TopicRecord] = [
                Samples.id("A"): kept(message(1)), Samples.id("B"): kept(message(2), message(3)),
            ]
            try expect(open.map(\.topics), is: [topics, [:]])
            try expect(try await storage.lastRoom(Samples.id("live"))?.topics, is: topics)
            _ = try await storage.commit(one: .end(session))
            try expect(try await storage.lastRoom(Samples.id("live"))?.topics, is: [:])
            try expect(try await storage.kept("B", of: session), is: [])
        },
        Clause("a message to an ended or unknown start is not stored, and does not fail its batch") { storage in
            let (one, two) = (Samples.info(session: "s1").sessionID, Samples.info(session: "s2").sessionID)
            _ = try await storage.commit([.createRoom(Samples.room(session: "s1")), .end(one)])
            let outcomes = try await storage.commit([
                .createRoom(Samples.room(session: "s2")), .topic(one, "T", message(1)),
                .topic(Samples.id("none"), "T", message(2)), .topic(two, "T", message(3)),
            ])
            try expect(
                outcomes.suffix(3),
                is: [.topicMessage(number: nil), .topicMessage(number: nil), .topicMessage(number: 1)])
            try expect(try await storage.kept("T", of: one), is: [])
            try expect(try await storage.kept("T", of: two), is: [message(3, 1)])
        },
        Clause("when a leftover start is removed, its messages go with it") { storage in
            let (one, two) = (Samples.info(session: "s1").sessionID, Samples.info(session: "s2").sessionID)
            _ = try await storage.commit([
                .createRoom(Samples.room(session: "s1")), .topic(one, "T", message(1)),
                .createRoom(Samples.room(session: "s2")),
            ])
            try expect(try await storage.kept("T", of: one), is: [])
            try expect(try await storage.commit(one: .topic(one, "T", message(2))), is: .topicMessage(number: nil))
            try expect(try await storage.commit(one: .topic(two, "T", message(3))), is: .topicMessage(number: 1))
        },
    ]

    private static func message(_ id: Int, _ number: Int64? = nil) -> TopicMessage {
        TopicMessage(
            id: Int64(id), message: "message \(id)", sender: Samples.alice, at: Samples.time, number: number)
    }
}

extension StorageWrite {
    fileprivate static func topic(
        _ session: LiveSessionID, _ topic: String, _ message: TopicMessage, keptMax: Int = 100
    ) -> StorageWrite {
        .topicMessage(session, Samples.id(topic), message, keptMax: keptMax)
    }
}

extension Storage {
    fileprivate func kept(_ topic: String, of session: LiveSessionID) async throws -> [TopicMessage] {
        try await topicMessages(of: session, topic: Samples.id(topic), after: 0, limit: 1_000)
    }
}
