import Foundation
import OvationModel

/// The body of an answer over HTTP that tells of an error: of a plain request, or of a handshake that is refused.
struct ErrorAnswer: Decodable {
    /// What is wrong.
    let error: Rejection

    /// What a body says; nil where it tells of no error that has a number.
    static func read(_ body: [UInt8]) -> Rejection? {
        try? JSONDecoder().decode(ErrorAnswer.self, from: Data(body)).error
    }
}
