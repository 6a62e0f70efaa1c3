import OvationModel
import OvationRules
import OvationTestKit
import Synchronization

@testable import OvationBackend

/// A billing that gives the answers that a test sets.
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

    /// How often it was asked to charge an order.
    func asked(_ order: GiftOrder) -> Int { state.withLock { $0.asked[order.key] ?? 0 } }

    /// How often it was asked to refund an order.
    func revoked(_ order: GiftOrder) -> Int { state.withLock { $0.revoked[order.key] ?? 0 } }

    func setPolicy(_ policy: BillingPolicy?) { state.withLock { $0.policy = policy } }

    func setAnswer(_ answer: @escaping Answer) { state.withLock { $0.answer = answer } }

    func setAnswer(_ answer: BillingAnswer) { setAnswer { _, _ in answer } }

    /// Makes it confirm every order once the returned gate is open.
    func confirmBehindGate() -> Gate {
        let gate = Gate()
        setAnswer { _, _ in
            await gate.pass()
            return .confirmed
        }
        return gate
    }

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
