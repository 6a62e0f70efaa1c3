import NIOCore
import OvationSupport
import Synchronization

/// What the server makes of `Accept-Encoding`.
enum ContentCoding {
    /// Whether a client takes gzip (RFC 9110, 12.5.3). One that says nothing is sent what every client reads.
    static func takesGzip(_ header: String?) -> Bool {
        var takesAnything = false
        for part in (header ?? "").split(separator: ",") {
            let pieces = part.split(separator: ";").map { $0.filter { $0 != " " && $0 != "\t" }.lowercased() }
            guard let coding = pieces.first else { continue }
            let isRefused = pieces.dropFirst().contains(where: isZeroWeight)
            if coding == "gzip" || coding == "x-gzip" { return !isRefused }
            if coding == "*" { takesAnything = !isRefused }
        }
        return takesAnything
    }

    /// `q=0`, with up to three more zeros behind a point.
    static func isZeroWeight(_ parameter: String) -> Bool {
        parameter.hasPrefix("q=0") && parameter.dropFirst(2).allSatisfy { $0 == "0" || $0 == "." }
    }
}

/// A file as gzip has it. It is made when the first client asks for it, once, and kept.
final class CompressedForm: Sendable {
    private enum State {
        case awaited([UInt8])
        /// Nil where it is no smaller.
        case made(ByteBuffer?)
    }

    private let state: Mutex<State>

    /// Takes the file's bytes.
    init(of bytes: [UInt8]) {
        state = Mutex(.awaited(bytes))
    }

    /// The compressed bytes, or nil where they would be no fewer. Called on any thread; the first call compresses, which
    /// takes some milliseconds, and others wait for it.
    var bytes: ByteBuffer? {
        state.withLock { state in
            switch state {
            case .made(let bytes): return bytes
            case .awaited(let bytes):
                let gzip = Zlib.gzip(bytes)
                let made = gzip.count < bytes.count ? ByteBuffer(bytes: gzip) : nil
                state = .made(made)
                return made
            }
        }
    }
}
