import OvationBroker
import OvationModel
import Synchronization

extension BrokerContract {
    static let waiting: [Clause] = [
        Clause("a slow consumer keeps so many messages, is told how many it missed, and goes on") { bench in
            let (one, other) = (try await bench.connect(account: 0), try await bench.connect(account: 0))
            let listener = try BrokerListener(to: try live("a"), of: other, messagesMax: 4, isHeld: true)
            try await settle([other])
            for number in 0..<10 { try one.publish([UInt8(number)], to: try live("a")) }
            await listener.received(10)
            listener.goOn()
            for number in 0..<4 {
                let next = await listener.nextPayload()
                try expect(next == [UInt8(number)], "\(number) waited: \(String(describing: next))")
            }
            let gap = await listener.next()
            try expect(gap == .gap(lost: 6), "six are missing: \(gap)")
            try one.publish([10], to: try live("a"))
            let next = await listener.nextPayload()
            try expect(next == [10], "it goes on: \(String(describing: next))")
            let counts = BrokerCounts(received: 11, dropped: 6)
            try expect(listener.subscription.counts == counts, "it is counted: \(listener.subscription.counts)")
        },
        Clause("a slow consumer keeps so many bytes, and one message in any case") { bench in
            let broker = try await bench.connect(account: 0)
            let listener = try BrokerListener(to: try live("a"), of: broker, bytesMax: 10, isHeld: true)
            let sizes = [50, 6, 6]
            for size in sizes { try broker.publish([UInt8](repeating: 1, count: size), to: try live("a")) }
            await listener.received(3)
            listener.goOn()
            let first = await listener.nextPayload()
            let gap = await listener.next()
            try expect(first?.count == 50 && gap == .gap(lost: 2), "the first one alone: \(gap)")
        },
        Clause("a slow consumer of one subject holds up no other") { bench in
            let broker = try await bench.connect(account: 0)
            let slow = try BrokerListener(to: try live("a"), of: broker, messagesMax: 1, isHeld: true)
            let quick = try BrokerListener(to: try live("b"), of: broker)
            for number in 0..<20 {
                try broker.publish([UInt8(number)], to: try live("a"))
                try broker.publish([UInt8(number)], to: try live("b"))
            }
            for number in 0..<20 {
                let next = await quick.nextPayload()
                try expect(next == [UInt8(number)], "\(number) is next: \(String(describing: next))")
            }
            slow.goOn()
        },
    ]

    static let connecting: [Clause] = [
        Clause("a server that stops is noticed; nothing waits for it, and requests under way are of unknown outcome") {
            bench in
            let (one, other) = (try await bench.connect(account: 0), try await bench.connect(account: 0))
            let listener = try BrokerListener(to: home, of: other)
            try await settle([other])
            let answers = Mutex<[Result<[UInt8], BrokerFailure>]>([])
            one.request([1], to: home) { answer in answers.withLock { $0.append(answer) } }
            _ = await listener.next()
            try await bench.stop()
            try expect(one.state == .disconnected && other.state == .disconnected, "both know")
            let wait = Patience.begin("the end of a request")
            defer { wait.end() }
            while answers.withLock({ $0.isEmpty }) { await Task.yield() }
            try expect(answers.withLock { $0 } == [.failure(.disconnected)], "its outcome is unknown")
            try expect(refusal { try one.publish([2], to: home) } == .disconnected, "nothing is kept for later")
            let answer = await one.ask([3], home)
            try expect(answer == .failure(.disconnected), "a request is refused: \(answer)")
        },
        Clause("after a restart subscriptions go on behind a gap, and requests are answered") { bench in
            let (one, other) = (try await bench.connect(account: 0), try await bench.connect(account: 0))
            let listener = try BrokerListener(to: home, of: other) { $0 }
            try await settle([other])
            _ = await one.ask([1], home)
            _ = await listener.next()
            try await bench.stop()
            try await bench.start()
            try await settle([other])
            let gap = await listener.next()
            try expect(gap == .gap(lost: nil), "what was missed is unknown: \(gap)")
            let answer = await one.ask([2], home)
            try expect(answer == .success([2]), "it is answered: \(answer)")
            let heard = await listener.nextPayload()
            try expect(heard == [2], "and heard once: \(String(describing: heard))")
        },
        Clause("changes of the connection are told in their order") { bench in
            let broker = try await bench.connect(account: 0)
            let told = Mutex<[BrokerState]>([])
            broker.watchState { state in told.withLock { $0.append(state) } }
            try await bench.stop()
            try await bench.start()
            broker.close()
            let wait = Patience.begin("the end of a broker")
            defer { wait.end() }
            while told.withLock({ $0.last }) != .closed { await Task.yield() }
            let states = told.withLock { $0 }
            try expect(states == [.connected, .disconnected, .connected, .closed], "all four: \(states)")
        },
        Clause("who has closed the broker is answered so, and hears nothing more") { bench in
            let (one, other) = (try await bench.connect(account: 0), try await bench.connect(account: 0))
            let asked = try BrokerListener(to: home, of: other)
            let closing = try BrokerListener(to: try live("a"), of: one)
            try await settle([one, other])
            let answers = Mutex<[Result<[UInt8], BrokerFailure>]>([])
            one.request([1], to: home) { answer in answers.withLock { $0.append(answer) } }
            _ = await asked.next()
            one.close()
            one.close()
            try expect(answers.withLock { $0 } == [.failure(.closed)], "the request under way is answered")
            try expect(refusal { try one.publish([2], to: home) } == .closed, "nothing is published")
            try expect(refusal { _ = try BrokerListener(to: home, of: one) } == .closed, "nobody listens")
            let answer = await one.ask([3], home)
            try expect(answer == .failure(.closed), "nothing is asked: \(answer)")
            try other.publish([4], to: try live("a"))
            try await settle([other])
            try expect(closing.subscription.counts.received == 0, "it heard nothing")
        },
    ]
}
