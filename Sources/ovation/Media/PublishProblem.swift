import OvationClient
import OvationMedia
import OvationModel

/// Why a recording is not published, or not any further, each with what to do about it.
enum PublishProblem: Error, CustomStringConvertible {
    /// The file cannot be read from the disk.
    case unreadable(file: String, reason: String)
    /// The file is none that can be sent piece by piece.
    case notTaken(file: String, MediaError)
    /// The server did not let the publisher in.
    case refused(MediaPublishConnection.Refusal)
    /// The server ended the stream for good.
    case ended(MediaPublishConnection.End, file: String)
    /// No connection came about, or none came back in time.
    case unreachable(server: String, reason: String)
    /// The certificate is not to be believed here.
    case untrusted(server: String, reason: String)

    /// 1 where the server refused, 2 for a file that cannot be read, else as in sysexits.h: 65 for a wrong file, 69 for a server that
    /// cannot be reached.
    var exitCode: Int32 {
        switch self {
        case .refused, .ended: 1
        case .unreadable: 2
        case .notTaken: 65
        case .unreachable, .untrusted: 69
        }
    }

    var description: String {
        switch self {
        case .unreadable(let file, let reason): "\(file) cannot be read: \(reason)"
        case .notTaken(let file, let error):
            "\(file): \(error)\n"
                + FragmentingAdvice.text(for: file, isSoundAlone: error.advice == .fragmentDuration)
        case .refused(let refusal):
            (refusal.message ?? "The server answered with HTTP \(refusal.status).") + (Self.advice(for: refusal) ?? "")
        case .ended(let end, let file):
            (end.reason.isEmpty ? "The server ended the stream: \(end.code)." : end.reason)
                + (end.code == .mediaInvalid ? "\n\(FragmentingAdvice.text(for: file))" : "")
        case .unreachable(let server, let reason):
            "Cannot reach \(server): \(reason). Is the server running (\"ovation serve\")? Name it with --server."
        case .untrusted(let server, let reason): "\(server) is not trusted: \(reason). \(ServerTrust.advice)"
        }
    }

    private static func advice(for refusal: MediaPublishConnection.Refusal) -> String? {
        switch (refusal.code, refusal.status) {
        case (.streamKeyInvalid?, _):
            " Give the live's own key with --key-file or OVATION_STREAM_KEY; the REST command get_stream_key shows it."
        case (.liveNotOn?, _): " \"ovation room list\" shows the lives that are on."
        case (nil, 404): " Does it run a version that carries pictures, and is --server right?"
        default: nil
        }
    }
}

/// The command that makes a file of the right kind.
enum FragmentingAdvice {
    /// The command for a file. It makes a key frame a second, whatever the frames a second are.
    ///
    /// - Parameter isSoundAlone: whether it has no picture. Then nothing but a length ends a fragment.
    static func command(for file: String, isSoundAlone: Bool = false) -> String {
        let name = file.split(separator: "/").last.map(String.init) ?? file
        let stem = name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
        if isSoundAlone {
            return "ffmpeg -i \(quoted(file)) -vn -c:a aac -frag_duration 1000000 "
                + "-movflags empty_moov+default_base_moof \(quoted(stem + "-live.mp4"))"
        }
        return "ffmpeg -i \(quoted(file)) -c:v libx264 -profile:v baseline -pix_fmt yuv420p "
            + "-force_key_frames 'expr:gte(t,n_forced)' -c:a aac "
            + "-movflags frag_keyframe+empty_moov+default_base_moof \(quoted(stem + "-live.mp4"))"
    }

    static func text(for file: String, isSoundAlone: Bool = false) -> String {
        "This makes a file of the right kind:\n  \(command(for: file, isSoundAlone: isSoundAlone))"
    }

    /// A word of a shell.
    private static func quoted(_ text: String) -> String {
        let plain = text.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "/"): true
            case UInt8(ascii: "-"): text.utf8.first != UInt8(ascii: "-")
            default: false
            }
        }
        return plain && !text.isEmpty
            ? text
            : "'"
                + text.split(separator: "'", omittingEmptySubsequences: false)
                .joined(separator: "'\\''") + "'"
    }
}
