import Foundation
import OvationModel

/// The body of an HTTP answer that reports an error, to a request or a handshake.
struct ErrorAnswer: Decodable {
    /// The error.
    let error: Rejection

    /// The error in a body; nil if there is none with a known code.
    static func read(_ body: [UInt8]) -> Rejection? {
        try? JSONDecoder().decode(ErrorAnswer.self, from: Data(body)).error
    }
}
