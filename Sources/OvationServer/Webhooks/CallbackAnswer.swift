import Foundation
import OvationWire

/// What the backend answers to a question.
struct CallbackAnswer: Hashable, Sendable {
    /// 0 for yes; what others mean depends on the question.
    var code: Int
    /// What it says to it.
    var info: String
    /// A message in place of the one that was asked about; nil to leave it as it is.
    var message: [CallbackMessageElement]?
    /// The message's custom data in place of what it had; nil to leave it as it is.
    var customData: String?

    /// Reads an answer.
    ///
    /// `ActionStatus` may be missing, as many receivers leave it out; where it says `FAIL` beside the code 0, that is a no.
    /// - Throws: `malformed` where it is none.
    init(_ body: [UInt8]) throws(CallbackFailure) {
        guard let content = try? WireJSON.decode(Content.self, from: Data(body)) else { throw .malformed }
        let isFailure = content.ActionStatus?.uppercased() == "FAIL"
        code = content.ErrorCode == 0 && isFailure ? 1 : content.ErrorCode
        info = content.ErrorInfo ?? ""
        message = content.MsgBody
        customData = content.CloudCustomData
    }

    /// Whether it is a yes.
    var isAllowed: Bool { code == 0 }

    // The names on the wire are the API's own.
    private struct Content: Decodable {
        let ActionStatus: String?
        let ErrorCode: Int
        let ErrorInfo: String?
        let MsgBody: [CallbackMessageElement]?
        let CloudCustomData: String?
    }
}

extension CallbackCaller {
    /// Asks, and reads the answer.
    func ask(
        _ callback: Callback, _ settings: CallbackSettings, milliseconds: Int
    ) async throws(CallbackFailure) -> CallbackAnswer {
        try CallbackAnswer(try await post(callback, settings, milliseconds: milliseconds))
    }
}
