import Logging
import NIOCore
import NIOPosix
import OvationModel
import OvationRules
import OvationStorage
import OvationStorageSQLite
import OvationTestKit
import Synchronization
import Testing

@testable import OvationBackend
@testable import OvationObservability
@testable import OvationSupport

@Suite(.timeLimit(.minutes(5)))
struct CallbackDeliveryTests {
    /// A storage, a journal and a delivery, with a local backend and a stopped clock.
    private struct World: Sendable {
        let clock: ManualClock
        let storage: FaultyStorage
        let journal: Journal
        let callbacks: Callbacks
        let delivery: CallbackDelivery

        /// Records a callback about a live and waits until it is stored.
        func record(_ id: String, live: String = "r1") async throws {
            let draft = CallbackDraft(
                id: id, liveID: LiveID(unchecked: live), command: CallbackCommand.afterUpdateRoomInfo.rawValue,
                at: clock.now, body: Array(#"{"CallbackCommand":"x","N":"\#(id)"}"#.utf8), clientAddress: "192.0.2.1",
                clientPlatform: "Web")
            journal.submit(.callbacks([draft]), on: nil, nil)
            try await journal.barrier()
        }

        /// Waits until this many matching changes of callbacks are stored, and returns them.
        func changes(
            _ count: Int, where isMeant: @escaping @Sendable (CallbackChange) -> Bool
        ) async -> [CallbackChange] {
            let pick: @Sendable ([StorageWrite]) -> [CallbackChange] = { writes in
                writes.compactMap { write -> CallbackChange? in
                    guard case .callbackChange(let change) = write, isMeant(change) else { return nil }
                    return change
                }
            }
            return pick(await storage.kept { pick($0).count >= count })
        }

        /// Waits until the first callback has been postponed this often. Returns the time of the next attempt.
        func postponed(_ count: Int) async throws -> Timestamp {
            let changes = await changes(count) { if case .postponed = $0 { true } else { false } }
            guard case .postponed(_, let attempts, let dueAt)? = changes.last else { throw CancellationError() }
            #expect(attempts == count)
            return dueAt
        }

        /// A draft of a callback about a live; nil if too many wait.
        func draft() -> CallbackDraft? {
            callbacks.draft(
                .afterUpdateRoomInfo, about: LiveID(unchecked: "r1"), at: clock.now, by: .server, ["N": .number(1)])
        }

        func delivered(_ count: Int) async {
            _ = await changes(count) { if case .delivered = $0 { true } else { false } }
        }
    }

    private static let url = CallbackSettings(
        url: "", commands: [CallbackCommand.afterUpdateRoomInfo.rawValue])

    /// Limits with a long time-out, because a busy machine is not a silent backend. Only tests of silence use a short one.
    private static var patient: Limits {
        var limits = Limits()
        limits.callbackTimeoutMilliseconds = 60_000
        limits.callbackDeliveryTimeoutMilliseconds = 60_000
        return limits
    }

