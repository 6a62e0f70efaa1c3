import OvationClient
import OvationModel
import OvationTesting
import OvationWire
import Testing

/// Tests of an app whose own billing charges for gifts. The article "Testing an app" shows some of them.
struct BillerTests {
    /// A live with a viewer in it.
    private static func stage(
        _ options: TestServerOptions = TestServerOptions(payer: .biller())
    ) async throws -> (ovation: OvationTestServer, alice: OvationClient) {
        let ovation = try await OvationTestServer.start(options)
        try await ovation.addLive("stage", host: "ada")
        let alice = try await ovation.logIn("alice")
        _ = try await alice.joinRoom("stage")
        return (ovation, alice)
    }

    @Test func `billing is asked about a gift, which is shown once billing accepts`() async throws {
        let (ovation, alice) = try await Self.stage()
        try await alice.sendGift("crown", count: 2, to: [], in: "stage")
        let question = try #require(ovation.biller.questions.first)
        #expect(question.sender == "alice" && question.receivers == ["ada"] && question.liveID == "stage")
        #expect(question.giftID == "crown" && question.count == 2 && question.coins == 200)
        #expect(ovation.biller.coinsTaken(from: "alice") == 200)
        #expect(try await ovation.earnings(of: "ada") == 100)
        #expect(try await ovation.billedOrders().map(\.state) == [.charged])
    }

    @Test func `the user learns why billing refused, and the gift is not shown`() async throws {
        let (ovation, alice) = try await Self.stage()
        ovation.biller.next(.refuse(code: 102_150, message: "The card has expired."))
        let refusal = await #expect(throws: Rejection.self) {
            try await alice.sendGift("rose", count: 1, to: [], in: "stage")
        }
        #expect(refusal?.code.rawValue == 102_150 && refusal?.message == "The card has expired.")
        #expect(try await ovation.gifts(in: "stage").isEmpty)
    }

    @Test func `coins that billing took without answering are given back`() async throws {
        let (ovation, alice) = try await Self.stage()
        ovation.biller.next(.acceptInSilence)
        let refusal = await #expect(throws: Rejection.self) {
            try await alice.sendGift("rose", count: 1, to: [], in: "stage")
        }
        #expect(refusal?.code == .giftRefusedByBilling)
        #expect(ovation.biller.coinsTaken(from: "alice") == 1)
        try await ovation.advance(by: .seconds(60))
        #expect(ovation.biller.cancels.map(\.sender) == ["alice"])
        #expect(ovation.biller.coinsTaken(from: "alice") == 0)
    }

    @Test func `a gift is not shown before billing answers`() async throws {
        let (ovation, alice) = try await Self.stage(TestServerOptions(time: .byHand, payer: .biller()))
        ovation.biller.next(.late(.seconds(1), .accept))
        async let charged = alice.sendGift("rose", count: 1, to: [], in: "stage")
        await ovation.biller.waitForQuestions()
        #expect(try await ovation.gifts(in: "stage").isEmpty)
        try await ovation.advance(by: .seconds(1))
        #expect(try await charged.orderID.rawValue.isEmpty == false)
        #expect(try await ovation.gifts(in: "stage").count == 1)
    }

    @Test(arguments: [
        TestBiller.Answer.unreachable, .failure(), .nonsense(), .silence, .late(.seconds(10), .refuse()),
    ])
    func `a gift is refused without charge if billing fails in any way`(
        _ answer: TestBiller.Answer
    ) async throws {
        let (ovation, alice) = try await Self.stage()
        ovation.biller.otherwise(answer)
        let refusal = await #expect(throws: Rejection.self) {
            try await alice.sendGift("rose", count: 1, to: [], in: "stage")
        }
        #expect(refusal?.code == .giftRefusedByBilling)
        #expect(try await ovation.gifts(in: "stage").isEmpty)
        #expect(ovation.biller.coinsTaken(from: "alice") == 0)
        ovation.biller.otherwise(.accept)
        try await alice.sendGift("rose", count: 1, to: [], in: "stage")
        #expect(try await ovation.gifts(in: "stage").count == 1)
    }

    @Test func `a late answer of billing counts while the server still waits`() async throws {
        let (ovation, alice) = try await Self.stage()
        ovation.biller.next(.late(.milliseconds(1_900), .accept), .late(.milliseconds(2_100), .accept))
        try await alice.sendGift("rose", count: 1, to: [], in: "stage")
        await #expect(throws: Rejection.self) { try await alice.sendGift("rose", count: 1, to: [], in: "stage") }
        #expect(try await ovation.gifts(in: "stage").count == 1)
    }

    @Test func `a silent billing that fails open lets an unconfirmed gift through`() async throws {
        let options = TestServerOptions(payer: .biller(failsOpen: true))
        let (ovation, alice) = try await Self.stage(options)
        ovation.biller.next(.silence)
        try await alice.sendGift("rose", count: 1, to: [], in: "stage")
        #expect(try await ovation.gifts(in: "stage").map(\.isUnconfirmed) == [true])
    }

    @Test func `billing is asked over sockets too`() async throws {
        let (ovation, alice) = try await Self.stage(TestServerOptions(connection: .loopback, payer: .biller()))
        ovation.biller.next(.refuse())
        await #expect(throws: Rejection.self) { try await alice.sendGift("rose", count: 1, to: [], in: "stage") }
        try await alice.sendGift("rose", count: 1, to: [], in: "stage")
        #expect(ovation.biller.questions.count == 2 && ovation.biller.coinsTaken(from: "alice") == 1)
        await ovation.stop()
    }
}
