import Logging
import NIOCore
import OvationBroker
import OvationModel
import OvationNode
import OvationStorage
import OvationSupport

/// A node of a cluster: a sequence of processes under one name. Everything inside a process is real code.
///
/// It is safely `Sendable`, because only the simulation's thread uses it.
final class SimulatedNode: @unchecked Sendable {
    /// A process of the node, from its start to its end.
    private final class Process {
        let run: WorldProcess
        let session: DatabaseSession
        let lease: NodeLease
        let connection: BrokerConnection
        let billing: BillingLine?
        var links: [(link: Link, channel: SimulatedChannel, loop: SimulatedLoop)] = []
        var isUp = false
        var isFrozen = false
        /// When something was wrong around it for the last time.
        var troubledAt: UInt64 = 0

        init(
            run: WorldProcess, session: DatabaseSession, lease: NodeLease, connection: BrokerConnection,
            billing: BillingLine?
        ) {
            self.run = run
            self.session = session
            self.lease = lease
            self.connection = connection
            self.billing = billing
        }
    }

    let number: Int
    private unowned let cluster: SimulatedCluster
    private let world: World
    private let timers: World.TimerSource
    private var chance: Chance
    private var process: Process?
    private var isStarting = false
    /// By how many milliseconds its clock is ahead of the world's.
    private let clock: Clock

    /// It is safely `Sendable`, because only the simulation's thread uses it.
    private final class Clock: @unchecked Sendable {
        var offset: Int64

        init(_ offset: Int64) { self.offset = offset }
    }

    /// How long a node may be found gone after something was wrong around it.
    private static let troubleMilliseconds = 8_000
    /// How often a process notes that it is not frozen.
    private static let beatMilliseconds = 200
    /// How often a process looks whether gifting is halted. A server does so with each audit of the ledger.
    private static let haltMilliseconds = 3_000

    init(_ number: Int, of cluster: SimulatedCluster) {
        self.number = number
        self.cluster = cluster
        world = cluster.world
        timers = world.makeTimerSource()
        chance = Chance(seed: world.seed, "node", number)
        clock = Clock(Int64(chance.number(-900...900)))
    }

    var isUp: Bool { process?.isUp ?? false }
    var isFrozen: Bool { process?.isFrozen ?? false }
    var hosted: HostedNode? { process?.run.node }
    var seat: NodeSeat? { process?.session.seat }

    /// Until when its process waits for the database, or waited the last time.
    var heldUpUntil: UInt64 { process?.session.heldUpUntil ?? 0 }

    /// Whether nothing is wrong with its process, and was not for some seconds.
    var isSound: Bool {
        guard let process, process.isUp, !process.isFrozen, process.session.isReached else { return false }
        return world.now > process.troubledAt + .milliseconds(Self.troubleMilliseconds)
    }

    private func note(_ kind: Trace.Kind, _ line: @autoclosure () -> String, bytes: [UInt8] = []) {
        cluster.note(kind, number, "node \(number): \(line())", bytes: bytes)
    }

    // MARK: Life and death

