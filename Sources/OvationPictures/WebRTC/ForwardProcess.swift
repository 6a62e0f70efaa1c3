import Foundation
import OvationProcess
import OvationSupport

/// A process of ffmpeg that writes a picture, and ends with this server however that ends.
final class ForwardProcess: Sendable {
    /// Waits for the program, and kills it when its own standard input ends: then the server is gone, or has cut it.
    ///
    /// The program cannot do that itself: ffmpeg does not look at the end of its standard input.
    private static let guardian = """
        exec 3<&0
        "$@" </dev/null 3<&- &
        child=$!
        { read -r nothing; kill -9 $child; } <&3 >/dev/null 2>&1 &
        watch=$!
        exec 3<&-
        wait $child
        status=$?
        kill $watch 2>/dev/null
        exit $status
        """
    /// How long its last words may take after its end.
    private static let wordsMilliseconds = 500

    private let process: ChildProcess
    private let lifeline: ChildLifeline
    private let said = LastWords()
    private let hasSaidAll = FirstOutcome<Void>()

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - arguments: its path, then its arguments.
    ///   - onBytes: called on a thread of its own with what it writes, as it comes.
    /// - Throws: where the system starts no further process.
    init(_ arguments: [String], onBytes: @escaping @Sendable (Data) -> Void) throws {
        var outputs: [ChildOutput] = []
        (process, lifeline) = try ChildLifeline.open { input in
            let (process, words) = try ChildOutput.open { error in
                let (process, bytes) = try ChildOutput.open { output in
                    try ChildProcess.spawn(
                        ["/bin/sh", "-c", Self.guardian, "ovation-forward"] + arguments,
                        environment: FFmpeg.environment, input: input, output: output, error: error)
                }
                outputs.append(bytes)
                return process
            }
            outputs.append(words)
            return process
        }
        outputs[0].follow { if let bytes = $0 { onBytes(bytes) } }
        outputs[1].follow { [said, hasSaidAll] words in
            if let words { said.add(words) } else { hasSaidAll.end(.success(())) }
        }
    }

    /// Kills the program. Later calls do nothing.
    func kill() { lifeline.cut() }

    /// Waits until the program has ended. Call this once.
    func end() async -> Int32 {
        let status = await process.end()
        // What it said last may still be on its way; something that it started may hold the way open.
        _ = try? await withDeadline(milliseconds: Self.wordsMilliseconds) { [hasSaidAll] in
            try await hasSaidAll.value()
        }
        return status
    }

    /// What the program said last, in one line without control characters; empty where it said nothing.
    var lastWords: String { said.text }
}
