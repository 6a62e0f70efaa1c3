import ArgumentParser
import Foundation
import OvationCommandLine
import OvationMedia

/// `ovation media`: the pictures of lives.
struct MediaCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "media", abstract: "Publish recordings as the picture of a live, and look whether they can be.",
        discussion: """
              ovation media check clip.mp4
              ovation media publish clip.mp4 --live demo_music --loop
            """,
        subcommands: [MediaPublishCommand.self, Check.self])

    /// `ovation media check`.
    struct Check: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "check", abstract: "Say whether a recording can be the picture of a live, and what to change.",
            discussion: """
                Reads the file as a server does when it is published at its own pace: fragmented MP4 with one picture, one sound, or \
                one of each, key frames at most two seconds apart. The limits are those of a server without a configuration of its own.

                  ovation media check clip.mp4
                  ovation media check clip.mp4 --json

                Exits with 0, with 65 where a server would not take it, with 2 where it cannot be read from the disk.
                """)

        @Argument(help: "The file.") var file: String
        @Flag(help: "Print JSON: {\"accepted\", \"error\", \"ffmpeg\", \"codecs\", \"fragments\", \"seconds\", …}.")
        var json = false

        func run() throws {
            let report = MediaFileReport(file: file, try findings())
            if json {
                try JSONOutput.print(report)
            } else {
                for line in report.lines { print(line) }
            }
            if !report.accepted { throw ExitCode(65) }
        }

        private func findings() throws -> StreamCheck.Findings {
            var check = StreamCheck()
            do {
                let handle = try FileHandle(forReadingFrom: URL(fileURLWithPath: file))
                defer { try? handle.close() }
                while let chunk = try handle.read(upToCount: 1_024 * 1_024), !chunk.isEmpty {
                    guard check.take(ArraySlice(chunk)) else { break }
                }
            } catch {
                StandardError.print(
                    "Error: \(PublishProblem.unreadable(file: file, reason: error.localizedDescription))")
                throw ExitCode(2)
            }
            check.finish()
            return check.findings
        }
    }
}
