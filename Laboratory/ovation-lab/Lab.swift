import ArgumentParser

/// The command `ovation-lab`: for those who measure and try the server rather than run it.
@main
struct Lab: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ovation-lab",
        abstract: "Measure and try an Ovation server: load, storms, simulated worlds, benchmarks.",
        discussion: """
            What it needs of a server it starts by itself: the program "ovation" of the same folder, or the one that \
            OVATION_BIN names.

              ovation-lab load --start-server           what this machine bears
              ovation-lab storm --runs 5                kill -9 under real clients, then audit the books
              ovation-lab simulate --seeds 1000         worlds that a seed repeats
              ovation-lab plants                        which world finds which planted bug
              ovation-lab crowd --nodes 100             what a viewer costs, however many servers there are
              ovation-lab bench orders                  gift orders a second, from end to end
              ovation-lab svga make gifts Web/gifts     the effects of the demo's gifts
              ovation-lab media fuzz                    damaged streams of publishers

            Every command ends with a verdict: 0 where all holds, 1 where not, 2 where it could not be run. "--json" is for machines.
            """,
        subcommands: [
            LoadCommand.self, StormCommand.self, SimulateCommand.self, PlantsCommand.self, CrowdCommand.self,
            BenchCommand.self, SVGALabCommand.self, MediaLabCommand.self,
        ])
}
