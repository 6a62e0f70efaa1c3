import OvationModel
import OvationRules
import OvationStorage
import OvationTestKit
import Testing

@testable import OvationBackend

/// An operator who has the billing asked again at once.
@Suite(.timeLimit(.minutes(1)))
struct BillingAskAgainTests {
    private let order = Samples.order("1", Samples.cake)

    @Test func `an operator who asks again learns at once what became of an order, before it is due`() async throws {
        try await BillingFixture.run(BillingPolicy(isIdempotent: true)) { fixture async throws in
            fixture.biller.setAnswer(.unclear)
            #expect(await fixture.charge(order).refused?.code == .giftRefusedByBilling)
            let still = try await fixture.desk.askAgain(order.key)
            #expect(still.state == .cancelling, "the billing is still silent")
            fixture.biller.setAnswer(.rejected(code: 7, message: "no coins"))
            let after = try await fixture.desk.askAgain(order.key)
            #expect(after.state == .cancelled)
            #expect(fixture.biller.asked(order) == 3)
            await #expect(throws: Rejection(.orderNotOpen)) { try await fixture.desk.askAgain(order.key) }
            #expect(fixture.biller.asked(order) == 3)
        }
    }

    @Test func `a billing that may charge twice is never asked again, whatever an operator wants`() async throws {
        try await BillingFixture.run { fixture async throws in
            fixture.biller.setAnswer(.unclear)
            #expect(await fixture.charge(order).refused?.code == .giftRefusedByBilling)
            await #expect(throws: Rejection(.billingNotAskedAgain)) { try await fixture.desk.askAgain(order.key) }
            #expect(fixture.biller.asked(order) == 1)
            await #expect(throws: Rejection(.orderNotOpen)) {
                try await fixture.desk.askAgain(Samples.order("2").key)
            }
        }
    }
}
