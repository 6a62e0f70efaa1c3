import Logging
import NIOCore
import OvationModel
import OvationNode
import OvationRules
import OvationStorage
import OvationSupport

/// The server: a sequence of processes on the same storage. Everything inside a process is real code.
final class SimulatedServer: SimulatedService {
    static let sdkAppID = 1_400_000_001

    /// A process of the server, from its start to its crash.
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
    /// How many times the server crashed.
    private(set) var crashes = 0
    /// When the disk last received a batch.
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
    ///   - biller: The app's own billing, which pays for gifts; nil if the embedded wallet pays.
    ///   - backend: The app's backend, which receives callbacks about gifts; nil if it does not want them.
    ///   - bug: A bug to plant outside the node.
    ///   - recorder: Records the changes of all rooms; nil if nobody replays them.
    ///   - onInput: Called for everything that reaches the server.
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
        // Some disks fill up when the app's billing has decided, and some are slow to read missed events.
        var disk = Chance(seed: world.seed, "kind of disk")
        if disk.perMille(500) { diskFaults?.refusedDecisions = 400 }
        if disk.perMille(250) { diskFaults?.slowReadsOfEvents = 800 }
    }

    var isUp: Bool { process?.isUp ?? false }

    /// The number of callbacks that the process believes to be waiting; nil if none runs.
    var callbacksWaiting: Int? { process?.node.callbacksWaiting }

    /// Sessions that the hub and the rooms disagree about; empty if no process runs.
    var misplacedSessions: [String] { process?.node.placements.differences ?? [] }

    /// The commands that the app's backend wants to receive.
    private var commands: [String] {
        (biller == nil ? [] : [BillingMessage.question]) + (backend == nil ? [] : [SimulatedBackend.command])
    }

    private func note(_ kind: Trace.Kind, _ source: Int, _ line: @autoclosure () -> String, bytes: [UInt8] = []) {
        world.trace.add(kind, at: world.now, source, bytes, line())
        onInput()
    }

    // MARK: Life and death

    /// Starts a process. It accepts connections when it has read the storage.
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

    /// Ends the process between two steps. Everything that is not stored is lost.
    func crash() {
        guard let process else { return }
        note(.crash, processCount, "process \(processCount) is killed")
        crashes += 1
        tearDown(process)
        world.after(nanoseconds: .milliseconds(chance.number(10...4_000)), timers) { [unowned self] in start() }
    }

    /// Releases everything at the end of a run.
    func end() { if let process { tearDown(process) } }

    private func tearDown(_ process: Process) {
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

    /// It is safely `Sendable`, because only the simulation's thread uses it.
    private struct SharedProcess: @unchecked Sendable {
        let server: SimulatedServer
        let process: Process

        func succeeded() { if server.process === process { process.isUp = true } }

        /// A server that cannot read the storage ends and is started again.
        func failed() {
            server.world.after(nanoseconds: 0, server.timers) { [server, process] in
                if server.process === process { server.crash() }
            }
        }
    }

    /// It is safely `Sendable`, because only the simulation's thread uses it.
    private final class SharedChance: @unchecked Sendable {
        private var chance: Chance

        init(_ chance: Chance) { self.chance = chance }

        func next() -> UInt64 { chance.next() }
    }

    // MARK: Outside calls

    /// Opens a connection for a client. Returns nil if no process accepts it.
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

    /// Plants a bug: the server refuses a repeated order while it asks the billing about it.
    private func refusal(ofRepeat bytes: [UInt8], from user: String) -> [UInt8]? {
        guard let frame = ReceivedFrame(bytes), let id = frame.id, let order = frame.data["orderID"] as? String,
            process?.billing?.isAsking(about: "\(user)/\(order)") == true
        else { return nil }
        return Array(#"{"id":\#(id),"error":{"code":\#(ErrorCode.roomNotFound.rawValue),"temporary":false}}"#.utf8)
    }

    /// Makes all waiting callbacks due at once.
    func hurryCallbacks() { process?.node.hurryCallbacks() }

    /// Credits a user's wallet, like the app's backend. `done` is called when the credit is known to be stored.
    func credit(_ user: String, _ coins: Int64, reference: String, _ done: @escaping () -> Void) {
        guard let process, process.isUp, let amount = Coins(coins) else { return }
        note(.credit, 0, "the backend gives \(coins) to \(user) (\(reference))")
        let done = SharedDone(done)
        process.node.credit(UserID(unchecked: user), amount, reference: reference) { result in
            if case .success(.credited) = result { done.call() }
        }
    }

    /// It is safely `Sendable`, because only the simulation's thread uses it.
    private struct SharedDone: @unchecked Sendable {
        let call: () -> Void

        init(_ call: @escaping () -> Void) { self.call = call }
    }

    /// Plays an operator, who looks up the orders whose outcome the server cannot find out. `done` is called when all results are known to
    /// be stored.
    func reconcile(_ done: @escaping () -> Void) {
        guard let process, process.isUp, let biller, !biller.policy.isIdempotent else { return }
        note(.operatorWork, 0, "an operator goes through the open orders")
        let done = SharedDone(done)
        process.node.reconcile({ biller.lookUp($0) }) { isKept in
            if isKept { done.call() }
        }
    }

    /// Sets the clock forwards or backwards.
    func setClock(by milliseconds: Int64) {
        world.wallOffset += milliseconds
        note(.clock, 0, "the clock is set by \(milliseconds) ms")
    }

    /// Stops all faults.
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
