import OvationModel
import OvationRules
import Testing

/// Every state of an order that the app's own billing pays, against every event.
@Suite struct BillingStateTests {
    static let policies = [
        BillingPolicy(), BillingPolicy(failsOpen: true), BillingPolicy(isIdempotent: true),
        BillingPolicy(isIdempotent: true, failsOpen: true),
    ]
    static let events: [BillingEvent] = [
        .answered(.confirmed), .answered(.rejected(code: 1, message: "no")), .answered(.unreached), .answered(.unclear),
        .revoked(true), .revoked(false), .abandoned, .resolved(isCharged: true), .resolved(isCharged: false),
    ]

    @Test(arguments: policies) func `a final state never changes`(_ policy: BillingPolicy) {
        for state in BillingState.allCases where state.isFinal {
            for event in Self.events { #expect(state.step(after: event, policy) == nil, "\(state) \(event)") }
        }
    }

    @Test(arguments: policies) func `only the first answer can deliver, and failing closed only a confirmation does`(
        _ policy: BillingPolicy
    ) {
        for state in BillingState.allCases {
            for event in Self.events {
                guard case .deliver(let delivered)? = state.step(after: event, policy) else { continue }
                #expect(state == .pending, "\(state) \(event)")
                #expect(delivered.wasDelivered)
                if policy.failsOpen {
                    #expect(delivered == .charged || event != .answered(.confirmed))
                } else {
                    #expect(event == .answered(.confirmed) && delivered == .charged)
                }
            }
        }
    }

    @Test(arguments: policies) func `an order that was not delivered is never delivered later`(_ policy: BillingPolicy)
    {
        for state in BillingState.allCases where state != .pending && !state.wasDelivered {
            for event in Self.events {
                if case .become(let next)? = state.step(after: event, policy) { #expect(!next.wasDelivered) }
            }
        }
    }

    @Test func `a billing without idempotence is never asked again`() {
        for policy in Self.policies where !policy.isIdempotent {
            for state in BillingState.allCases {
                #expect(!state.isRetried(policy))
                for event in Self.events {
                    guard case .become(let next)? = state.step(after: event, policy) else { continue }
                    #expect(next != .cancelling && next != .revoking, "\(state) \(event) leads to \(next)")
                }
            }
        }
    }

    @Test func `the server always learns the outcome of an idempotent billing that finally answers`() throws {
        for policy in Self.policies where policy.isIdempotent {
            for charged in [true, false] {
                for first in Self.events[...3] + [.abandoned] {
                    var state = BillingState.pending
                    var event = first
                    var path = [state]
                    while !state.isFinal {
                        try #require(path.count < 10, "\(path)")
                        switch state.step(after: event, policy) {
                        case .deliver(let next)?, .become(let next)?: state = next
                        case .reverse?: state = .reversed
                        case .wait?, nil: break
                        }
                        path.append(state)
                        event =
                            state == .revoking
                            ? .revoked(true)
                            : .answered(charged ? .confirmed : .rejected(code: 1, message: ""))
                    }
                }
            }
        }
    }

    @Test func `an operator can resolve every unresolved state`() {
        for policy in Self.policies {
            for state in BillingState.unresolved {
                for isCharged in [true, false] {
                    switch state.step(after: .resolved(isCharged: isCharged), policy) {
                    case .become(let next)?: #expect(next.isFinal)
                    case .reverse?: #expect(state == .unconfirmed && !isCharged)
                    default: Issue.record("an operator cannot resolve \(state)")
                    }
                }
            }
        }
    }

    @Test func `each wait is twice as long as the previous one, up to five minutes`() {
        let waits = (0..<12).map { BillingOrder.backoffMilliseconds(attempts: $0, first: 1_000) }
        #expect(waits[...8] == [1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 64_000, 128_000, 256_000])
        #expect(waits[9...].allSatisfy { $0 == 300_000 })
        #expect(BillingOrder.backoffMilliseconds(attempts: .max, first: .max >> 24) == 300_000)
        #expect(BillingOrder.backoffMilliseconds(attempts: -1, first: 5) == 5)
    }
}