    /// Has a process join the cluster. It accepts connections when it has read what it needs.
    func start() {
        guard process == nil, !isStarting else { return }
        guard !cluster.database.isDown, let memory = try? cluster.database.memory.join("node\(number)"),
            let seat = memory.seat
        else { return startSoon(within: 1_000) }
        let serial = cluster.takeSerial()
        let session = DatabaseSession(
            memory, seat: seat, cluster.database, number: serial, faults: cluster.databaseFaults
        ) {
            [unowned self] what in note(.disk, "the database \(what)")
        }
        let lease = NodeLease(session) { [weak self, weak session] in
            if let self, let session { leaseLost(by: session) }
        }
        let clock = clock
        let wall: @Sendable () -> Int64 = { [world] in world.wall + clock.offset }
        session.isSteady = { [weak lease] in lease?.isSteady ?? false }
        session.ownClock = wall
        let connection = cluster.broker.connect()
        let billing = cluster.biller.map { biller in
            BillingLine(
                biller, world, number: serial, faults: cluster.billingFaults, bug: cluster.database.bug
            ) { [unowned self] what in note(.billing, "billing: \(what)") }
        }
        let ids = SharedChance(Chance(seed: world.seed, "ids", serial))
        let right = ServingRight(age: { lease.age }, confirm: { lease.confirm() })
        let run = WorldProcess(world, loops: cluster.loopCount) { [world, cluster] loops in
            HostedNode(
                configuration: cluster.configuration, storage: session, catalogue: cluster.catalogue, eventLoops: loops,
                clock: ServerClock(wall: { Timestamp(milliseconds: wall()) }, nanoseconds: { world.now }),
                ids: IDSource { ids.next() },
                backend: billing.map { BackendLine(billing: $0, callbacks: nil) },
                commands: [BillingMessage.question], right: cluster.database.bug == .staleHomeTells ? nil : right,
                cluster: cluster.place(of: seat, over: connection), bug: cluster.database.bug?.ofNode,
                logger: Logger(label: "simulation") { _ in SwiftLogNoOpLogHandler() })
        }
        let process = Process(
            run: run, session: session, lease: lease, connection: connection, billing: billing)
        process.troubledAt = world.now
        self.process = process
        cluster.database.prices.knows(cluster.catalogue, seat)
        note(.start, "process \(seat) starts with \(cluster.loopCount) event loops")
        let started = Started(node: self, process: process)
        run.start { result in if case .success = result { started.succeeded() } else { started.failed() } }
        beat(process)
        followHalt(process)
    }

    /// A process without its lease ends.
    private func leaseLost(by session: DatabaseSession) {
        guard let process, process.session === session else { return }
        note(.crash, "ends, because it has lost its lease")
        end(process)
        startSoon(within: 4_000)
    }

    private func startSoon(within milliseconds: Int) {
        isStarting = true
        world.after(nanoseconds: .milliseconds(chance.number(10...milliseconds)), timers) { [self] in
            isStarting = false
            start()
        }
    }

    /// Ends the process between two steps. Everything that is not stored is lost.
    func kill() {
        guard let process else { return }
        note(.crash, "process \(process.session.seat) is killed")
        end(process)
        startSoon(within: chance.perMille(300) ? 30_000 : 4_000)
    }

    private func end(_ process: Process) {
        self.process = nil
        process.isUp = false
        process.lease.end()
        process.session.die()
        process.billing?.die()
        cluster.noteEnd()
        process.connection.die()
        cluster.database.memory.endSession(of: process.session.seat)
        process.run.setFrozen(false)
        process.run.end {
            for (link, channel, loop) in process.links {
                link.serverDied()
                loop.execute { channel.close(promise: nil) }
            }
        }
    }

    /// Releases everything at the end of a run.
    func release() { if let process { end(process) } }

    /// It is safely `Sendable`, because only the simulation's thread uses it.
    private struct Started: @unchecked Sendable {
        let node: SimulatedNode
        let process: Process

        func succeeded() { if node.process === process { process.isUp = true } }

        /// A server that cannot read the storage ends and is started again.
        func failed() {
            node.world.after(nanoseconds: 0, node.timers) { [node, process] in
                guard node.process === process else { return }
                node.end(process)
                node.startSoon(within: 2_000)
            }
        }
    }

    /// It is safely `Sendable`, because only the simulation's thread uses it.
    private final class SharedChance: @unchecked Sendable {
        private var chance: Chance

        init(_ chance: Chance) { self.chance = chance }

        func next() -> UInt64 { chance.next() }
    }

    /// Has the process note again and again that it is not frozen.
    private func beat(_ process: Process) {
        guard self.process === process else { return }
        if !process.isFrozen { process.run.node.beat() }
        world.after(nanoseconds: .milliseconds(Self.beatMilliseconds), timers) { [weak self] in self?.beat(process) }
    }

