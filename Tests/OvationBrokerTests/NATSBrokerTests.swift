#if Cluster
    import OvationBroker
    import OvationBrokerNATS
    import OvationProcess
    import OvationTestKit
    import Synchronization
    import Testing

    @Suite(.enabled(if: TestNATS.isTried)) struct NATSBrokerTests {
        @Test(arguments: BrokerContract.clauses)
        func `NATS keeps the contract`(_ clause: BrokerContract.Clause) async throws {
            try await clause.check(try await NATSBench.start())
        }

        @Test func `a wrong password is refused at once, and not shown`() async throws {
            let server = try await TestNATS.start()
            let address = try NATSAddress(server.url(password: "secret-word"))
            #expect(!"\(address)".contains("secret-word"))
            do {
                _ = try NATSBroker(address, name: "test")
                Issue.record("a stranger was let in")
            } catch {
                guard case BrokerFailure.refused(let reason) = error else { throw error }
                #expect(!reason.contains("secret-word"))
            }
            await server.kill()
        }

        @Test func `a node that starts before its server is connected when the server comes`() async throws {
            let first = try await TestNATS.start()
            await first.kill()
            let broker = try NATSBroker(try NATSAddress(first.url()), name: "test")
            #expect(broker.state == .connecting)
            let listener = try BrokerListener(to: BrokerFrameTests.subject, of: broker)
            #expect(throws: BrokerFailure.disconnected) { try broker.publish([1], to: BrokerFrameTests.subject) }
            let second = try await TestNATS.start(port: first.port)
            await broker.becomes(.connected)
            try broker.publish([2], to: BrokerFrameTests.subject)
            #expect(await listener.nextPayload() == [2])
            broker.close()
            await second.kill()
        }

        @Test func `a server that freezes is given up, though its sockets stay open`() async throws {
            let server = try await TestNATS.start()
            var timings = NATSTimings()
            timings.pingMilliseconds = 100
            let broker = try NATSBroker(try NATSAddress(server.url()), name: "test", timings: timings)
            await broker.becomes(.connected)
            server.freeze(true)
            await broker.becomes(.disconnected)
            #expect(throws: BrokerFailure.disconnected) { try broker.publish([1], to: BrokerFrameTests.subject) }
            server.freeze(false)
            await broker.becomes(.connected)
            broker.close()
            await server.kill()
        }

        @Test(arguments: [FaultyProxy.Direction.toServer, .toClient])
        func `a connection that passes one way only is given up, and made anew when it passes again`(
            _ direction: FaultyProxy.Direction
        ) async throws {
            let server = try await TestNATS.start()
            let proxy = try FaultyProxy(to: server.port)
            var timings = NATSTimings()
            timings.pingMilliseconds = 100
            timings.connectMilliseconds = 300
            let address = try NATSAddress(server.url(port: proxy.port))
            let broker = try NATSBroker(address, name: "test", timings: timings)
            await broker.becomes(.connected)
            let listener = try BrokerListener(to: BrokerFrameTests.subject, of: broker)
            try broker.publish([1], to: BrokerFrameTests.subject)
            #expect(await listener.nextPayload() == [1])
            proxy.swallow(direction)
            await broker.becomes(.disconnected)
            proxy.swallow(nil)
            await broker.becomes(.connected)
            #expect(await listener.next() == .gap(lost: nil))
            try broker.publish([2], to: BrokerFrameTests.subject)
            #expect(await listener.nextPayload() == [2])
            broker.close()
            await server.kill()
        }

        @Test func `what waits for a server that takes nothing is bounded, and nobody is held up`() async throws {
            let server = try await TestNATS.start()
            let broker = try NATSBroker(try NATSAddress(server.url()), name: "test")
            await broker.becomes(.connected)
            server.freeze(true)
            var refused: BrokerFailure?
            for _ in 0..<64 where refused == nil {
                let payload = [UInt8](repeating: 1, count: 1 << 20)
                do throws(BrokerFailure) { try broker.publish(payload, to: BrokerFrameTests.subject) } catch {
                    refused = error
                }
            }
            #expect(refused == .overloaded || refused == .disconnected)
            broker.close()
            server.freeze(false)
            await server.kill()
        }

        @Test(arguments: [
            "", "127.0.0.1:4222", "http://127.0.0.1:4222", "nats://", "nats://:4222", "nats://a:b@", "nats://a,tls://b",
            "nats://a,",
        ])
        func `a text that is no address of a server is refused with a reason`(_ text: String) {
            #expect(throws: NATSAddress.Malformed.self) { try NATSAddress(text) }
        }

        @Test func `several servers and TLS are read`() throws {
            #expect("\(try NATSAddress("nats://u:p@a:4222, nats://b:4223/"))" == "a:4222, b:4223")
            #expect("\(try NATSAddress("tls://u:p%40@a"))" == "a")
        }
    }

    /// A real server, under test.
    final class NATSBench: BrokerContract.Bench {
        private struct State {
            var server: TestNATS
            var brokers: [NATSBroker] = []
        }

        private let state: Mutex<State>

        private init(_ server: TestNATS) { state = Mutex(State(server: server)) }

        static func start() async throws -> NATSBench { NATSBench(try await TestNATS.start()) }

        func connect(account: Int) async throws -> any Broker {
            let server = state.withLock { $0.server }
            let address = try NATSAddress(server.url(user: account == 0 ? "ovation" : "other"))
            let broker = try NATSBroker(address, name: "contract")
            state.withLock { $0.brokers.append(broker) }
            await broker.becomes(.connected)
            return broker
        }

        func stop() async throws {
            let (server, brokers) = state.withLock { ($0.server, $0.brokers) }
            await server.kill()
            for broker in brokers { await broker.becomes(.disconnected) }
        }

        func start() async throws {
            let (port, brokers) = state.withLock { ($0.server.port, $0.brokers) }
            let server = try await TestNATS.start(port: port)
            state.withLock { $0.server = server }
            for broker in brokers { await broker.becomes(.connected) }
        }

        func end() async {
            let (server, brokers) = state.withLock { ($0.server, $0.brokers) }
            for broker in brokers { broker.close() }
            await server.kill()
        }
    }
#endif
