import OvationModel
import OvationRules
import OvationTestKit
import Testing

@testable import OvationBackend

/// A decision stands even if it cannot be stored, and retries are on time however the wall clock is set.
@Suite(.timeLimit(.minutes(5)))
struct BillingStandingTests {
    private static let idempotent = BillingPolicy(isIdempotent: true)
    private let order = Samples.order("1", Samples.cake)

    @Test func `a refusal that cannot be stored stands with its reason, and is stored when the disk works again`()
        async throws
    {
        try await BillingFixture.run { fixture async throws in
            fixture.biller.setAnswer(.rejected(code: 102_150, message: "too poor"))
            fixture.storage.script(.none, .failBefore)
            let refused = try #require(await fixture.charge(order).refused)
            #expect(refused.code.rawValue == 102_150)
            #expect(try await fixture.state(of: order) == .pending)
            // The answer is the same while the disk is down and after it recovered.
            fixture.storage.setDown(true)
            #expect(await fixture.charge(order).refused == refused)
            await fixture.desk.sweep()
            #expect(await fixture.charge(Samples.order("1", Samples.rose)).refused?.code == .orderConflict)
            fixture.storage.setDown(false)
            #expect(await fixture.charge(order).refused == refused)
            // An abandoned order would have been due long ago. This one is not mistaken for it.
            await fixture.sweepLater()
            #expect(try await fixture.state(of: order) == .rejected)
            #expect(await fixture.charge(order).refused == refused)
            #expect(fixture.biller.asked(order) == 1)
        }
    }

    @Test func `a refusal that cannot be stored or remembered gives no reason, then or later`() async throws {
        try await BillingFixture.run(inFlightMax: 1) { fixture async throws in
            fixture.biller.setAnswer(.rejected(code: 102_150, message: "too poor"))
            fixture.storage.script(.none, .failBefore, .none, .failBefore)
            let other = Samples.order("2")
            #expect(await fixture.charge(order).refused?.code.rawValue == 102_150)
            let first = await fixture.charge(other).refused
            #expect(first?.code == .giftRefusedByBilling)
            #expect(await fixture.charge(other).refused == first)
        }
    }

    @Test(arguments: [-86_400, 86_400] as [Int64])
    func `setting the wall clock delays neither a retry nor a refund`(seconds: Int64) async throws {
        try await BillingFixture.run(Self.idempotent) { fixture async throws in
            fixture.biller.setAnswer { _, time in time == 1 ? .unclear : .confirmed }
            fixture.biller.setRevocation { time in time > 1 }
            _ = await fixture.charge(order)
            fixture.clock.setWall(bySeconds: seconds)
            await fixture.sweepLater()
            #expect(try await fixture.state(of: order) == .revoking)
            await fixture.sweepLater()
            #expect(fixture.biller.revoked(order) == 1)
            fixture.clock.setWall(bySeconds: -seconds)
            await fixture.sweepLater()
            #expect(try await fixture.state(of: order) == .cancelled)
        }
    }
}