    private func run(
        _ backend: CallbackTestServer, clock: ManualClock = ManualClock(), limits: Limits = patient,
        storage: (any Storage)? = nil, _ body: @Sendable (World) async throws -> Void
    ) async throws {
        let storage = FaultyStorage(try storage ?? SQLiteStorage(inMemory: LedgerPolicy()))
        let registry = PrometheusRegistry()
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let serverClock = ServerClock(wall: { clock.now }, nanoseconds: { clock.nanoseconds })
        let group = MultiThreadedEventLoopGroup.singleton
        let configuration = CallbackConfiguration(
            allowedNetworks: [try #require(CIDRBlock("127.0.0.1"))], allowedPorts: [backend.port])
        let caller = HTTPCallbackCaller(
            sdkAppID: 1,
            policy: CallbackAddressPolicy(
                allowedNetworks: configuration.allowedNetworks, allowedPorts: configuration.allowedPorts),
            limits: limits, clock: serverClock, group: group)
        var settings = Self.url
        settings.url = backend.url
        let callbacks = Callbacks(
            configuration, settings: settings, counts: try await storage.callbackCounts(), caller: caller,
            limits: limits, ids: .system, metrics: CallbackMetrics(factory: registry), logger: logger)
        let journal = Journal(
            storage: storage, limits: limits, metrics: ServerMetrics(factory: registry, limits: limits), logger: logger)
        let delivery = CallbackDelivery(
            callbacks, storage: storage, journal: journal, limits: limits, clock: serverClock,
            eventLoop: group.any(), logger: logger)
        delivery.followJournal()
        let world = World(clock: clock, storage: storage, journal: journal, callbacks: callbacks, delivery: delivery)
        let outcome = await Result {
            try await withThrowingTaskGroup(of: Void.self) { tasks in
                tasks.addTask { await journal.run() }
                tasks.addTask { await delivery.run() }
                defer { tasks.cancelAll() }
                try await body(world)
            }
        }
        await caller.shutdown()
        try outcome.get()
    }

    /// The ids that a backend got, in order.
    private static func ids(_ requests: [CallbackTestServer.Request]) -> [String] {
        requests.compactMap { $0.json["N"] as? String }
    }

    @Test func `recorded callbacks are delivered in order and forgotten`() async throws {
        try await CallbackTestServer.run { backend in
            try await run(backend) { world in
                for number in 1...40 { try await world.record("\(number)") }
                let requests = await backend.requests(40)
                #expect(Self.ids(requests) == (1...40).map(String.init))
                #expect(requests[0].headers["webhook-id"] == "1")
                #expect(requests[0].query["ClientIP"] == "192.0.2.1")
                #expect(requests[0].query["OptPlatform"] == "Web")
                // When the last delivery is stored, all 40 are gone.
                _ = await world.changes(1) { change in
                    if case .delivered(_, let number) = change { number == 40 } else { false }
                }
                #expect(try await world.storage.callbackCounts() == CallbackCounts())
            }
        }
    }

    @Test func `a callback that fails is retried after growing waits under one id, and no later one overtakes it`()
        async throws
    {
        let clock = ManualClock()
        let start = clock.now
        let times = Mutex<[Int64]>([])
        let behaviour: @Sendable (CallbackTestServer.Request) async -> CallbackTestServer.Behaviour = { _ in
            let count = times.withLock { times in
                times.append(clock.now.milliseconds(since: start) / 1000)
                return times.count
            }
            switch count {
            case 1: return .answer(status: 500, "")
            case 2: return .resetBeforeAnswer
            case 3: return .answer(status: 302, headers: ["Location": "http://127.0.0.1/"], "")
            case 4: return .resetWithinAnswer
            // The content of the answer does not matter.
            default: return .answer("whatever")
            }
        }
        try await CallbackTestServer.run(behaviour) { backend in
            try await run(backend, clock: clock) { world in
                try await world.record("a")
                try await world.record("b")
                for attempt in 1...4 {
                    let dueAt = try await world.postponed(attempt)
                    clock.set(dueAt.adding(milliseconds: -1))
                    world.delivery.tick()
                    clock.set(dueAt)
                    world.delivery.tick()
                }
                let requests = await backend.requests(6)
                #expect(Self.ids(requests) == ["a", "a", "a", "a", "a", "b"])
                #expect(Set(requests.prefix(5).map { $0.headers["webhook-id"] }) == ["a"])
                // A request arrives before its answer is chosen, so the last time may not be noted yet.
                #expect(times.withLock { Array($0.prefix(5)) } == [0, 5, 35, 155, 755])
            }
        }
    }

    @Test func `a live whose callbacks fail does not delay other lives`() async throws {
        let behaviour: @Sendable (CallbackTestServer.Request) async -> CallbackTestServer.Behaviour = { request in
            (request.json["N"] as? String)?.hasPrefix("bad") == true ? .answer(status: 503, "") : .yes
        }
        try await CallbackTestServer.run(behaviour) { backend in
            try await run(backend) { world in
                try await world.record("bad 1", live: "bad")
                _ = try await world.postponed(1)
                try await world.record("bad 2", live: "bad")
                for number in 1...5 { try await world.record("good \(number)", live: "good") }
                let requests = await backend.requests(6)
                #expect(Self.ids(requests) == ["bad 1"] + (1...5).map { "good \($0)" })
            }
        }
    }

    @Test func `a callback is given up after a day, is listed, and is delivered when it is sent again`() async throws {
        let isUp = Mutex(false)
        let clock = ManualClock()
        let behaviour: @Sendable (CallbackTestServer.Request) async -> CallbackTestServer.Behaviour = { _ in
            isUp.withLock { $0 } ? .yes : .answer(status: 500, "")
        }
        try await CallbackTestServer.run(behaviour) { backend in
            try await run(backend, clock: clock) { world in
                try await world.record("first")
                try await world.record("second")
                for attempt in 1...9 {
                    clock.set(try await world.postponed(attempt))
                    world.delivery.tick()
                }
                // Both callbacks are equally old. The second has one attempt before it is given up too.
                _ = await world.changes(2) { if case .gaveUp = $0 { true } else { false } }
                let dead = try await world.storage.deadCallbacks(after: 0, limit: 10)
                #expect(dead.map(\.callback.draft.id) == ["first", "second"])
                #expect(dead.map(\.attempts) == [10, 1])
                #expect(dead[0].failure.contains("500"))
                #expect(try await world.storage.callbackCounts() == CallbackCounts(waiting: 0, dead: 2))
                let before = backend.requests.count
                isUp.withLock { $0 = true }
                world.journal.submit(
                    .callbackChange(.revived(dead.map(\.callback.number), at: clock.now)), on: nil, nil)
                let requests = await backend.requests(before + 2)
                #expect(Self.ids(requests).suffix(2) == ["first", "second"])
                await world.delivered(1)
            }
        }
    }

    @Test func `a callback that was recorded before a crash is delivered after it`() async throws {
        let base = try SQLiteStorage(inMemory: LedgerPolicy())
        let clock = ManualClock()
        try await CallbackTestServer.run({ _ in .silence }) { deaf in
            try await run(deaf, clock: clock, storage: base) { world in
                try await world.record("kept")
                // The callback is under way when everything stops, and its outcome is unknown.
                await deaf.requests(1)
            }
        }
        try await CallbackTestServer.run { backend in
            try await run(backend, clock: clock, storage: base) { world in
                #expect(Self.ids(await backend.requests(1)) == ["kept"])
                await world.delivered(1)
            }
        }
    }

    @Test func `a delivery that could not be stored is made again under the same id`() async throws {
        try await CallbackTestServer.run { backend in
            try await run(backend) { world in
                // The callback is stored, the delivery is not.
                world.storage.script(.none, .failBefore)
                try await world.record("a")
                await backend.requests(1)
                await world.storage.failed(1)
                // A timer checks once a second. Here the test checks as often as it takes.
                while backend.requests.count < 2 {
                    world.delivery.tick()
                    await Task.yield()
                }
                let requests = await backend.requests(2)
                #expect(Self.ids(requests) == ["a", "a"])
                await world.delivered(1)
                #expect(try await world.storage.callbackCounts() == CallbackCounts())
            }
        }
    }

    @Test func `the count of waiting callbacks agrees with the storage, even after a batch that failed`() async throws {
        let isUp = Mutex(true)
        var limits = Self.patient
        limits.callbackRowsMax = 2
        let behaviour: @Sendable (CallbackTestServer.Request) async -> CallbackTestServer.Behaviour = { _ in
            isUp.withLock { $0 } ? .yes : .answer(status: 503, "")
        }
        try await CallbackTestServer.run(behaviour) { backend in
            try await run(backend, limits: limits) { world in
                isUp.withLock { $0 = false }
                try await world.record("a")
                let dueAt = try await world.postponed(1)
                try await world.record("b")
                #expect(world.callbacks.waiting == 2)
                #expect(world.draft() == nil, "the limit of waiting callbacks is reached")
                // Both callbacks are delivered, and the storage reports a failure although it stored that.
                isUp.withLock { $0 = true }
                world.storage.script(.failAfter)
                world.clock.set(dueAt)
                world.delivery.tick()
                await backend.requests(3)
                await world.storage.failed(1)
                #expect(try await world.storage.callbackCounts() == CallbackCounts())
                // Nothing is due and nothing is recorded, but the next tick corrects the count.
                while world.callbacks.waiting > 0 {
                    world.delivery.tick()
                    await Task.yield()
                }
                #expect(world.draft() != nil)
            }
        }
    }

    /// A caller that never calls anybody.
    private struct Nobody: CallbackCaller {
        func post(
            _ callback: Callback, _ settings: CallbackSettings, milliseconds: Int
        ) async throws(CallbackFailure) -> [UInt8] { throw .notConfigured }
    }

    private func callbacks(_ limits: Limits = Limits()) -> Callbacks {
        Callbacks(
            CallbackConfiguration(),
            settings: CallbackSettings(
                url: "https://example.com", commands: [CallbackCommand.afterUpdateRoomInfo.rawValue]),
            counts: CallbackCounts(), caller: Nobody(), limits: limits, ids: .system,
            metrics: CallbackMetrics(factory: PrometheusRegistry()),
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    }

    private func draft(_ command: CallbackCommand, _ callbacks: Callbacks) -> CallbackDraft? {
        callbacks.draft(
            command, about: LiveID(unchecked: "r1"), at: Timestamp(milliseconds: 0), by: .server, ["N": .number(1)])
    }

    @Test func `a full outbox records nothing more until something is delivered`() {
        var limits = Limits()
        limits.callbackRowsMax = 2
        let callbacks = self.callbacks(limits)
        #expect(draft(.afterUpdateRoomInfo, callbacks) != nil)
        callbacks.counted(CallbackCounts(waiting: 2))
        #expect(draft(.afterUpdateRoomInfo, callbacks) == nil)
        callbacks.counted(CallbackCounts(waiting: 1))
        #expect(draft(.afterUpdateRoomInfo, callbacks) != nil)
    }

    @Test func `a callback that is not configured is not recorded`() {
        let callbacks = self.callbacks()
        #expect(callbacks.wants(.afterUpdateRoomInfo))
        #expect(!callbacks.wants(.afterCreateRoom))
        #expect(draft(.afterCreateRoom, callbacks) == nil)
    }
}
