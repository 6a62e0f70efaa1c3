import OvationBroker
import OvationModel
import Synchronization

extension BrokerContract {
    static let cluster = ClusterName(unchecked: "contract")
    static let home = BrokerSubject.home(NodeRun(slot: 1, incarnation: 7), in: cluster)

    static func live(_ id: String) throws -> BrokerSubject {
        guard let id = LiveID(id) else { throw ContractViolation(description: "\"\(id)\" is no id of a live") }
        return .live(id, in: cluster)
    }

    /// Ids that mean something to brokers.
    static let hostileIDs = ["a", "a.b", "a b", "*", ">", "a.*", "a.>", "live.a", "$SYS.>", "_INBOX.>"]

    static let publishing: [Clause] = [
        Clause("a message reaches everybody who listens to its subject, its publisher too, and nobody else") { bench in
            let (one, other) = (try await bench.connect(account: 0), try await bench.connect(account: 0))
            let (own, away) = (
                try BrokerListener(to: try live("a"), of: one), try BrokerListener(to: try live("a"), of: other)
            )
            let elsewhere = try BrokerListener(to: try live("b"), of: other)
            try await settle([one, other])
            try one.publish([1, 2, 3], to: try live("a"))
            try one.publish([4], to: try live("b"))
            let (first, second, third) = (await own.next(), await away.next(), await elsewhere.next())
            try expect(first == message([1, 2, 3]), "the publisher hears itself: \(first)")
            try expect(second == message([1, 2, 3]), "another node hears it: \(second)")
            try expect(third == message([4]), "another subject hears its own: \(third)")
        },
        Clause("messages of one publisher on one subject come in their order") { bench in
            let (one, other) = (try await bench.connect(account: 0), try await bench.connect(account: 0))
            let listener = try BrokerListener(to: try live("a"), of: other)
            try await settle([other])
            for number in 0..<200 { try one.publish([UInt8(number)], to: try live("a")) }
            for number in 0..<200 {
                let next = await listener.nextPayload()
                try expect(next == [UInt8(number)], "\(number) is next: \(String(describing: next))")
            }
        },
        Clause("every byte passes, none at all, and as many as may be; one more is refused") { bench in
            let (one, other) = (try await bench.connect(account: 0), try await bench.connect(account: 0))
            let listener = try BrokerListener(to: try live("a"), of: other)
            try await settle([other])
            let long = [UInt8](repeating: 0xA5, count: one.payloadBytesMax)
            for payload in [Array(0...255), [], long] {
                try one.publish(payload, to: try live("a"))
                let next = await listener.nextPayload()
                try expect(next == payload, "\(payload.count) bytes pass unchanged")
            }
            let failure = BrokerFailure.tooLong(bytes: long.count + 1, bytesMax: long.count)
            try expect(refusal { try one.publish(long + [0], to: try live("a")) } == failure, "more are refused")
            let answer = await one.ask(long + [0], try live("a"))
            try expect(answer == .failure(failure), "also of a request: \(answer)")
        },
        Clause("lives whose ids mean something to brokers have subjects of their own") { bench in
            let broker = try await bench.connect(account: 0)
            let listeners = try hostileIDs.map { try BrokerListener(to: try live($0), of: broker) }
            try await settle([broker])
            for (index, id) in hostileIDs.enumerated() { try broker.publish([UInt8(index)], to: try live(id)) }
            for (index, id) in hostileIDs.enumerated() { try broker.publish([UInt8(100 + index)], to: try live(id)) }
            for (index, listener) in listeners.enumerated() {
                let heard = [await listener.nextPayload(), await listener.nextPayload()]
                try expect(
                    heard == [[UInt8(index)], [UInt8(100 + index)]], "\"\(hostileIDs[index])\" hears its own: \(heard)")
            }
        },
        Clause("who has ended a subscription hears nothing more") { bench in
            let broker = try await bench.connect(account: 0)
            let (ended, going) = (
                try BrokerListener(to: try live("a"), of: broker), try BrokerListener(to: try live("a"), of: broker)
            )
            try broker.publish([1], to: try live("a"))
            let (first, second) = (await ended.nextPayload(), await going.nextPayload())
            try expect(first == [1] && second == [1], "both hear it")
            ended.subscription.cancel()
            try broker.publish([2], to: try live("a"))
            let third = await going.nextPayload()
            try expect(third == [2], "the other one hears more")
            try expect(ended.subscription.counts.received == 1, "the first one does not")
        },
        Clause("nodes of different accounts hear nothing of each other") { bench in
            let (one, other) = (try await bench.connect(account: 0), try await bench.connect(account: 1))
            let listener = try BrokerListener(to: home, of: other, answer: { $0 })
            try await settle([other])
            try one.publish([1], to: home)
            let answer = await one.ask([2], home)
            try expect(answer == .failure(.noResponders), "nobody listens: \(answer)")
            try other.publish([3], to: home)
            let heard = await listener.nextPayload()
            try expect(heard == [3], "only its own message: \(String(describing: heard))")
        },
    ]

