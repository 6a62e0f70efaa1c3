import OvationModel
import OvationRules
import Testing

@testable import OvationBackend

/// The effect of the backend's answer on a message.
@Suite struct MessageVerdictTests {
    private static let command = RoomCommand.barrage(.text("hello", extensionInfo: [:]))

    private func verdict(_ body: String, passesOnSilence: Bool = true) throws -> MessageVerdict {
        MessageVerdict(
            .success(try CallbackAnswer([UInt8](body.utf8))), about: Self.command, passesOnSilence: passesOnSilence)
    }

    @Test func `a yes lets the message pass, with the backend's replacement if there is one`() throws {
        guard case .passes(let same) = try verdict(#"{"ErrorCode":0}"#) else {
            Issue.record("the message must pass")
            return
        }
        #expect(same == Self.command)
        let changed = #"{"ErrorCode":0,"MsgBody":[{"MsgType":"TIMTextElem","MsgContent":{"Text":"h***o"}}]}"#
        guard case .passes(let other) = try verdict(changed) else {
            Issue.record("the message must pass")
            return
        }
        #expect(other == .barrage(.text("h***o", extensionInfo: [:])))
    }

    @Test func `the backend can discard a message silently`() throws {
        guard case .vanishes = try verdict(#"{"ErrorCode":2}"#) else {
            Issue.record("the message must vanish")
            return
        }
    }

    @Test(arguments: [(1, 10_016), (10_100, 10_100), (10_200, 10_200), (10_201, 10_016), (-1, 10_016)])
    func `a no has the app's number if it is one of the app's own`(_ code: Int, _ told: Int) throws {
        guard case .refused(let rejection) = try verdict(#"{"ErrorCode":\#(code),"ErrorInfo":"not here"}"#) else {
            Issue.record("the message must be refused")
            return
        }
        #expect(rejection.code.rawValue == (told == 10_016 ? ErrorCode.messageRefusedByReview.rawValue : told))
        #expect(rejection.message == "not here")
    }

    @Test(arguments: [true, false]) func `silence means what the operator configured`(_ passes: Bool) {
        let verdict = MessageVerdict(.failure(.timedOut), about: Self.command, passesOnSilence: passes)
        switch verdict {
        case .passes(let command): #expect(passes && command == Self.command)
        case .refused(let rejection): #expect(!passes && rejection.code == .messageRefusedByReview)
        case .vanishes: Issue.record("the message must not vanish")
        }
    }
}
