#if Laboratory
    import ArgumentParser
    import Foundation
    import OvationCommandLine
    import SVGA

    /// `ovation-lab svga bench`: what effects cost.
    struct SVGABenchCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "bench", abstract: "Measure what effects cost to decode, to draw and to keep.",
            discussion: """
                  ovation-lab svga bench Web/gifts/*.svga

                Times are processor time of one thread, the median of the rounds. Build with "-c release": without optimization decoding \
                takes many times as long. Exits with 0, with 1 where an effect is damaged, with 2 where a file cannot be read.
                """)

        @Argument(help: "The files.") var files: [String]
        @Option(help: "Frames that are drawn, from the first on.") var frames = 60
        @Option(help: "How often each time is taken.") var rounds = 5
        @Flag(help: "Print JSON: for each file what was found, one line.") var json = false

        func validate() throws {
            guard (1...100_000).contains(frames) else { throw ValidationError("--frames is 1 to 100000.") }
            guard (1...1_000).contains(rounds) else { throw ValidationError("--rounds is 1 to 1000.") }
        }

        func run() throws {
            var benches: [SVGABench] = []
            for file in files {
                guard let bytes = FileManager.default.contents(atPath: file) else {
                    StandardError.print("Error: \(file) cannot be read.")
                    throw ExitCode(2)
                }
                do {
                    let bench = SVGABench([UInt8](bytes), frames: frames, rounds: rounds)
                    // The memory of one must not be used again for the next.
                    benches.append(bench)
                    let outcome = try bench.run()
                    if json { try JSONOutput.print([file: outcome]) } else { print(Self.line(file, outcome)) }
                } catch let error as SVGAError {
                    StandardError.print("Error: \(file): \(error.code.rawValue): \(error)")
                    throw ExitCode(1)
                }
            }
        }

        private static func line(_ file: String, _ outcome: SVGABench.Outcome) -> String {
            func rounded(_ number: Double, _ places: Double = 10) -> Double { (number * places).rounded() / places }
            let memory = outcome.timesImages.map {
                "; \(rounded(Double(outcome.keptBytes ?? 0) / 1_000_000, 100)) MB, \(rounded($0, 100)) times its images"
            }
            return """
                \(file): decode \(rounded(outcome.decodeMilliseconds)) ms, \(outcome.frames) frames of \(Int(outcome.width)) by \
                \(Int(outcome.height)) \(rounded(outcome.drawMilliseconds)) ms, \(rounded(outcome.timesRealTime)) times real \
                time\(memory ?? "")
                """
        }
    }
#endif
