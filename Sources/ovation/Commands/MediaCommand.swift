import ArgumentParser
import Foundation
import NIOPosix
import OvationCommandLine
import OvationMedia
import OvationPictures

/// `ovation media`: the pictures of lives.
struct MediaCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "media", abstract: "Publish recordings as the picture of a live, and look whether they can be.",
        discussion: """
              ovation media check clip.mp4
              ovation media check
              ovation media publish clip.mp4 --live demo_music --loop
            """,
        subcommands: [MediaPublishCommand.self, Check.self])

    /// `ovation media check`.
    struct Check: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "check",
            abstract: "Say whether a recording can be the picture of a live, or whether the media server answers.",
            discussion: """
                Reads the file as a server does when it is published at its own pace: fragmented MP4 with one picture, one sound, or \
                one of each, key frames at most two seconds apart. The limits are those of a server without a configuration of its own.

                  ovation media check clip.mp4
                  ovation media check clip.mp4 --json

                Without a file it reads the configuration of "ovation serve", and asks the Janus that this names (rtc.engine) for a \
                session, as the server would, and ffmpeg for its version (rtc.ffmpegPath), which hands pictures by WHIP on to everybody.

                  ovation media check --config /etc/ovation/ovation.yaml

                Exits with 0, with 65 where a server would not take it, or Janus would not do, with 2 where it cannot be read from \
                the disk.
                """)

        @Argument(help: "The file; without it, the media server of the configuration is asked.") var file: String?
        @OptionGroup var options: ConfigurationOptions
        @Flag(help: "Print JSON: {\"accepted\", \"error\", \"ffmpeg\", \"codecs\", \"fragments\", \"seconds\", …}.")
        var json = false

        func run() async throws {
            guard let file else { return try await askMediaServer() }
            let report = MediaFileReport(file: file, try findings(file))
            if json {
                try JSONOutput.print(report)
            } else {
                for line in report.lines { print(line) }
            }
            if !report.accepted { throw ExitCode(65) }
        }

        private func askMediaServer() async throws {
            let rtc = try options.settings().rtc
            let finding = await JanusCheck.run(rtc, group: MultiThreadedEventLoopGroup.singleton)
            let forwarding = rtc.engine == .none ? nil : await FFmpeg.check(rtc)
            if json {
                try JSONOutput.print(
                    ServerReport(
                        ok: finding.isFit, message: finding.sentence, forwards: forwarding?.isFit,
                        forwarding: forwarding?.sentence))
            } else {
                for sentence in [finding.sentence, forwarding?.sentence].compactMap(\.self) { print(sentence) }
            }
            if !finding.isFit { throw ExitCode(65) }
        }

        private struct ServerReport: Encodable {
            let ok: Bool
            let message: String
            /// Whether pictures by WHIP reach the relay, and so everybody.
            let forwards: Bool?
            let forwarding: String?
        }

        private func findings(_ file: String) throws -> StreamCheck.Findings {
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
