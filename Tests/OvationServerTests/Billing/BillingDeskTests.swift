import OvationModel
import OvationRules
import OvationStorage
import OvationStorageSQLite
import OvationTestKit
import Testing

@testable import OvationBackend

/// Orders that the app's own billing pays, with a scripted billing.
@Suite(.timeLimit(.minutes(5)))
struct BillingDeskTests {
    private static let idempotent = BillingPolicy(isIdempotent: true)
    private static let open = BillingPolicy(failsOpen: true)
    private static let host = AccountID.host(Samples.host.userID)
    private let order = Samples.order("1", Samples.cake)

    /// The balances of the biller, the host and the house.
    private func books(_ fixture: BillingFixture) async throws -> [Int64] {
        #expect(try await fixture.storage.auditLedger().problems == [])
        return [
            try await fixture.amount(of: .biller), try await fixture.amount(of: Self.host),
            try await fixture.amount(of: .house),
        ]
    }

    // MARK: Answers in time

    @Test func `a confirmed order is charged to the biller, and a repeat asks it nothing`() async throws {
        try await BillingFixture.run { fixture async throws in
            let reply = await fixture.charge(order)
            let record = try #require(reply.charged)
            #expect(record.coins == Samples.coins(99))
            #expect(reply.event?.contains("isUnconfirmed") == false)
            #expect(try await fixture.state(of: order) == .charged)
            #expect(try await books(fixture) == [-99, 49, 50])
            #expect(await fixture.charge(order).repeated == record)
            #expect(fixture.biller.asked(order) == 1)
            #expect(await fixture.charge(Samples.order("1", Samples.rose)).refused?.code == .orderConflict)
            #expect(try await fixture.unresolved() == [])
        }
    }

    @Test(arguments: [(102_100, 102_100), (102_150, 102_150), (102_200, 102_200), (102_099, 102_004), (1, 102_004)])
    func `a refusal reaches the sender with the app's own number, and a repeat gets it again`(
        said: Int, told: Int
    ) async throws {
        try await BillingFixture.run { fixture async throws in
            fixture.biller.setAnswer(.rejected(code: said, message: "too poor"))
            let refused = try #require(await fixture.charge(order).refused)
            #expect(refused.code.rawValue == told)
            #expect((refused.message == "too poor") == (told == said))
            #expect(try await fixture.state(of: order) == .rejected)
            fixture.biller.setAnswer(.confirmed)
            #expect(await fixture.charge(order).refused == refused)
            #expect(fixture.biller.asked(order) == 1)
            #expect(try await books(fixture) == [0, 0, 0])
        }
    }

    @Test func `repeats of an order under way wait with it, and it is asked about and charged once`() async throws {
        try await BillingFixture.run { fixture async throws in
            let gate = fixture.biller.confirmBehindGate()
            async let first = fixture.charge(order)
            await gate.waitUntilWaiting()
            #expect(fixture.desk.inFlight == 1)
            let others = await withTaskGroup(of: BillingDesk.Reply.self) { group in
                for _ in 0..<10 { group.addTask { await fixture.charge(order) } }
                #expect(await fixture.charge(Samples.order("1")).refused?.code == .orderConflict)
                gate.open()
                return await group.reduce(into: []) { $0.append($1) }
            }
            let replies = await [first] + others
            #expect(replies.filter { $0.charged != nil }.count == 1)
            #expect(Set(replies.compactMap { $0.charged ?? $0.repeated }).count == 1)
            #expect(replies.allSatisfy { $0.refused == nil })
            #expect(fixture.biller.asked(order) == 1)
            #expect(fixture.desk.inFlight == 0)
        }
    }

    @Test func `an order beyond the limit in flight is refused for now and not stored`() async throws {
        try await BillingFixture.run(inFlightMax: 2) { fixture async throws in
            let gate = fixture.biller.confirmBehindGate()
            async let first = fixture.charge(order)
            async let second = fixture.charge(Samples.order("2"))
            await gate.waitUntilWaiting(2)
            let third = Samples.order("3")
            let refused = await fixture.charge(third).refused
            #expect(refused?.code == .billingBusy)
            #expect(refused?.code.isTemporary == true)
            #expect(try await fixture.storage.billingOrder(third.key) == nil)
            gate.open()
            #expect(await first.charged != nil)
            #expect(await second.charged != nil)
            #expect(await fixture.charge(third).charged != nil)
        }
    }

