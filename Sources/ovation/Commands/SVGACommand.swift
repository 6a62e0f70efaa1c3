import ArgumentParser
import Foundation
import OvationCommandLine
import SVGA

/// `ovation svga`: looks into the files of effects.
struct SVGACommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "svga", abstract: "Look into the files of effects that fill the screen.",
        discussion: """
              ovation svga check gifts/*.svga

            "check" exits with 0, with 1 where a file is not one that players here take, with 2 where it cannot be read from the disk.
            """,
        subcommands: [Info.self, Check.self])

    /// Reads a file, no more of it than an effect may have.
    static func bytes(of file: String) throws -> [UInt8] {
        do {
            let handle = try FileHandle(forReadingFrom: URL(fileURLWithPath: file))
            defer { try? handle.close() }
            return [UInt8](try handle.read(upToCount: SVGALimits.standard.fileBytesMax + 1) ?? Data())
        } catch {
            StandardError.print("Error: \(file) cannot be read: \(error.localizedDescription)")
            throw ExitCode(2)
        }
    }

    /// `ovation svga info`.
    struct Info: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "info", abstract: "Show what an effect is made of.")

        @Argument(help: "The file.") var file: String
        @Flag(help: "Print JSON: {\"version\", \"width\", \"height\", \"framesPerSecond\", \"frames\", …}.") var json =
            false

        func run() throws {
            let bytes = try SVGACommand.bytes(of: file)
            let movie: SVGAMovie
            do {
                movie = try SVGAMovie(decoding: bytes)
            } catch {
                StandardError.print("Error: \(file): \(error.code.rawValue): \(error)")
                throw ExitCode(1)
            }
            let summary = EffectSummary(movie, fileBytes: bytes.count)
            if json { try JSONOutput.print(summary) } else { for line in summary.lines { print(line) } }
        }
    }

    /// `ovation svga check`.
    struct Check: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "check",
            abstract: "Say whether effects can be played, and what is wrong with those that cannot.")

        @Argument(help: "The files.") var files: [String]

        func run() throws {
            var isFine = true
            for file in files {
                let bytes = try SVGACommand.bytes(of: file)
                do {
                    let movie = try SVGAMovie(decoding: bytes)
                    print("\(file): fine, \(movie.durationMilliseconds) ms")
                } catch {
                    isFine = false
                    print("\(file): \(error.code.rawValue): \(error)")
                }
            }
            if !isFine { throw ExitCode(1) }
        }
    }
}
