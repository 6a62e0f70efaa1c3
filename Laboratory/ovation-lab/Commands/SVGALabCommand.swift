import ArgumentParser
import Foundation
import OvationCommandLine
import SVGA
import SVGAEffects

/// `ovation-lab svga`: makes effects and draws them.
struct SVGALabCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "svga", abstract: "Make the demo's effects, draw frames of any effect, and measure.",
        discussion: """
              ovation-lab svga make gifts Web/gifts         the effects of the demo's grand gifts
              ovation-lab svga make samples samples         small files, each for a part of the format
              ovation-lab svga render rocket.svga --frame 60 -o rocket.png
              ovation-lab svga bench Web/gifts/*.svga       what they cost to decode, to draw and to keep

            "render" and "bench" draw with Cairo: they are there where the trait Laboratory is on when this program is built, and needs \
            libcairo2-dev.
            """,
        subcommands: subcommands)

    #if Laboratory
        private static let subcommands: [any ParsableCommand.Type] = [
            Make.self, SVGARenderCommand.self, SVGABenchCommand.self,
        ]
    #else
        private static let subcommands: [any ParsableCommand.Type] = [Make.self]
    #endif

    /// Writes a file.
    static func write(_ bytes: [UInt8], to path: String) throws {
        do {
            try Data(bytes).write(to: URL(fileURLWithPath: path))
        } catch {
            StandardError.print("Error: \(path) cannot be written: \(error.localizedDescription)")
            throw ExitCode(2)
        }
    }

    /// `ovation-lab svga make`.
    struct Make: ParsableCommand {
        /// What can be made.
        enum Collection: String, ExpressibleByArgument, CaseIterable {
            case gifts, samples
        }

        static let configuration = CommandConfiguration(
            commandName: "make", abstract: "Write effects into a folder. The same program always writes the same bytes."
        )

        @Argument(help: "gifts, for the demo's grand gifts, or samples, for a part of the format each.")
        var collection: Collection

        @Argument(help: "The folder, which has to be there.") var folder: String

        func run() throws {
            for file in try files() {
                try SVGALabCommand.write(file.bytes, to: "\(folder)/\(file.name)")
                print("\(file.name)  \(file.bytes.count) bytes")
            }
        }

        private func files() throws -> [(name: String, bytes: [UInt8])] {
            switch collection {
            case .gifts: try GrandGift.allCases.map { (name: "\($0.rawValue).svga", bytes: try $0.movie.encoded()) }
            case .samples: try SampleMovie.files()
            }
        }
    }
}
