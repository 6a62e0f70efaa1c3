import ArgumentParser
import Foundation
import OvationCommandLine
import OvationMedia
import OvationMediaSamples

/// `ovation-lab media`: tries what reads the streams of publishers.
struct MediaLabCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "media", abstract: "Try what reads the streams of publishers.", subcommands: [Fuzz.self])

    /// `ovation-lab media fuzz`.
    struct Fuzz: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "fuzz",
            abstract: "Read damaged streams: each is read, or refused with an error that says why.",
            discussion: """
                Streams that a program makes, or those of files, are damaged in their bytes and in the order of their boxes. The \
                verdict is 1 where a promise is broken: a limit, a time out of bounds, more handed out than came, or another outcome \
                for the same bytes in other chunks. A trap ends the program. At least a fifth of the program's own streams have to be \
                read to their end, so that the damage reaches what stands deep inside.

                  ovation-lab media fuzz --mutations 10000000 --seed 1
                  ovation-lab media fuzz --mutations 100000 clip.mp4
                """)

        @Option(help: "How many streams are damaged and read.") var mutations = 1_000_000
        @Option(help: "What repeats the run.") var seed: UInt64 = 1
        @Argument(help: "Files of fragmented MP4, in place of the program's own.") var files: [String] = []
        @Flag(help: "Print JSON.") var json = false

        func validate() throws {
            guard mutations > 0 else { throw ValidationError("--mutations is at least 1.") }
        }

        func run() throws {
            var mutation = StreamMutation(files.isEmpty ? StreamMutation.samples : try streams(), seed: seed)
            var left = mutations
            while left > 0 {
                let step = min(left, 500_000)
                mutation.run(step)
                left -= step
                if mutations > step { StandardError.print("\(mutations - left) of \(mutations)") }
            }
            let report = Report(mutation.tally, seed: seed, ownStreams: files.isEmpty)
            if json {
                print(try report.json())
            } else {
                report.lines.forEach { print($0) }
            }
            if !report.holds { throw ExitCode(1) }
        }

        private func streams() throws -> [[UInt8]] {
            try files.map { path in
                do {
                    let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
                    guard !bytes.isEmpty else { throw CocoaError(.fileReadCorruptFile) }
                    return bytes
                } catch {
                    StandardError.print("Error: \(path) cannot be read: \(error.localizedDescription)")
                    throw ExitCode(2)
                }
            }
        }
    }
}

extension MediaLabCommand {
    /// What came of a run, with its verdict.
    struct Report: Encodable {
        let seed: UInt64
        let mutations: Int
        let accepted: Int
        let fragments: Int
        let refused: [String: Int]
        let broken: [String]
        let holds: Bool

        /// - Parameter ownStreams: whether they were the program's own. Of a stranger's file no share can be asked for.
        init(_ tally: StreamMutation.Tally, seed: UInt64, ownStreams: Bool) {
            self.seed = seed
            mutations = tally.mutations
            accepted = tally.accepted
            fragments = tally.fragments
            refused = Dictionary(uniqueKeysWithValues: tally.refused.map { ($0.key.rawValue, $0.value) })
            broken = tally.broken
            // A share of a handful says nothing.
            holds =
                tally.broken.isEmpty
                && (!ownStreams || tally.mutations < 1_000 || tally.accepted * 5 >= tally.mutations)
        }

        var lines: [String] {
            let reasons = refused.sorted { ($0.value, $1.key) > ($1.value, $0.key) }.map { "\($0.key) \($0.value)" }
            return [
                "seed \(seed): \(mutations) damaged streams, \(accepted) read to their end (\(accepted * 100 / max(mutations, 1)) %), "
                    + "\(fragments) fragments",
                "refused: " + reasons.joined(separator: ", "),
            ] + broken.map { "BROKEN: \($0)" } + [holds ? "All holds." : "Something does not hold."]
        }

        func json() throws -> String {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys]
            return String(decoding: try encoder.encode(self), as: UTF8.self)
        }
    }
}
