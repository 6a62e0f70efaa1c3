import Foundation
import NIOCore
import NIOPosix
import OvationModel
import OvationWire
import Synchronization

/// Gift orders from end to end: senders over WebSocket, each in a live of its own with its host. An order counts when its
/// sender has the answer, which comes after the commit, and its host was shown the gift.
struct OrdersBench {
    struct Outcome: Codable, Sendable {
        var ordersPerSecond: Double
        var orders: Int
        var seconds: Double
        /// At half that rate, from sending to the later of answer and event, in milliseconds.
        var halfRate: Double
        var p50: Double
        var p99: Double
        var max: Double
    }

    /// Where the servers listen. Each pair is at one of them, which is the home of its live where they serve together.
    let ports: [Int]
    let senders: Int
    let seconds: Double
    /// Orders that a sender has under way at a time, at full rate.
    let window: Int
    /// Orders a second for the second pass; nil for half of what the first gave.
    let rate: Double?

    /// How many pairs connect at the same time.
    private static let connectingMax = 20

    /// Runs at full rate, then at half of what that gave, or at the rate that was asked for.
    func run() async throws -> Outcome {
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        do {
            let outcome = try await run(group)
            try await group.shutdownGracefully()
            return outcome
        } catch {
            try? await group.shutdownGracefully()
            throw error
        }
    }

    private func run(_ group: any EventLoopGroup) async throws -> Outcome {
        let pairs = (0..<senders).map { Pair(number: $0) }
        // Some at a time: a server that is far away from its database takes a while for each.
        for first in stride(from: 0, to: senders, by: Self.connectingMax) {
            try await withThrowingTaskGroup(of: Void.self) { tasks in
                for number in first..<min(first + Self.connectingMax, senders) {
                    tasks.addTask { try await pairs[number].connect(port: ports[number % ports.count], group: group) }
                }
                try await tasks.waitForAll()
            }
        }
        _ = try await measure(pairs, seconds: min(3, seconds / 3)) { $0.keepSending(window) }
        let full = try await measure(pairs, seconds: seconds) { $0.keepSending(window) }
        let interval = Double(senders) / (rate ?? full.rate / 2)
        let half = try await measure(pairs, seconds: seconds) { $0.sendEvery(seconds: interval, of: senders) }
        for pair in pairs { await pair.close() }
        let sorted = half.latencies.sorted()
        func quantile(_ part: Double) -> Double {
            sorted.isEmpty ? 0 : sorted[min(sorted.count - 1, Int(part * Double(sorted.count)))] * 1_000
        }
        return Outcome(
            ordersPerSecond: full.rate, orders: full.latencies.count, seconds: full.seconds, halfRate: half.rate,
            p50: quantile(0.5), p99: quantile(0.99), max: quantile(1))
    }

    private func measure(
        _ pairs: [Pair], seconds: Double, _ start: (Pair) -> Void
    ) async throws -> (rate: Double, seconds: Double, latencies: [Double]) {
        for pair in pairs { pair.begin() }
        let started = ContinuousClock.now
        for pair in pairs { start(pair) }
        try await Task.sleep(for: .seconds(seconds))
        let elapsed = (ContinuousClock.now - started) / .seconds(1)
        var latencies: [Double] = []
        for pair in pairs { latencies += try await pair.end() }
        // What is still under way would be in the way of the next pass.
        for pair in pairs { try await pair.drained() }
        return (Double(latencies.count) / elapsed, elapsed, latencies)
    }

    /// A sender and the host of its live.
    ///
    /// Sound as `Sendable` because what changes is behind the lock.
    private final class Pair: Sendable {
        private struct State {
            var isMeasuring = false
            var window = 0
            /// The number of the last order. It begins anywhere, because a folder that an earlier run used has charged that
            /// run's orders, and an order that was charged is answered and not shown again.
            var next = Int.random(in: 0..<1 << 40) << 20
            var underWay: [Int: (at: ContinuousClock.Instant, parts: Int)] = [:]
            var latencies: [Double] = []
            var problem: String?
            var answers: [String: CheckedContinuation<Void, Never>] = [:]
            var timer: RepeatedTask?
            /// Told when no order is under way any more.
            var drained: EventLoopPromise<Void>?
        }

        private let number: Int
        private let state = Mutex(State())
        private let sockets = Mutex<(sender: LeanSocket, host: LeanSocket)?>(nil)
        private static let orderMark = Array("\"orderID\":\"n".utf8)
        private static let errorMark = Array("\"error\":{".utf8)
        private static let giftMark = Array("\"event\":\"gift.received\"".utf8)
        private static let idStart = Array("{\"id\":".utf8)

        init(number: Int) { self.number = number }

        /// Servers that were there before may have lives of an earlier run.
        private let live = "bench\(UInt32.random(in: .min ... .max))"