    @Test func `a waiter for an order hears when nobody works on it any more, and only a limited number may wait`()
        async throws
    {
        try await BillingFixture.run { fixture async throws in
            try await fixture.desk.waitUntilDone(with: order.key)
            let gate = fixture.biller.confirmBehindGate()
            async let first = fixture.charge(order)
            await gate.waitUntilWaiting()
            // The order's own sender takes one of the 64 places.
            let outcomes = await withTaskGroup(of: Bool?.self) { group in
                for _ in 0..<100 {
                    group.addTask {
                        do throws(Rejection) {
                            try await fixture.desk.waitUntilDone(with: order.key)
                            return (try? await fixture.storage.order(order.key)) != nil
                        } catch {
                            #expect(error.code == .outcomeUnknown)
                            return nil
                        }
                    }
                }
                var outcomes: [Bool?] = []
                while outcomes.count < 37, let outcome = await group.next() { outcomes.append(outcome) }
                #expect(outcomes.allSatisfy { $0 == nil }, "waiters beyond the limit get no outcome")
                let repeated = await fixture.charge(order)
                #expect(repeated.refused?.code == .outcomeUnknown, "a client does not take this code for an answer")
                gate.open()
                for await outcome in group { outcomes.append(outcome) }
                return outcomes
            }
            #expect(outcomes.count { $0 == true } == 63)
            #expect(await first.charged != nil)
            #expect(fixture.desk.policy(for: order.key) != nil)
        }
    }

    @Test func `an order under way keeps its billing when the app returns to the built-in wallet`() async throws {
        try await BillingFixture.run { fixture async throws in
            let gate = fixture.biller.confirmBehindGate()
            async let first = fixture.charge(order)
            await gate.waitUntilWaiting()
            fixture.biller.setPolicy(nil)
            #expect(fixture.desk.policy(for: order.key) == BillingPolicy())
            #expect(fixture.desk.policy(for: Samples.order("2").key) == nil)
            gate.open()
            #expect(await first.charged != nil)
            #expect(fixture.desk.policy(for: order.key) == nil)
        }
    }

    // MARK: Silence, failing closed

    @Test func `without idempotence silence refuses the gift and leaves the order to an operator`()
        async throws
    {
        try await BillingFixture.run { fixture async throws in
            fixture.biller.setAnswer(.unclear)
            #expect(await fixture.charge(order).refused?.code == .giftRefusedByBilling)
            #expect(try await fixture.state(of: order) == .unknown)
            fixture.biller.setAnswer(.confirmed)
            for _ in 0..<3 { await fixture.sweepLater() }
            #expect(await fixture.charge(order).refused?.code == .giftRefusedByBilling)
            #expect(fixture.biller.asked(order) == 1)
            #expect(try await fixture.unresolved() == [order.key])
            #expect(try await books(fixture) == [0, 0, 0])
        }
    }

    @Test func `an unreachable billing has charged nothing, so no order stays open`() async throws {
        for policy in [BillingPolicy(), Self.idempotent] {
            try await BillingFixture.run(policy) { fixture async throws in
                fixture.biller.setAnswer(.unreached)
                #expect(await fixture.charge(order).refused?.code == .giftRefusedByBilling)
                #expect(try await fixture.state(of: order) == .cancelled)
                #expect(try await fixture.unresolved() == [])
            }
        }
    }

