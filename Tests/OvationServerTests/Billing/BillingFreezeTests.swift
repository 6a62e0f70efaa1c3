import OvationModel
import OvationRules
import OvationTestKit
import Testing

@testable import OvationBackend

/// A server that is frozen between keeping an order and asking the app's billing about it.
@Suite(.timeLimit(.minutes(5)))
struct BillingFreezeTests {
    private let order = Samples.order("1", Samples.cake)

    /// Charges the order, while the storage takes so many seconds to keep it.
    private func charge(_ fixture: BillingFixture, seconds: Int64, isTakenOver: Bool = false) async -> BillingDesk.Reply
    {
        fixture.storage.script(.hold)
        async let reply = fixture.charge(order)
        await fixture.storage.waitUntilHeld()
        fixture.clock.advance(seconds: seconds)
        if isTakenOver { fixture.storage.setTakenOver() }
        fixture.storage.release()
        return await reply
    }

    @Test func `an order that is kept at once is asked about without another look`() async throws {
        try await BillingFixture.run { fixture async throws in
            let reply = await charge(fixture, seconds: 1)
            #expect(reply.charged != nil)
            #expect(fixture.biller.asked(order) == 1)
            #expect(fixture.storage.confirmationCount == 0)
        }
    }

    @Test func `a server that was frozen makes sure that nobody has taken over before it asks the billing`()
        async throws
    {
        try await BillingFixture.run { fixture async throws in
            let reply = await charge(fixture, seconds: 20)
            #expect(reply.charged != nil)
            #expect(fixture.biller.asked(order) == 1)
            #expect(fixture.storage.confirmationCount == 1)
        }
    }

    @Test(arguments: [false, true])
    func `a server that was taken over while it was frozen does not ask the billing`(_ isIdempotent: Bool) async throws
    {
        try await BillingFixture.run(BillingPolicy(isIdempotent: isIdempotent)) { fixture async throws in
            let reply = await charge(fixture, seconds: 20, isTakenOver: true)
            #expect(reply.refused?.code == .giftRefusedByBilling)
            #expect(fixture.biller.asked(order) == 0)
            #expect(try await fixture.state(of: order) == .cancelled)
            #expect(try await fixture.unresolved() == [])
        }
    }
}
