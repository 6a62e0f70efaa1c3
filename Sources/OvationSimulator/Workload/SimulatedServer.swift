import Logging
import NIOCore
import OvationModel
import OvationRules
import OvationServer
import OvationStorage

/// The server: one process after the other on the same storage. Everything in it is the real thing.
final class SimulatedServer {
    static let sdkAppID = 1_400_000_001

    /// One life of the server, from its start to its crash.
    private final class Process {
        let run: WorldProcess
        let disk: SimulatedDisk
        let billing: BillingLine?
        let callbacks: CallbackLine?
        var links: [(link: Link, channel: SimulatedChannel, loop: SimulatedLoop)] = []
        var isUp = false

        init(run: WorldProcess, disk: SimulatedDisk, billing: BillingLine?, callbacks: CallbackLine?) {
            self.run = run
            self.disk = disk
            self.billing = billing
            self.callbacks = callbacks
        }

        var node: HostedNode { run.node }
    }

    private let world: World
    private let timers: World.TimerSource
    private let storage: any Storage
    private let configuration: NodeConfiguration
    private let catalogue: GiftCatalogue
    private let biller: SimulatedBiller?
    private let backend: SimulatedBackend?
    private let bug: PlantedBug?
    private let recorder: RoomRecorder?
    private let loopCount: Int
    private var chance: Chance
    private var process: Process?
    private var processCount = 0
    /// How often the server was killed.
    private(set) var crashes = 0
    /// When the disk was last asked to keep something.
    private(set) var keptAt: UInt64 = 0
    private var linkCount = 0
    private var networkFaults: NetworkFaults? = NetworkFaults()
    private var diskFaults: DiskFaults? = DiskFaults()
    private var billingFaults: BillingFaults? = BillingFaults()
    private var callbackFaults: CallbackFaults? = CallbackFaults()
    /// Counts what reaches the server.
    private let onInput: () -> Void

    /// Makes a server that has not started.
    ///
    /// - Parameters:
    ///   - biller: the app's own billing, which pays for gifts; nil where the embedded wallet does.
    ///   - backend: the app's backend, which is told of gifts; nil where it does not want to be.
    ///   - bug: a bug on the way to it.
    ///   - recorder: keeps lists of what changes the rooms of every process; nil where nobody repeats them.
    ///   - onInput: told of everything that reaches the server.
    init(
        _ world: World, storage: any Storage, configuration: NodeConfiguration, catalogue: GiftCatalogue,
        biller: SimulatedBiller?, backend: SimulatedBackend?, bug: PlantedBug?, recorder: RoomRecorder?,
        onInput: @escaping () -> Void
    ) {
        self.world = world
        self.storage = storage
        self.configuration = configuration
        self.catalogue = catalogue
        self.biller = biller
        self.backend = backend
        self.bug = bug
        self.recorder = recorder
        self.onInput = onInput
        timers = world.makeTimerSource()
        chance = Chance(seed: world.seed, "server")
        loopCount = chance.number(1...3)
        // Some disks are full when the app's billing has decided, and some are slow to read what was missed.
        var disk = Chance(seed: world.seed, "kind of disk")
        if disk.perMille(500) { diskFaults?.refusedDecisions = 400 }
        if disk.perMille(250) { diskFaults?.slowReadsOfEvents = 800 }
    }

    var isUp: Bool { process?.isUp ?? false }

    /// How many callbacks the process takes to wait for their delivery; nil where none runs.
    var callbacksWaiting: Int? { process?.node.callbacksWaiting }

    /// Sessions that only the hub or only the rooms have in a live; none where no process runs.
    var misplacedSessions: [String] { process?.node.misplacedSessions() ?? [] }

    /// What the app's backend wants to be asked and told.
    private var commands: [String] {
        (biller == nil ? [] : [BillingMessage.question]) + (backend == nil ? [] : [SimulatedBackend.command])
    }

    private func note(_ kind: Trace.Kind, _ source: Int, _ line: @autoclosure () -> String, bytes: [UInt8] = []) {
        world.trace.add(kind, at: world.now, source, bytes, line())
        onInput()
    }

    // MARK: Life and death

    /// Starts a process. It takes connections when it has read what is kept.
    func start() {
        guard process == nil else { return }
        processCount += 1
        let number = processCount
        let disk = SimulatedDisk(storage, world, number: number, faults: diskFaults) { [unowned self] what in
            keptAt = world.now
            note(.disk, number, "the disk \(what)")
        }
        let billing = biller.map { biller in
            BillingLine(biller, world, number: number, faults: billingFaults, bug: bug) { [unowned self] what in
                note(.billing, number, "billing: \(what)")
            }
        }
        let callbacks = backend.map { backend in
            CallbackLine(backend, world, number: number, faults: callbackFaults) { [unowned self] what in
                note(.callback, number, "backend: \(what)")
            }
        }
        let ids = SharedChance(Chance(seed: world.seed, "ids", number))
        let run = WorldProcess(world, loops: loopCount) { loops in
            HostedNode(
                configuration: configuration, storage: disk, catalogue: catalogue, eventLoops: loops,
                clock: world.serverClock, ids: IDSource { ids.next() },
                backend: BackendLine(billing: billing, callbacks: callbacks), commands: commands,
                bug: bug?.ofNode, recorder: recorder,
                logger: Logger(label: "simulation") { _ in SwiftLogNoOpLogHandler() })
        }
        let process = Process(run: run, disk: disk, billing: billing, callbacks: callbacks)
        self.process = process
        note(.start, number, "process \(number) starts with \(loopCount) event loops")
        let started = SharedProcess(server: self, process: process)
        run.start { result in
            if case .success = result { started.succeeded() } else { started.failed() }
        }
    }

