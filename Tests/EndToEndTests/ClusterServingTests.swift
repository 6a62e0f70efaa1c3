#if Cluster
    import Foundation
    import OvationClient
    import OvationModel
    import OvationNode
    import OvationProcess
    import OvationTestKit
    import OvationWire
    import Testing

    /// Real processes of `ovation serve` that share a PostgreSQL database and a NATS server.
    @Suite(.serialized, .enabled(if: TestPostgres.isTried && TestNATS.isTried), .timeLimit(.minutes(5)))
    struct ClusterServingTests {
        private static let live = LiveID(unchecked: "crossing")

        /// The arguments of a server of the cluster.
        private static func arguments(_ name: String, _ database: String, _ broker: String) -> [String] {
            [
                "--storage.url", database, "--cluster.brokerURL", broker, "--cluster.nodeName", name,
                "--app.secret", TestServer.secret, "--limits.drainNoticeSeconds", "0",
            ]
        }

        private static func start(_ name: String, _ database: String, _ broker: String) async throws -> ServerProcess {
            let server = try await ServerProcess.start(
                data: try ServerProcess.temporaryFolder(), arguments: arguments(name, database, broker))
            try await becomesReady(server.port)
            return server
        }

        private static func becomesReady(_ port: Int) async throws {
            while try await !PlainHTTP.get("/health/ready", port: port).hasPrefix("HTTP/1.1 200") {}
        }

        private static func run(_ body: (_ database: String, _ nats: TestNATS) async throws -> Void) async throws {
            let nats = try await TestNATS.start()
            try await TestPostgres.shared.value.withDatabase { database in try await body(database, nats) }
            await nats.kill()
        }

        private static func logIn(_ user: String, _ port: Int) async throws -> OvationClient {
            var configuration = ClientConfiguration(serverURL: "ws://127.0.0.1:\(port)")
            configuration.requestTimeoutSeconds = 60
            let client = OvationClient(configuration: configuration, orderJournal: InMemoryOrderJournal())
            _ = try await client.logIn(sdkAppID: 1_400_000_001, userID: UserID(unchecked: user), userSig: "dev")
            return client
        }

        /// Waits for the gift of an order, and returns the orders of all gifts until then.
        private static func gifts(
            _ events: AsyncStream<ClientEvent>, until last: OrderID
        ) async -> [OrderID] {
            var seen: [OrderID] = []
            for await event in events {
                guard case .room(_, _, .giftReceived(let gift)) = event else { continue }
                seen.append(gift.orderID)
                if gift.orderID == last { break }
            }
            return seen
        }

        @Test func `a gift crosses two servers, and the other one runs the live when its home is killed`()
            async throws
        {
            try await Self.run { database, nats in
                let one = try await Self.start("one", database, nats.url())
                let two = try await Self.start("two", database, nats.url())
                let rose = GiftID(unchecked: "rose")
                // The host is sent to whichever server is ready; the viewer stays with the second one.
                let balancer = try ReadyBalancer(to: [one.port, two.port])
                let host = try await Self.logIn("host", balancer.port)
                let shown = host.events()
                _ = try await host.createRoom(Self.live, settings: RoomSettings())
                let viewer = try await Self.logIn("viewer", two.port)
                let seen = viewer.events()
                _ = try await viewer.joinRoom(Self.live)
                #expect(try await viewer.room(Self.live).info.liveOwner.userID.rawValue == "host")

                let first = try await viewer.sendGift(rose, count: 1, to: [], in: Self.live)
                #expect(await Self.gifts(shown, until: first.orderID) == [first.orderID])
                await one.kill()
                // It is asked again by id until the second server runs the live.
                let second = try await viewer.sendGift(rose, count: 1, to: [], in: Self.live)
                #expect(await Self.gifts(seen, until: second.orderID) == [first.orderID, second.orderID])
                #expect(await Self.gifts(shown, until: second.orderID) == [second.orderID])
                #expect(second.balance.amount == first.balance.amount - first.coins.amount)
                #expect(try await PlainHTTP.metric("ovation_lives_taken_up_total", port: two.port) == 1)

                await host.logOut()
                await viewer.logOut()
                #expect(await two.terminate().status == 0)
                let verified = try await CommandProcess.run(
                    ["storage", "check", "--url", database, "--json"], environment: [:])
                #expect(verified.status == 0, "\(verified.output)\(verified.error)")
            }
        }

        @Test func `a live that begins is found by a server that was asked for it before, however long it remembers`()
            async throws
        {
            try await Self.run { database, nats in
                let one = try await Self.start("one", database, nats.url())
                let two = try await ServerProcess.start(
                    data: try ServerProcess.temporaryFolder(),
                    arguments: Self.arguments("two", database, nats.url())
                        + ["--limits.unknownLiveMilliseconds", "600000"])
                try await Self.becomesReady(two.port)
                let viewer = try await Robot.logIn("viewer", two)
                for _ in 1...3 {
                    #expect(try await viewer.refusal(of: .join, in: "later").code == .roomNotFound)
                }
                let remembered = #"ovation_home_questions_total{answer="nowhere"}"#
                #expect(try await PlainHTTP.metric(remembered, port: two.port) >= 1)
                let host = try await Robot.host(of: "later", as: "host", one)
                // Word of it is on its way; without it the id would be on nowhere for ten minutes.
                while case .failure(let rejection) = try await viewer.answer(to: viewer.send(.join, in: "later")) {
                    try #require(rejection.code == .roomNotFound || rejection.code.isTemporary, "\(rejection)")
                }
                try await host.ask(.ping)
                for server in [two, one] { #expect(await server.terminate().status == 0) }
            }
        }

        @Test func `the app's backend may call any server about a live, and a stop of its home is no end of it`()
            async throws
        {
            try await Self.run { database, nats in
                let one = try await Self.start("one", database, nats.url())
                let two = try await Self.start("two", database, nats.url())
                let caller = RESTCaller(port: two.port)
                let creation = try await RESTCaller(port: one.port).code(
                    "create_room",
                    ["RoomInfo": ["RoomId": "rest", "RoomType": "Live", "RoomName": "Rest"]])
                #expect(creation == 0)
                #expect(try await caller.room("rest")?["RoomId"] as? String == "rest")
                #expect(
                    try await caller.code("get_room_info", ["RoomId": "nowhere"]) == ErrorCode.roomNotFound.rawValue)
                #expect(await one.terminate().status == 0)
                // Between two homes nobody runs it, and nobody says that it is over.
                var code = try await caller.code("get_room_info", ["RoomId": "rest"])
                while code != 0 {
                    #expect(code == ErrorCode.homeAway.rawValue)
                    code = try await caller.code("get_room_info", ["RoomId": "rest"])
                }
                #expect(await two.terminate().status == 0)
            }
        }

        @Test func `a server that is drained hands its lives to another, and its clients go on there`() async throws {
            try await Self.run { database, nats in
                let one = try await Self.start("one", database, nats.url())
                let two = try await Self.start("two", database, nats.url())
                let balancer = try ReadyBalancer(to: [one.port, two.port])
                let host = try await Self.logIn("host", balancer.port)
                let shown = host.events()
                _ = try await host.createRoom(Self.live, settings: RoomSettings())
                let rose = GiftID(unchecked: "rose")
                let before = try await host.sendGift(rose, count: 1, to: [], in: Self.live)

                let unknown = try await CommandProcess.run(
                    ["cluster", "drain", "nobody", "--url", database], environment: [:])
                #expect(unknown.status == 1 && unknown.output.contains("one, two"), "\(unknown.output)")
                let drained = try await CommandProcess.run(
                    ["cluster", "drain", "one", "--url", database, "--json"], environment: [:])
                #expect(drained.status == 0 && drained.output.contains("drained"), "\(drained.output)\(drained.error)")
                #expect(await one.end() == 0)
                // It was never ended, and the order after it is charged once.
                let after = try await host.sendGift(rose, count: 1, to: [], in: Self.live)
                #expect(await Self.gifts(shown, until: after.orderID) == [before.orderID, after.orderID])
                #expect(after.balance.amount == before.balance.amount - before.coins.amount)
                #expect(try await PlainHTTP.metric("ovation_lives_taken_up_total", port: two.port) == 1)
                let last = try await CommandProcess.run(
                    ["cluster", "drain", "two", "--url", database], environment: [:])
                #expect(last.status == 1 && last.output.contains("--last"), "\(last.output)")
                let check = try await CommandProcess.run(["cluster", "check", "--url", database], environment: [:])
                #expect(check.status == 0 && check.output.contains("fit together"), "\(check.output)\(check.error)")
                await host.logOut()
                #expect(await two.terminate().status == 0)
            }
        }

        @Test func `a server whose broker is away serves and is not ready`() async throws {
            try await Self.run { database, nats in
                await nats.kill()
                let server = try await ServerProcess.start(
                    data: try ServerProcess.temporaryFolder(), arguments: Self.arguments("one", database, nats.url()))
                let ready = try await PlainHTTP.get("/health/ready", port: server.port)
                #expect(ready.hasPrefix("HTTP/1.1 503") && ready.contains(#""missing":["broker"]"#), "\(ready)")
                let host = try await Robot.host(server)
                try await host.ask(.say("alone"))
                let again = try await TestNATS.start(port: nats.port)
                try await Self.becomesReady(server.port)
                #expect(await server.terminate().status == 0)
                await again.kill()
            }
        }

        @Test func `a server that its broker lets not in ends, and says which key to look at`() async throws {
            try await Self.run { database, nats in
                let folder = try ServerProcess.temporaryFolder()
                let refused = try await CommandProcess.run(
                    ["serve", "--port", "0", "--data", folder.path]
                        + Self.arguments("one", database, nats.url(password: "not-the-word")))
                #expect(refused.status != 0)
                #expect(refused.error.contains("cluster.brokerURL"), "\(refused.error)")
                #expect(!refused.error.contains("not-the-word"))
            }
        }

        @Test
        func
            `a server that has another account of the broker finds out that it reaches nobody, and one of the two goes on`()
            async throws
        {
            try await Self.run { database, nats in
                let one = try await Self.start("one", database, nats.url())
                let two = try await Self.start("two", database, nats.url(user: "other"))
                var ready = ""
                while !ready.contains(#""missing":["peers"]"#) {
                    ready = try await PlainHTTP.get("/health/ready", port: two.port)
                }
                #expect(ready.hasPrefix("HTTP/1.1 503"))
                #expect(try await PlainHTTP.get("/health/ready", port: one.port).hasPrefix("HTTP/1.1 200"))
                #expect(try await PlainHTTP.metric("ovation_cluster_apart", port: two.port) == 1)
                let status = try await CommandProcess.run(
                    ["cluster", "status", "--url", database, "--json"], environment: [:])
                #expect(status.status == 1 && status.output.contains(#""apart""#), "\(status.output)\(status.error)")
                for server in [one, two] { #expect(await server.terminate().status == 0) }
            }
        }

        @Test func `a server ends that has the name of another one, or another secret of the cluster`()
            async throws
        {
            try await Self.run { database, nats in
                let one = try await Self.start("one", database, nats.url())
                let second = try await CommandProcess.run(
                    ["serve", "--port", "0", "--data", try ServerProcess.temporaryFolder().path]
                        + Self.arguments("one", database, nats.url()))
                #expect(second.status != 0 && second.error.contains("cluster.nodeName"), "\(second.error)")
                let stranger = try await CommandProcess.run(
                    ["serve", "--port", "0", "--data", try ServerProcess.temporaryFolder().path]
                        + Self.arguments("two", database, nats.url())
                        + ["--cluster.secret", "another secret, of more than 32 characters"])
                #expect(stranger.status != 0 && stranger.error.contains("cluster.secret"), "\(stranger.error)")
                #expect(await one.terminate().status == 0)
            }
        }
    }
#endif
