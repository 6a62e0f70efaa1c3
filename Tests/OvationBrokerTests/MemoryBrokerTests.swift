import OvationBroker
import OvationTestKit
import Testing

@Suite struct MemoryBrokerTests {
    @Test(arguments: BrokerContract.clauses)
    func `the broker in memory keeps the contract`(_ clause: BrokerContract.Clause) async throws {
        try await clause.check(MemoryBench())
    }

    @Test func `the suite notices a broker that drops in silence`() async throws {
        let clause = try #require(
            BrokerContract.clauses.first { $0.description.hasPrefix("a slow consumer keeps so many m") })
        await #expect(throws: ContractViolation.self) { try await clause.check(ForgetfulBench()) }
    }

    @Test func `a node whose connection is cut hears nothing, and is told so when it is mended`() async throws {
        let server = MemoryBrokerServer()
        let (one, cut) = (server.connect(), server.connect())
        let listener = try BrokerListener(to: BrokerFrameTests.subject, of: cut)
        server.setReached(cut, false)
        #expect(cut.state == .disconnected)
        #expect(one.state == .connected)
        try one.publish([1], to: BrokerFrameTests.subject)
        #expect(await one.ask([2], BrokerFrameTests.subject) == .failure(.noResponders))
        server.setReached(cut, true)
        try one.publish([3], to: BrokerFrameTests.subject)
        #expect(await listener.next() == .gap(lost: nil))
        #expect(await listener.nextPayload() == [3])
    }

    @Test func `a node that connects to a stopped server waits for it`() throws {
        let server = MemoryBrokerServer()
        server.stop()
        let broker = server.connect()
        #expect(broker.state == .connecting)
        #expect(throws: BrokerFailure.disconnected) { try broker.publish([1], to: BrokerFrameTests.subject) }
        server.start()
        #expect(broker.state == .connected)
        try broker.publish([1], to: BrokerFrameTests.subject)
    }
}

/// A server in memory, under test.
final class MemoryBench: BrokerContract.Bench {
    private let server = MemoryBrokerServer()

    func connect(account: Int) async throws -> any Broker { server.connect(account: "\(account)") }
    func stop() async throws { server.stop() }
    func start() async throws { server.start() }
    func end() async {}
}

/// A server whose nodes keep more than they may, and so never tell of a gap.
private final class ForgetfulBench: BrokerContract.Bench {
    private let server = MemoryBrokerServer()

    func connect(account: Int) async throws -> any Broker { ForgetfulBroker(server.connect()) }
    func stop() async throws {}
    func start() async throws {}
    func end() async {}
}

private final class ForgetfulBroker: Broker {
    private let broker: MemoryBroker

    init(_ broker: MemoryBroker) { self.broker = broker }

    var payloadBytesMax: Int { broker.payloadBytesMax }
    var state: BrokerState { broker.state }

    func publish(_ payload: [UInt8], to subject: BrokerSubject) throws(BrokerFailure) {
        try broker.publish(payload, to: subject)
    }

    func subscribe(
        to subject: BrokerSubject, queue: BrokerQueue.Limits, on place: @escaping BrokerPlace,
        _ handler: @escaping @Sendable (BrokerDelivery) -> Void
    ) throws(BrokerFailure) -> any BrokerSubscription {
        try broker.subscribe(
            to: subject, queue: BrokerQueue.Limits(messagesMax: .max, bytesMax: .max), on: place, handler)
    }

    func request(
        _ payload: [UInt8], to subject: BrokerSubject,
        _ answer: @escaping @Sendable (Result<[UInt8], BrokerFailure>) -> Void
    ) -> any BrokerRequest {
        broker.request(payload, to: subject, answer)
    }

    func answer(_ payload: [UInt8], to reply: BrokerReply) throws(BrokerFailure) {
        try broker.answer(payload, to: reply)
    }

    func watchState(_ watch: @escaping @Sendable (BrokerState) -> Void) { broker.watchState(watch) }
    func close() { broker.close() }
}
