import ArgumentParser
import OvationCommandLine
import OvationSimulator

/// `ovation-lab simulate`: runs the server in worlds that a seed repeats.
struct SimulateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "simulate", abstract: "Run the server in a simulated world and audit it.",
        discussion: """
            The server's own rooms, sessions, journal and rules on one thread with a clock, a network and a disk of the \
            simulation: messages get lost, doubled, late and out of order, connections break, the disk fails before and after \
            it has kept something, the clock is set, the server is killed between any two steps. At the end an auditor compares \
            the books with what every client saw.

            With --nodes, several nodes share a database and a broker of the simulation. The database makes them wait, loses \
            connections during commits and fails over; the broker loses and reorders messages; nodes die, freeze, wake, and \
            are cut off in one direction or both.

            A seed repeats a world exactly. Where something is wrong, its seed, what it is and the last events are printed, \
            and the exit status is 1.

              ovation-lab simulate --seed 1 --seeds 10000 --events 100
              ovation-lab simulate --seed 42 --events 300 --trace 1000
              ovation-lab simulate --nodes 3 --seed 1 --seeds 1000 --events 100
              ovation-lab simulate --plant double-charge
              ovation-lab simulate --nodes 3 --plant gap-unseen
            """)

    @Option(help: "The first seed.") var seed: UInt64 = 1
    @Option(help: "How many seeds, counting up.") var seeds = 1
    @Option(help: "After how many events nothing new begins in a world.") var events = 300
    @Option(help: "How many nodes serve; several share a simulated database and a simulated broker.")
    var nodes = 1
    @Option(help: ArgumentHelp("Where worlds keep things: memory or sqlite.", valueName: "medium"))
    var storage = Simulation.Medium.memory
    @Option(
        name: .customLong("paid-by"),
        help: ArgumentHelp(
            "Who takes the coins for gifts: wallet, billing (the app's own, by callback), or either, as the seed has it.",
            valueName: "payer"))
    var payer = Simulation.Payer.either
    @Option(
        help: ArgumentHelp(
            "Plant a bug that the auditor must find: \(PlantedBug.allCases.map(\.rawValue).joined(separator: ", ")).",
            valueName: "bug"))
    var plant: PlantedBug?
    @Option(help: "Worlds that run side by side (default: one a processor).") var threads: Int?
    @Option(help: ArgumentHelp("Print so many of the last events of every world.", valueName: "count")) var trace = 0
    @Flag(help: "Encode and decode everything between a room and those in it, as over a link between nodes.")
    var encodeCrossings = false
    @Flag(help: "Print JSON.") var json = false

    func validate() throws {
        guard seeds > 0, events > 0, threads ?? 1 > 0, trace >= 0 else {
            throw ValidationError("--seeds, --events and --threads are at least 1.")
        }
        guard (1...Self.nodesMax).contains(nodes) else { throw ValidationError("--nodes is 1 to \(Self.nodesMax).") }
        guard nodes == 1 || (storage == .memory && !encodeCrossings) else {
            throw ValidationError(
                "Several nodes share the simulator's own database, and what crosses between them is encoded anyway.")
        }
        guard plant?.isOfCluster != true || nodes > 1 else {
            throw ValidationError("The bug \(plant?.rawValue ?? "") shows only with --nodes 2 or more.")
        }
    }

    /// More nodes make a world slower and find nothing else.
    private static let nodesMax = 9

    func run() async throws {
        DeterministicHashing.require()
        if !DeterministicHashing.isOn {
            StandardError.print(
                "Hashing differs from process to process here: set SWIFT_DETERMINISTIC_HASHING=1 to have a seed repeat its world."
            )
        }
        let summary = try await Campaign(
            first: seed, seeds: seeds,
            simulation: Simulation(
                seed: 0, events: events, nodes: nodes, medium: storage, payer: payer, bug: plant,
                encodesCrossings: encodeCrossings),
            lines: trace,
            threads: threads
        ).run { StandardError.print($0) }
        if trace > 0 { for line in summary.lines { print(line) } }
        if json { try JSONOutput.print(summary) } else { print(summary.sentence) }
        if !summary.failures.isEmpty { throw ExitCode(1) }
    }
}

extension Simulation.Medium: ExpressibleByArgument {}
extension Simulation.Payer: ExpressibleByArgument {}
extension PlantedBug: ExpressibleByArgument {}