    /// Ends the process between two steps. Nothing that it has not kept survives.
    func crash() {
        guard let process else { return }
        note(.crash, processCount, "process \(processCount) is killed")
        crashes += 1
        bury(process)
        world.after(nanoseconds: .milliseconds(chance.number(10...4_000)), timers) { [unowned self] in start() }
    }

    /// Lets go of everything, when nobody looks any more.
    func end() { if let process { bury(process) } }

    private func bury(_ process: Process) {
        self.process = nil
        process.isUp = false
        process.disk.die()
        process.billing?.die()
        process.callbacks?.die()
        process.run.end {
            for (link, channel, loop) in process.links {
                link.serverDied()
                loop.execute { channel.close(promise: nil) }
            }
        }
    }

    /// Sound as `Sendable` because only the thread that runs the simulation touches it.
    private struct SharedProcess: @unchecked Sendable {
        let server: SimulatedServer
        let process: Process

        func succeeded() { if server.process === process { process.isUp = true } }

        /// A server that cannot read what is kept ends, and is started again.
        func failed() {
            server.world.after(nanoseconds: 0, server.timers) { [server, process] in
                if server.process === process { server.crash() }
            }
        }
    }

    /// Sound as `Sendable` because only the thread that runs the simulation touches it.
    private final class SharedChance: @unchecked Sendable {
        private var chance: Chance

        init(_ chance: Chance) { self.chance = chance }

        func next() -> UInt64 { chance.next() }
    }

    // MARK: What comes from outside

    /// Opens a connection for a client; nil where no process takes it.
    func connect(_ client: Int, _ user: String) -> Link? {
        guard let process, process.isUp else { return nil }
        linkCount += 1
        let number = linkCount
        let loop = chance.pick(process.run.loops)
        let channel = SimulatedChannel(loop)
        let link = Link(world, number: number, loop: loop, channel: channel, faults: networkFaults)
        link.onInput = { [unowned self] kind, bytes in
            note(
                kind, client,
                "client \(client) → \(bytes.isEmpty ? "\(kind)" : String(decoding: bytes, as: UTF8.self))", bytes: bytes
            )
        }
        if bug == .refusedRepeat {
            link.impostor = { [unowned self] bytes in refusal(ofRepeat: bytes, from: user) }
        }
        process.links.append((link, channel, loop))
        note(.opened, client, "client \(client) opens connection \(number)")
        let node = process.node
        loop.execute {
            do { try node.open(on: channel) } catch { channel.close(promise: nil) }
        }
        return link
    }

    /// The planted bug of a server that refuses a repeat of an order while it asks the billing about it.
    private func refusal(ofRepeat bytes: [UInt8], from user: String) -> [UInt8]? {
        guard let frame = ReceivedFrame(bytes), let id = frame.id, let order = frame.data["orderID"] as? String,
            process?.billing?.isAsking(about: "\(user)/\(order)") == true
        else { return nil }
        return Array(#"{"id":\#(id),"error":{"code":\#(ErrorCode.roomNotFound.rawValue),"temporary":false}}"#.utf8)
    }

    /// Has what waits for its delivery to the app's backend tried at once.
    func hurryCallbacks() { process?.node.hurryCallbacks() }

    /// Gives coins to a user's wallet, as the app's backend does; `done` is told where it is known to be kept.
    func credit(_ user: String, _ coins: Int64, reference: String, _ done: @escaping () -> Void) {
        guard let process, process.isUp, let amount = Coins(coins) else { return }
        note(.credit, 0, "the backend gives \(coins) to \(user) (\(reference))")
        let done = SharedDone(done)
        process.node.credit(UserID(unchecked: user), amount, reference: reference) { result in
            if case .success(.credited) = result { done.call() }
        }
    }

    /// Sound as `Sendable` because only the thread that runs the simulation touches it.
    private struct SharedDone: @unchecked Sendable {
        let call: () -> Void

        init(_ call: @escaping () -> Void) { self.call = call }
    }

    /// An operator goes through the orders whose outcome with the app's billing the server cannot find out, and looks each
    /// up there; `done` is told where everything that they found out is known to be kept.
    func reconcile(_ done: @escaping () -> Void) {
        guard let process, process.isUp, let biller, !biller.policy.isIdempotent else { return }
        note(.operatorWork, 0, "an operator goes through the open orders")
        let done = SharedDone(done)
        process.node.reconcile({ biller.lookUp($0) }) { isKept in
            if isKept { done.call() }
        }
    }

    /// The clock is set, forwards or backwards.
    func setClock(by milliseconds: Int64) {
        world.wallOffset += milliseconds
        note(.clock, 0, "the clock is set by \(milliseconds) ms")
    }

    /// From now on nothing goes wrong.
    func heal() {
        networkFaults = nil
        diskFaults = nil
        billingFaults = nil
        callbackFaults = nil
        process?.disk.heal()
        process?.billing?.heal()
        process?.callbacks?.heal()
        if process == nil { start() }
    }
}