    /// Has the process look again and again whether gifting is halted at another node.
    private func followHalt(_ process: Process) {
        world.after(nanoseconds: .milliseconds(Self.haltMilliseconds), timers) { [weak self] in
            guard let self, self.process === process else { return }
            if process.isUp, !process.isFrozen { process.run.node.followHalt() }
            followHalt(process)
        }
    }

    // MARK: Trouble

    /// Stops the process for a while, as SIGSTOP does, and has it wake.
    func freeze(milliseconds: Int) {
        guard let process, !process.isFrozen else { return }
        note(.crash, "is frozen for \(milliseconds) ms")
        setFrozen(true, process)
        trouble(process, for: milliseconds) { [self] in
            guard process.isFrozen else { return }
            note(.crash, "wakes")
            setFrozen(false, process)
        }
    }

    private func setFrozen(_ isFrozen: Bool, _ process: Process) {
        process.isFrozen = isFrozen
        process.lease.isFrozen = isFrozen
        process.run.setFrozen(isFrozen)
    }

    /// Cuts the process off from the database for a while.
    func cutFromDatabase(milliseconds: Int) {
        guard let process else { return }
        note(.lost, "does not reach the database for \(milliseconds) ms")
        process.session.isCut = true
        trouble(process, for: milliseconds) { process.session.isCut = false }
    }

    /// Cuts the process off from the broker for a while, in one direction or both.
    func cutFromBroker(milliseconds: Int, sends: Bool, hears: Bool) {
        guard let process else { return }
        note(.lost, "sends \(sends), hears \(hears) for \(milliseconds) ms")
        (process.connection.isSending, process.connection.isHearing) = (sends, hears)
        trouble(process, for: milliseconds) {
            (process.connection.isSending, process.connection.isHearing) = (true, true)
        }
    }

    private func trouble(_ process: Process, for milliseconds: Int, _ end: @escaping () -> Void) {
        process.troubledAt = world.now
        world.after(nanoseconds: .milliseconds(milliseconds), timers) { [weak self] in
            guard let self, self.process === process else { return }
            process.troubledAt = world.now
            end()
        }
    }

    /// Notes that something is wrong around all nodes.
    func noteTrouble() { process?.troubledAt = world.now }

    /// Sets its clock forwards or backwards.
    func setClock(by milliseconds: Int64) {
        clock.offset += milliseconds
        if let seat { cluster.database.prices.clockSet(of: seat.slot) }
        note(.clock, "the clock is set by \(milliseconds) ms")
    }

    /// Stops all faults.
    func heal() {
        guard let process else { return start() }
        process.session.heal()
        process.billing?.heal()
        (process.connection.isSending, process.connection.isHearing) = (true, true)
        if process.isFrozen {
            process.troubledAt = world.now
            setFrozen(false, process)
        }
    }

    // MARK: Outside calls

    /// Opens a connection for a client.
    func connect(_ client: Int, link number: Int, faults: NetworkFaults?) -> Link? {
        guard let process, process.isUp else { return nil }
        let loop = chance.pick(process.run.loops)
        let channel = SimulatedChannel(loop)
        let link = Link(world, number: number, loop: loop, channel: channel, faults: faults)
        link.onInput = { [unowned self] kind, bytes in
            cluster.note(
                kind, client,
                "client \(client) → node \(self.number) \(bytes.isEmpty ? "\(kind)" : String(decoding: bytes, as: UTF8.self))",
                bytes: bytes)
        }
        process.links.append((link, channel, loop))
        cluster.note(.opened, client, "client \(client) opens connection \(number) to node \(self.number)")
        let hosted = process.run.node
        loop.execute {
            do { try hosted.open(on: channel) } catch { channel.close(promise: nil) }
        }
        return link
    }
}
