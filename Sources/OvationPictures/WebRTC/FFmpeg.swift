import Foundation
import OvationMedia
import OvationProcess
import OvationSupport

/// The program that hands a picture by WHIP on to the relay: where it is, whether it is fit, and how it is started.
package struct FFmpeg: Sendable {
    /// What was found.
    package struct Finding: Sendable, Equatable {
        /// Whether pictures can be handed on with it.
        package let isFit: Bool
        /// What was found, and what to do about it.
        package let sentence: String
    }

    /// How long `ffmpeg -version` may take.
    private static let answerMilliseconds = 5_000
    /// How much of its answer is read: far more than one has.
    private static let answerBytesMax = 65_536

    /// A name to look for in `PATH`, or a path.
    let name: String

    /// Looks whether pictures by WHIP reach the relay with a configuration: for operators.
    package static func check(_ configuration: RTCConfiguration) async -> Finding {
        guard configuration.forwardsMax > 0 else {
            return Finding(
                isFit: false, sentence: "rtc.forwardsMax is 0, so pictures by WHIP reach viewers by WHEP only.")
        }
        return await FFmpeg(name: configuration.ffmpegPath).look()
    }

    /// The path of the program; nil where there is none.
    var path: String? {
        let names: [String] =
            name.contains("/")
            ? [name]
            : (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":").map {
                "\($0)/\(name)"
            }
        return names.first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    /// What it is told of its surroundings: where programs and libraries are. The secrets of this server are none of its business, and
    /// neither is `FFREPORT`, which has it write files.
    static var environment: [String: String] {
        ProcessInfo.processInfo.environment.filter {
            ["PATH", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH"].contains($0.key)
        }
    }

    /// Asks the program for its version.
    package func look() async -> Finding {
        guard let path else {
            return Finding(
                isFit: false,
                sentence: "There is no \(name), so a picture by WHIP reaches viewers by WHEP only, and not the relay. "
                    + "Install it (apt install ffmpeg), or set rtc.ffmpegPath.")
        }
        do {
            let (process, output) = try ChildOutput.open {
                try ChildProcess.spawn([path, "-version"], environment: Self.environment, output: $0, error: .nothing)
            }
            let text = try? await withDeadline(milliseconds: Self.answerMilliseconds) {
                await output.text(bytesMax: Self.answerBytesMax)
            }
            // It has said what it is, or takes too long. What goes on after its answer, or answers without end, is not waited for.
            process.signal(SIGKILL)
            _ = await process.end()
            guard let text else {
                return Finding(
                    isFit: false,
                    sentence:
                        "\(path) did not say its version within \(Self.answerMilliseconds / 1_000) s. Look what it is.")
            }
            return Self.finding(text, path)
        } catch {
            return Finding(isFit: false, sentence: "\(path) cannot be started: \(error.localizedDescription)")
        }
    }

    static func finding(_ output: String, _ path: String) -> Finding {
        guard let version = FFmpegVersion(output: output) else {
            return Finding(isFit: false, sentence: "\(path) is not ffmpeg. Set rtc.ffmpegPath.")
        }
        guard version.isFit else {
            return Finding(
                isFit: false,
                sentence: "\(path) is too old (\(version.text)). It has to be \(FFmpegVersion.majorMin).0 or newer.")
        }
        return Finding(
            isFit: true, sentence: "ffmpeg \(version.text) hands pictures by WHIP on to the relay.")
    }

    /// How ffmpeg takes a publisher's packets and writes fragmented MP4 to its standard output.
    ///
    /// The picture is copied; the sound becomes AAC, which players of HLS have too.
    static func arguments(_ forward: RTPForward, host: String, firstPort: Int) -> [String] {
        let description = Data(forward.description(host: host, firstPort: firstPort).utf8).base64EncodedString()
        return [
            "-nostdin", "-hide_banner", "-loglevel", "error", "-protocol_whitelist", "data,rtp,udp",
            // Long enough for a key frame, which the room asks for each second.
            "-analyzeduration", "3000000", "-fflags", "+genpts", "-localaddr", host, "-f", "sdp",
            "-i", "data:application/sdp;base64,\(description)",
            "-map", "0", "-c:v", "copy", "-c:a", "aac", "-b:a", "128k", "-af", "aresample=async=1000", "-threads", "1",
            "-f", "mp4", "-flush_packets", "1",
        ]
            // Sound alone has no key frames at which a fragment could end.
            + (forward.hasPicture ? [] : ["-frag_duration", "1000000"])
            + ["-movflags", "frag_keyframe+empty_moov+default_base_moof+delay_moov", "pipe:1"]
    }
}