    @Test func `an idempotent billing is asked until it knows, then to refund until it does`() async throws {
        try await BillingFixture.run(Self.idempotent) { fixture async throws in
            fixture.biller.setAnswer { _, time in time < 4 ? .unclear : .confirmed }
            fixture.biller.setRevocation { $0 > 2 }
            #expect(await fixture.charge(order).refused?.code == .giftRefusedByBilling)
            #expect(try await fixture.state(of: order) == .cancelling)
            await fixture.desk.sweep()
            #expect(fixture.biller.asked(order) == 1, "the desk waits before it asks again")
            for asked in 2...3 {
                await fixture.sweepLater()
                #expect(fixture.biller.asked(order) == asked)
                #expect(try await fixture.state(of: order) == .cancelling)
            }
            await fixture.sweepLater()
            #expect(try await fixture.state(of: order) == .revoking)
            for _ in 0..<3 { await fixture.sweepLater() }
            #expect(fixture.biller.revoked(order) == 3)
            #expect(try await fixture.state(of: order) == .cancelled)
            for _ in 0..<3 { await fixture.sweepLater() }
            #expect(fixture.biller.asked(order) == 4)
            #expect(fixture.biller.revoked(order) == 3)
            #expect(
                await fixture.charge(order).refused?.code == .giftRefusedByBilling,
                "a cancelled order is never delivered")
            #expect(try await books(fixture) == [0, 0, 0])
        }
    }

    @Test func `a late refusal by an idempotent billing closes the order without a refund`() async throws {
        try await BillingFixture.run(Self.idempotent) { fixture async throws in
            fixture.biller.setAnswer { _, time in time == 1 ? .unclear : .rejected(code: 1, message: "") }
            _ = await fixture.charge(order)
            await fixture.sweepLater()
            #expect(try await fixture.state(of: order) == .cancelled)
            #expect(fixture.biller.revoked(order) == 0)
        }
    }

    // MARK: Silence, failing open

    @Test func `failing open, silence shows the gift as unconfirmed, and a late refusal reverses it`() async throws {
        let policy = BillingPolicy(isIdempotent: true, failsOpen: true)
        try await BillingFixture.run(policy) { fixture async throws in
            fixture.biller.setAnswer { order, time in
                guard time > 1 else { return .unclear }
                return order.orderID.rawValue == "1" ? .confirmed : .rejected(code: 1, message: "poor")
            }
            let reply = await fixture.charge(order)
            #expect(reply.charged != nil)
            #expect(reply.event?.contains(#""isUnconfirmed":true"#) == true)
            let second = Samples.order("2", Samples.cake)
            let record = await fixture.charge(second).charged
            #expect(try await books(fixture) == [-198, 98, 100])
            #expect(try await fixture.unresolved() == [order.key, second.key])
            await fixture.sweepLater()
            #expect(try await fixture.state(of: order) == .charged)
            #expect(try await fixture.state(of: second) == .reversed)
            #expect(try await books(fixture) == [-99, 49, 50])
            #expect(await fixture.charge(second).repeated == record, "a repeat gets the first answer")
        }
    }

    @Test func `failing open without idempotence, an operator decides what became of the order`() async throws {
        try await BillingFixture.run(Self.open) { fixture async throws in
            fixture.biller.setAnswer(.unclear)
            let second = Samples.order("2", Samples.cake)
            #expect(await fixture.charge(order).charged != nil)
            #expect(await fixture.charge(second).charged != nil)
            await fixture.sweepLater()
            #expect(fixture.biller.asked(order) == 1)
            let desk = fixture.desk
            let operatorID: UserID = Samples.id("administrator")
            #expect(try await desk.resolve(order.key, isCharged: true, by: operatorID, note: "seen") == .charged)
            #expect(try await desk.resolve(second.key, isCharged: false, by: operatorID, note: "lost") == .reversed)
            #expect(try await books(fixture) == [-99, 49, 50])
            let kept = try #require(try await fixture.storage.billingOrder(second.key))
            #expect(kept.note == BillingNote(message: "lost", by: operatorID))
            await #expect(throws: Rejection(.orderNotOpen)) {
                try await desk.resolve(second.key, isCharged: true, by: operatorID, note: "again")
            }
            await #expect(throws: Rejection(.orderNotOpen)) {
                try await desk.resolve(Samples.order("3").key, isCharged: true, by: operatorID, note: "")
            }
        }
    }

    // MARK: Disk failures and restarts

    @Test func `a confirmed order whose charge cannot be stored is cancelled and refunded`() async throws {
        try await BillingFixture.run(Self.idempotent) { fixture async throws in
            // The start of the order is stored, the charge is not.
            fixture.storage.script(.none, .failBefore)
            #expect(await fixture.charge(order).refused?.code == .storageUnavailable)
            #expect(try await fixture.state(of: order) == .pending)
            #expect(await fixture.charge(order).refused?.code == .giftRefusedByBilling)
            for _ in 0..<3 { await fixture.sweepLater() }
            #expect(try await fixture.state(of: order) == .cancelled)
            #expect(fixture.biller.revoked(order) == 1)
            #expect(try await books(fixture) == [0, 0, 0])
        }
    }

    @Test func `a charge that was stored despite a reported failure is left to the room to find`() async throws {
        try await BillingFixture.run { fixture async throws in
            fixture.storage.script(.none, .failAfter)
            guard case .settled(.failure(let rejection), _) = await fixture.charge(order) else {
                Issue.record("the room must hear of a failure, because it would not read the storage after a refusal")
                return
            }
            #expect(rejection.code == .storageUnavailable)
            #expect(try await fixture.state(of: order) == .charged)
            #expect(await fixture.charge(order).repeated != nil)
        }
    }

    @Test func `a repeat gets its first answer even while other content is tried under its id`() async throws {
        try await BillingFixture.run { fixture async throws in
            let record = try #require(await fixture.charge(order).charged)
            fixture.storage.script(.hold)
            async let forged = fixture.charge(Samples.order("1", Samples.cake, count: 2))
            await fixture.storage.waitUntilHeld()
            let again = await withCheckedContinuation { (continuation: CheckedContinuation<BillingDesk.Reply, Never>) in
                fixture.desk.charge(order, BillingPolicy(), on: fixture.loop) { continuation.resume(returning: $0) }
                fixture.storage.release()
            }
            #expect(again.repeated == record)
            #expect(await forged.refused?.code == .orderConflict)
            #expect(fixture.biller.asked(order) == 1)
        }
    }

    @Test func `an order whose start cannot be stored is never sent to the billing`() async throws {
        try await BillingFixture.run { fixture async throws in
            fixture.storage.script(.failBefore)
            #expect(await fixture.charge(order).refused?.code == .storageUnavailable)
            #expect(fixture.biller.asked(order) == 0)
            #expect(await fixture.charge(order).charged != nil, "the same id can be charged later")
        }
    }

    @Test func `after a sweep whose writes failed the next one continues`() async throws {
        try await BillingFixture.run(Self.idempotent) { fixture async throws in
            fixture.biller.setAnswer { _, time in time == 1 ? .unclear : .rejected(code: 1, message: "") }
            _ = await fixture.charge(order)
            fixture.storage.script(.failBefore)
            await fixture.sweepLater()
            #expect(try await fixture.state(of: order) == .cancelling)
            await fixture.sweepLater()
            #expect(try await fixture.state(of: order) == .cancelled)
            fixture.storage.setDown(true)
            await fixture.sweepLater()
        }
    }

    @Test(arguments: [BillingPolicy(), idempotent, open])
    func `an order that was under way when the server stopped is never delivered late`(
        _ policy: BillingPolicy
    ) async throws {
        let base = try SQLiteStorage(inMemory: LedgerPolicy())
        _ = try await base.commit([
            .createRoom(Samples.room()), .billing(.begin(order, due: Samples.time.adding(seconds: 30))),
        ])
        try await BillingFixture.run(policy, storage: base) { fixture async throws in
            try await fixture.desk.restore(policy)
            #expect(try await fixture.state(of: order) == (policy.isIdempotent ? .cancelling : .unknown))
            #expect(await fixture.charge(order).refused?.code == .giftRefusedByBilling)
            for _ in 0..<3 { await fixture.sweepLater() }
            #expect(try await fixture.state(of: order) == (policy.isIdempotent ? .cancelled : .unknown))
            #expect(fixture.biller.asked(order) == (policy.isIdempotent ? 1 : 0))
            #expect(fixture.biller.revoked(order) == (policy.isIdempotent ? 1 : 0))
            #expect(try await books(fixture) == [0, 0, 0])
        }
    }

    @Test func `a server that was restarted without idempotence stops asking about open orders`() async throws {
        try await BillingFixture.run(Self.idempotent) { fixture async throws in
            fixture.biller.setAnswer(.unclear)
            _ = await fixture.charge(order)
            fixture.biller.setPolicy(BillingPolicy())
            await fixture.sweepLater()
            #expect(try await fixture.state(of: order) == .unknown)
            #expect(fixture.biller.asked(order) == 1)
        }
    }

    @Test func `one sweep continues hundreds of orders that are due`() async throws {
        try await BillingFixture.run(Self.idempotent) { fixture async throws in
            fixture.biller.setAnswer { _, time in time == 1 ? .unclear : .rejected(code: 1, message: "") }
            let orders = (0..<300).map { Samples.order("o\($0)") }
            await withTaskGroup(of: Void.self) { group in
                for order in orders { group.addTask { _ = await fixture.charge(order) } }
            }
            #expect(try await fixture.unresolved().count == 300)
            await fixture.sweepLater()
            #expect(try await fixture.unresolved() == [])
            #expect(orders.allSatisfy { fixture.biller.asked($0) == 2 })
        }
    }

    @Test func `a gift that cannot be reversed stays on the list until it can`() async throws {
        let policy = BillingPolicy(isIdempotent: true, failsOpen: true)
        try await BillingFixture.run(policy) { fixture async throws in
            fixture.biller.setAnswer { _, time in time == 1 ? .unclear : .rejected(code: 1, message: "") }
            _ = await fixture.charge(order)
            _ = try await fixture.storage.commit([
                .correction(Samples.correction(from: Self.host, to: .issuance, 49))
            ])
            await fixture.sweepLater()
            #expect(try await fixture.unresolved() == [order.key])
            _ = try await fixture.storage.commit([
                .correction(Samples.correction(from: .issuance, to: .house, 49, reference: "back"))
            ])
            await fixture.sweepLater()
            #expect(try await fixture.state(of: order) == .reversed)
            #expect(try await books(fixture) == [0, 0, 0])
        }
    }
}
