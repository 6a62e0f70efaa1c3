import OvationModel
import OvationRules
import Synchronization

@testable import OvationServer

/// A billing that answers what a test says.
final class ScriptedBiller: Biller {
    typealias Answer = @Sendable (_ order: GiftOrder, _ time: Int) async -> BillingAnswer

    private struct State {
        var policy: BillingPolicy?
        var asked: [OrderKey: Int] = [:]
        var revoked: [OrderKey: Int] = [:]
        var answer: Answer
        var revocation: @Sendable (_ time: Int) -> Bool = { _ in true }
    }

    private let state: Mutex<State>

    init(_ policy: BillingPolicy, _ answer: @escaping Answer = { _, _ in .confirmed }) {
        state = Mutex(State(policy: policy, answer: answer))
    }

    var policy: BillingPolicy? { state.withLock { $0.policy } }

    /// How often it was asked about an order.
    func asked(_ order: GiftOrder) -> Int { state.withLock { $0.asked[order.key] ?? 0 } }

    /// How often it was told to give an order back.
    func revoked(_ order: GiftOrder) -> Int { state.withLock { $0.revoked[order.key] ?? 0 } }

    func setPolicy(_ policy: BillingPolicy) { state.withLock { $0.policy = policy } }

    func setAnswer(_ answer: @escaping Answer) { state.withLock { $0.answer = answer } }

    func setAnswer(_ answer: BillingAnswer) { setAnswer { _, _ in answer } }

    func setRevocation(_ answer: @escaping @Sendable (_ time: Int) -> Bool) {
        state.withLock { $0.revocation = answer }
    }

    func ask(_ order: GiftOrder) async -> BillingAnswer {
        let (answer, time) = state.withLock { state in
            state.asked[order.key, default: 0] += 1
            return (state.answer, state.asked[order.key] ?? 0)
        }
        return await answer(order, time)
    }

    func revoke(_ order: GiftOrder) async -> Bool {
        let (answer, time) = state.withLock { state in
            state.revoked[order.key, default: 0] += 1
            return (state.revocation, state.revoked[order.key] ?? 0)
        }
        return answer(time)
    }
}

/// A door that a test opens.
final class Gate: Sendable {
    private struct State {
        var isOpen = false
        var waiting: [CheckedContinuation<Void, Never>] = []
        var arrivals: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
    }

    private let state = Mutex(State())

    /// Waits until the door is open.
    func pass() async {
        await withCheckedContinuation { continuation in
            let (isOpen, arrived) = state.withLock { state -> (Bool, [CheckedContinuation<Void, Never>]) in
                guard !state.isOpen else { return (true, []) }
                state.waiting.append(continuation)
                let count = state.waiting.count
                let arrived = state.arrivals.filter { $0.count <= count }.map(\.continuation)
                state.arrivals.removeAll { $0.count <= count }
                return (false, arrived)
            }
            for waiter in arrived { waiter.resume() }
            if isOpen { continuation.resume() }
        }
    }

    /// Waits until so many wait at the door.
    func waitUntilWaiting(_ count: Int = 1) async {
        await withCheckedContinuation { continuation in
            let isReached = state.withLock { state in
                if state.waiting.count >= count { return true }
                state.arrivals.append((count, continuation))
                return false
            }
            if isReached { continuation.resume() }
        }
    }

    /// Opens it for good.
    func open() {
        let waiting = state.withLock { state in
            state.isOpen = true
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }
}