        func connect(port: Int, group: any EventLoopGroup) async throws {
            let host = try await LeanSocket.connect(port: port, group: group) { self.heard($0, by: "host") }
            try await ask(
                host, "host",
                #""op":"session.open","data":{"sdkAppID":1400000001,"userID":"bh\#(number)","userSig":"dev"}"#)
            try await ask(host, "host", #""op":"room.create","data":{"liveID":"\#(live)"}"#)
            let sender = try await LeanSocket.connect(port: port, group: group) { self.heard($0, by: "sender") }
            try await ask(
                sender, "sender",
                #""op":"session.open","data":{"sdkAppID":1400000001,"userID":"bs\#(number)","userSig":"dev"}"#)
            try await ask(sender, "sender", #""op":"room.join","room":"\#(live)""#)
            sockets.withLock { $0 = (sender, host) }
        }

        /// Sends a command and waits for its answer.
        private func ask(_ socket: LeanSocket, _ who: String, _ command: String) async throws {
            await withCheckedContinuation { continuation in
                state.withLock { $0.answers[who] = continuation }
                socket.send("{\"id\":0,\(command)}")
            }
            if let problem = state.withLock({ $0.problem }) { throw StormServer.Failure(description: problem) }
        }

        func close() async {
            guard let sockets = sockets.withLock({ $0 }) else { return }
            await sockets.sender.close()
            await sockets.host.close()
        }

        private func heard(_ text: ByteBufferView, by who: String) {
            if text.starts(with: Self.idStart) {
                if let waiting = state.withLock({ $0.answers.removeValue(forKey: who) }) {
                    note(text)
                    return waiting.resume()
                }
                guard who == "sender" else { return }
                note(text)
                arrived(text)
            } else if who == "host", text.position(of: Self.giftMark) != nil {
                arrived(text)
            }
        }

        private func note(_ text: ByteBufferView) {
            guard text.position(of: Self.errorMark) != nil else { return }
            state.withLock { $0.problem = $0.problem ?? String(decoding: text, as: UTF8.self) }
        }

        /// One of the two things that an order waits for has come: for several of them, where an event tells as many.
        private func arrived(_ text: ByteBufferView) {
            var orders: Set<Int> = []
            var rest = text
            while let mark = rest.position(of: Self.orderMark) {
                rest = rest[(mark + Self.orderMark.count)...]
                orders.insert(rest.prefix { $0 >= 0x30 && $0 <= 0x39 }.reduce(0) { $0 * 10 + Int($1 - 0x30) })
            }
            for order in orders { arrived(order) }
        }

        private func arrived(_ order: Int) {
            let now = ContinuousClock.now
            let (again, drained) = state.withLock { state -> (Bool, EventLoopPromise<Void>?) in
                guard var waiting = state.underWay[order] else { return (false, nil) }
                waiting.parts += 1
                guard waiting.parts == 2 else {
                    state.underWay[order] = waiting
                    return (false, nil)
                }
                state.underWay[order] = nil
                if state.isMeasuring { state.latencies.append((now - waiting.at) / .seconds(1)) }
                return (state.isMeasuring && state.window > 0, state.underWay.isEmpty ? state.drained.take() : nil)
            }
            drained?.succeed()
            if again { send() }
        }

        func begin() {
            state.withLock {
                $0.isMeasuring = true
                $0.latencies = []
                $0.window = 0
            }
        }

        /// Keeps so many orders under way.
        func keepSending(_ window: Int) {
            state.withLock { $0.window = window }
            for _ in 0..<window { send() }
        }

        /// Sends an order every so many seconds; pairs begin one after the other.
        func sendEvery(seconds: Double, of pairs: Int) {
            guard let channel = sockets.withLock({ $0?.sender.channel }) else { return }
            let delay = TimeAmount.nanoseconds(Int64(seconds * 1e9))
            let first = TimeAmount.nanoseconds(Int64(seconds * 1e9 * Double(number) / Double(pairs)))
            channel.eventLoop.execute {
                let timer = channel.eventLoop.scheduleRepeatedTask(initialDelay: first, delay: delay) { _ in self.send()
                }
                self.state.withLock { $0.timer = timer }
            }
        }

        /// Stops, and answers how long each order took, in seconds.
        func end() async throws -> [Double] {
            let (timer, latencies, problem) = state.withLock { state in
                state.isMeasuring = false
                defer { state.timer = nil }
                return (state.timer, state.latencies, state.problem)
            }
            timer?.cancel()
            if let problem { throw StormServer.Failure(description: "An order was refused: \(problem)") }
            return latencies
        }

        /// Waits until no order is under way.
        ///
        /// - Throws: ``StormServer/Failure`` where one is after ten seconds: its answer or its event was lost.
        func drained() async throws {
            guard let eventLoop = sockets.withLock({ $0?.sender.channel?.eventLoop }) else { return }
            let drained = eventLoop.makePromise(of: Void.self)
            let isIdle = state.withLock { state in
                if !state.underWay.isEmpty { state.drained = drained }
                return state.underWay.isEmpty
            }
            if isIdle { drained.succeed() }
            let deadline = eventLoop.scheduleTask(in: .seconds(10)) {
                drained.fail(StormServer.Failure(description: "An order has no answer or no event after ten seconds."))
            }
            defer { deadline.cancel() }
            try await drained.futureResult.get()
        }

        private func send() {
            let order = state.withLock { state in
                state.next += 1
                state.underWay[state.next] = (ContinuousClock.now, 0)
                return state.next
            }
            sockets.withLock { $0?.sender }?.send(
                #"{"id":\#(order),"op":"gift.send","room":"\#(live)","data":{"orderID":"n\#(order)","giftID":"rose"}}"#)
        }
    }
}

extension ByteBufferView {
    /// Where some bytes begin; nil where they are not in it. Foundation's search of any collection took most of the
    /// generator's time, which the server then lacked.
    fileprivate func position(of bytes: [UInt8]) -> Index? {
        withUnsafeBytes { text in bytes.withUnsafeBufferPointer { text.firstPlace(of: $0) } }.map { startIndex + $0 }
    }
}
