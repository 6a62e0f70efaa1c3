import OvationModel
import OvationRules
import OvationTestKit
import Testing

@testable import OvationBackend

/// The meaning of the answers of an app's backend.
@Suite struct CallbackAnswerTests {
    /// A backend that gives one fixed answer.
    private struct Backend: CallbackCaller {
        let text: String

        func post(
            _ callback: Callback, _ settings: CallbackSettings, milliseconds: Int
        ) async throws(CallbackFailure) -> [UInt8] { Array(text.utf8) }
    }

    private func biller(_ text: String) -> CallbackBiller {
        CallbackBiller(caller: Backend(text: text), configured: BillingPolicy(), timeoutMilliseconds: 1_000) {
            CallbackSettings(url: "https://example.com", commands: [CallbackCommand.beforeSendGift.rawValue])
        }
    }

    @Test(arguments: [
        #"{"ErrorCode":0}"#, #"{"ActionStatus":"OK","ErrorInfo":"","ErrorCode":0}"#,
        #"{"ActionStatus":"ok","ErrorCode":0}"#, #"{"ActionStatus":null,"ErrorCode":0}"#,
        #" { "ErrorCode" : 0.0 , "more" : [ {"ErrorCode":1} ] } "#, #"{"Error\u0043ode":0}"#,
    ])
    func `ErrorCode 0 of a billing means that it charged`(_ text: String) async {
        #expect(await biller(text).ask(Samples.order("1")) == .confirmed)
        #expect(await biller(text).revoke(Samples.order("1")))
    }

    @Test(arguments: [
        (#"{"ErrorCode":102150,"ErrorInfo":"too poor"}"#, 102_150),
        (#"{"ActionStatus":"FAIL","ErrorCode":102150,"ErrorInfo":"too poor"}"#, 102_150),
        (#"{"ActionStatus":"OK","ErrorCode":1,"ErrorInfo":"too poor"}"#, 1),
        (#"{"ErrorCode":-7,"ErrorInfo":"too poor"}"#, -7), (#"{"ErrorCode":500.00,"ErrorInfo":"too poor"}"#, 500),
    ])
    func `any other ErrorCode of a billing means that it refused`(_ text: String, _ code: Int) async {
        #expect(await biller(text).ask(Samples.order("1")) == .rejected(code: code, message: "too poor"))
        #expect(await !biller(text).revoke(Samples.order("1")))
    }

    /// Answers that two readers, or two parts of one reader, would understand as opposites.
    static let contradictions = [
        #"{"ActionStatus":"FAIL","ErrorCode":0}"#, #"{"ErrorCode":0,"ActionStatus":"fail"}"#,
        #"{"ActionStatus":"ERROR","ErrorCode":0}"#, #"{"ActionStatus":"","ErrorCode":0}"#,
        #"{"ErrorCode":0,"ErrorCode":102150}"#, #"{"ErrorCode":102150,"ErrorCode":0}"#,
        #"{"ErrorCode":0,"Error\u0043ode":1}"#, #"{"ErrorCode":0,"ErrorCode":0}"#,
        #"{"ActionStatus":"OK","ActionStatus":"FAIL","ErrorCode":0}"#,
    ]

    /// Answers without a whole number in `ErrorCode`. A lenient reader might round some of them to 0.
    static let nonsense = [
        #"{"ErrorCode":1e-400}"#, #"{"ErrorCode":-1e-400}"#, #"{"ErrorCode":0e5}"#, #"{"ErrorCode":1e2}"#,
        #"{"ErrorCode":0.5}"#, #"{"ErrorCode":0.\#(String(repeating: "0", count: 400))1}"#,
        #"{"ErrorCode":18446744073709551616}"#, #"{"ErrorCode":"0"}"#, #"{"ErrorCode":null}"#,
        #"{"ErrorCode":false}"#, #"{"ErrorCode":[0]}"#, #"{"errorCode":0}"#, #"{"Response":{"ErrorCode":0}}"#, "{}",
        "", "0", "null", #"[{"ErrorCode":0}]"#, #"{"ErrorCode":0}{"ErrorCode":1}"#, #"{"ErrorCode":0"#,
        #"{"ErrorCode":00}"#, #"{"ActionStatus":1,"ErrorCode":0}"#, "\u{FEFF}" + #"{"ErrorCode":0}"#,
    ]

    @Test(arguments: contradictions + nonsense)
    func `a contradictory or malformed answer of a billing leaves the outcome unclear`(_ text: String) async {
        #expect(await biller(text).ask(Samples.order("1")) == .unclear)
        #expect(await !biller(text).revoke(Samples.order("1")))
    }

    @Test(arguments: contradictions)
    func `a contradictory answer refuses a message or an entry`(_ text: String) throws {
        #expect(try !CallbackAnswer(Array(text.utf8)).isAllowed)
    }

    @Test(arguments: nonsense)
    func `an answer without a whole number is malformed`(_ text: String) {
        #expect(throws: CallbackFailure.malformed) { _ = try CallbackAnswer(Array(text.utf8)) }
    }

    @Test func `a replacement message with a repeated name is refused`() throws {
        let twice = #"{"ErrorCode":0,"MsgBody":[{"MsgType":"TIMTextElem","MsgContent":{"Text":"a","Text":"b"}}]}"#
        #expect(try !CallbackAnswer(Array(twice.utf8)).isAllowed)
        let once = twice.replacing(#","Text":"b""#, with: "")
        #expect(try CallbackAnswer(Array(once.utf8)).message?.first?.content.text == "a")
    }
}
