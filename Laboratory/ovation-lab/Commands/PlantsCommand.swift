import ArgumentParser
import Foundation
import OvationCommandLine
import OvationSimulator

/// `ovation-lab plants`: shows in which world each planted bug is found.
struct PlantsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "plants", abstract: "Plant every known bug, and show which simulated world finds it.",
        discussion: """
            A simulation that finds nothing says little as long as nobody knows what it would find. This command plants each bug \
            in turn and runs the worlds that "ovation-lab simulate" runs, with the same payers, until the auditor finds it. \
            It prints a table, and ends with 1 where a bug is found in none of them.

              ovation-lab plants
              ovation-lab plants --plant late-replay --seeds 10000
            """)

    @Option(help: "The first seed.") var seed: UInt64 = 1
    @Option(help: "In how many worlds each bug has to be found.") var seeds = 1_000
    @Option(help: "After how many events nothing new begins in a world.") var events = 100
    @Option(help: ArgumentHelp("Plant only this bug; may be repeated.", valueName: "bug")) var plant: [PlantedBug] = []
    @Option(help: "Worlds that run side by side (default: one a processor).") var threads: Int?
    @Flag(help: "Print JSON.") var json = false

    func validate() throws {
        guard seeds > 0, events > 0, threads ?? 1 > 0 else {
            throw ValidationError("--seeds, --events and --threads are at least 1.")
        }
    }

    func run() async throws {
        DeterministicHashing.require()
        let hunt = PlantHunt(
            first: seed, seeds: seeds, events: events, threads: threads ?? ProcessInfo.processInfo.activeProcessorCount)
        let bugs = plant.isEmpty ? PlantedBug.allCases : plant
        let width = bugs.map(\.rawValue.count).max() ?? 0
        if !json { print("\("Plant".padded(to: width))  Seed   What the auditor says") }
        var findings: [PlantHunt.Finding] = []
        for bug in bugs {
            let finding = try await hunt.find(bug)
            findings.append(finding)
            if json { continue }
            let seed = finding.seed.map { "\($0)" } ?? "none"
            let words = finding.problem ?? "not found in \(seeds) worlds of \(events) events"
            print("\(finding.plant.padded(to: width))  \(seed.padded(to: 5))  \(words)")
        }
        if json { try JSONOutput.print(findings) }
        if findings.contains(where: { $0.seed == nil }) { throw ExitCode(1) }
    }
}

extension String {
    fileprivate func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}
