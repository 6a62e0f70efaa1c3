import Foundation
import NIOCore
import OvationProcess
import OvationSupport
import Synchronization

/// One run of ffmpeg, which makes a small JPEG of a key frame.
///
/// The picture comes from a stranger, so a process of its own decodes it, and not this server: it reads one pipe and writes another, opens
/// no file and no address, knows few decoders, and has little time, memory and weight.
enum CoverDrawing {
    /// Why there is no JPEG.
    enum Failure: Error {
        /// It took too long, and was killed.
        case slow
        /// It wrote more than a cover may have.
        case tooLarge
        /// It wrote nothing; with what it said last.
        case failed(String)
    }

    /// How long it may take by the clock.
    static let millisecondsMax = 5_000
    /// What part of that time its last words may take after its end: one in so many.
    private static let wordsShare = 10
    /// How much of a processor's time it may take, in seconds.
    private static let processorSecondsMax = 2
    /// How much memory it may ask for, in kibibytes.
    private static let memoryKibibytesMax = 2_097_152
    /// The longer side of a cover, in pixels.
    private static let side = 320
    /// Decoders of what browsers play.
    private static let decoders = "h264,hevc,av1,libdav1d,vp8,vp9"

    /// Bounds the program before it starts. Where the system knows a bound not, the others hold.
    private static let bounded = """
        ulimit -t \(processorSecondsMax) 2>/dev/null
        ulimit -v \(memoryKibibytesMax) 2>/dev/null
        ulimit -c 0 2>/dev/null
        nice true 2>/dev/null && exec nice -n 10 "$@"
        exec "$@"
        """

    private static var arguments: [String] {
        [
            "-nostdin", "-hide_banner", "-loglevel", "error", "-protocol_whitelist", "pipe", "-codec_whitelist",
            decoders,
            "-threads", "1", "-f", "mp4", "-i", "pipe:0", "-map", "0:v:0", "-frames:v", "1", "-filter_threads", "1",
            "-vf", "scale=\(side):\(side):force_original_aspect_ratio=decrease:force_divisible_by=2,format=yuvj420p",
            "-map_metadata", "-1", "-bitexact", "-c:v", "mjpeg", "-q:v", "5", "-threads", "1", "-f", "mjpeg", "pipe:1",
        ]
    }

    /// Draws a cover.
    ///
    /// - Parameters:
    ///   - path: where ffmpeg is.
    ///   - content: the beginning of a stream, and a fragment that begins with a key frame.
    ///   - bytesMax: what a cover may have.
    ///   - milliseconds: how long it may take.
    /// - Returns: what the program wrote. Nobody has looked into it yet.
    /// - Throws: ``Failure``; `POSIXError` where no process can be started; `CancellationError`.
    static func run(
        _ path: String, _ content: [ByteBuffer], bytesMax: Int, milliseconds: Int = millisecondsMax
    ) async throws -> [UInt8] {
        var outputs: [ChildOutput] = []
        let (process, input) = try ChildInput.open { input in
            let (process, words) = try ChildOutput.open { error in
                let (process, picture) = try ChildOutput.open { output in
                    try ChildProcess.spawn(
                        ["/bin/sh", "-c", bounded, "ovation-cover", path] + arguments, environment: FFmpeg.environment,
                        input: input, output: output, error: error)
                }
                outputs.append(picture)
                return process
            }
            outputs.append(words)
            return process
        }
        let (said, hasSaidAll, picture) = (LastWords(), FirstOutcome<Void>(), FirstOutcome<Data>())
        outputs[1].follow { words in
            if let words { said.add(words) } else { hasSaidAll.end(.success(())) }
        }
        collect(outputs[0], bytesMax: bytesMax, into: picture)
        input.send(content.map { Data($0.readableBytesView) })
        let result = await Result { try await withDeadline(milliseconds: milliseconds) { try await picture.value() } }
        // The frame is there, or its time is over: the program is not needed any more.
        process.signal(SIGKILL)
        _ = await process.end()
        do {
            let bytes = try result.get()
            guard bytes.isEmpty else { return Array(bytes) }
            _ = try? await withDeadline(milliseconds: milliseconds / wordsShare) { try await hasSaidAll.value() }
            throw Failure.failed(said.text)
        } catch is DeadlinePassed {
            throw Failure.slow
        }
    }

    /// Collects what a program writes until it ends, or has written too much.
    private static func collect(_ output: ChildOutput, bytesMax: Int, into picture: FirstOutcome<Data>) {
        let bytes = Mutex(Data())
        output.follow { part in
            bytes.withLock { bytes in
                guard let part else { return picture.end(.success(bytes)) }
                guard bytes.count + part.count <= bytesMax else { return picture.end(.failure(Failure.tooLarge)) }
                bytes += part
            }
        }
    }
}