    static let asking: [Clause] = [
        Clause("a request is answered by who listens, also with no bytes") { bench in
            let (one, other) = (try await bench.connect(account: 0), try await bench.connect(account: 0))
            let listener = try BrokerListener(to: home, of: other) { $0.reversed() }
            try await settle([other])
            for payload in [[1, 2, 3], [], Array(0...255)] as [[UInt8]] {
                let answer = await one.ask(payload, home)
                try expect(answer == .success(payload.reversed()), "the answer of \(payload.count) bytes: \(answer)")
                _ = await listener.next()
            }
        },
        Clause("a request that nobody listens to says so, before and after somebody did") { bench in
            let (one, other) = (try await bench.connect(account: 0), try await bench.connect(account: 0))
            let before = await one.ask([1], home)
            try expect(before == .failure(.noResponders), "nobody yet: \(before)")
            let listener = try BrokerListener(to: home, of: other) { $0 }
            try await settle([other])
            let then = await one.ask([2], home)
            try expect(then == .success([2]), "somebody: \(then)")
            listener.subscription.cancel()
            try await settle([other])
            let after = await one.ask([3], home)
            try expect(after == .failure(.noResponders), "nobody any more: \(after)")
        },
        Clause("many requests are under way at once, come in their order, and each gets its own answer") { bench in
            let (one, other) = (try await bench.connect(account: 0), try await bench.connect(account: 0))
            let listener = try BrokerListener(to: home, of: other)
            try await settle([other])
            let answers = Mutex<[Int: [UInt8]]>([:])
            for number in 0..<64 {
                one.request([UInt8(number)], to: home) { answer in
                    answers.withLock { $0[number] = try? answer.get() }
                }
            }
            var replies: [BrokerReply] = []
            for number in 0..<64 {
                guard case .message(let message) = await listener.next(), let reply = message.reply else {
                    throw ContractViolation(description: "a request has somebody to answer")
                }
                try expect(message.payload == [UInt8(number)], "request \(number) is next: \(message.payload)")
                replies.append(reply)
            }
            for (number, reply) in replies.enumerated().reversed() { try other.answer([UInt8(number), 9], to: reply) }
            let wait = Patience.begin("64 answers")
            defer { wait.end() }
            while answers.withLock({ $0.count }) < 64 { await Task.yield() }
            try expect(answers.withLock { $0.allSatisfy { $1 == [UInt8($0), 9] } }, "each gets its own answer")
        },
        Clause("of several answers the first counts, and a cancelled request gets none") { bench in
            let (one, other) = (try await bench.connect(account: 0), try await bench.connect(account: 0))
            let listener = try BrokerListener(to: home, of: other)
            try await settle([other])
            let answers = Mutex<[[UInt8]]>([])
            @Sendable func note(_ answer: Result<[UInt8], BrokerFailure>) {
                answers.withLock { $0.append((try? answer.get()) ?? [0]) }
            }
            one.request([1], to: home, note)
            let cancelled = one.request([2], to: home, note)
            one.request([3], to: home, note)
            var replies: [BrokerReply] = []
            while replies.count < 3, case .message(let message) = await listener.next() {
                if let reply = message.reply { replies.append(reply) }
            }
            cancelled.cancel()
            for answer in [[1], [11], [111]] as [[UInt8]] { try other.answer(answer, to: replies[0]) }
            try other.answer([2], to: replies[1])
            try other.answer([3], to: replies[2])
            let wait = Patience.begin("two answers")
            defer { wait.end() }
            while answers.withLock({ $0.count }) < 2 { await Task.yield() }
            try expect(answers.withLock { $0 } == [[1], [3]], "the first and the third")
        },
    ]

    // MARK: What clauses use

    static func message(_ payload: [UInt8]) -> BrokerDelivery { .message(BrokerMessage(payload: payload)) }

    /// Returns when what these nodes have subscribed to or ended is in force at the server.
    static func settle(_ brokers: [any Broker]) async throws {
        for broker in brokers {
            // Its own answer comes over the same connection, behind what it said before.
            _ = await broker.ask([], .home(NodeRun(slot: 999, incarnation: 1), in: cluster))
        }
    }

    /// Why something is refused; nil where it is not.
    static func refusal(_ body: () throws -> Void) -> BrokerFailure? {
        do { try body() } catch { return error as? BrokerFailure }
        return nil
    }
}
