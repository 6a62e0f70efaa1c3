import Foundation
import OvationModel
import OvationTestKit
import Testing

@testable import OvationBackend

/// An operator who looks whether the app's backend answers.
@Suite(.timeLimit(.minutes(5)))
struct CallbackTrialTests {
    private static let created = "Live.CallbackAfterCreateRoom"

    @Test func `a test of the endpoint posts one signed callback and tells how it was answered`() async throws {
        try await CallbackWorld.run([Self.created]) { world async throws in
            let answer = try await world.rest.response("ovation_webhook_srv/test_endpoint")
            #expect(answer["IsAnswered"] as? Bool == true)
            #expect(answer["Failure"] as? String == "")
            #expect((answer["Milliseconds"] as? Int ?? -1) >= 0)
            let request = await world.callback("Live.CallbackTest")
            #expect(request.headers["webhook-id"] == answer["WebhookId"] as? String)
            #expect(request.headers["webhook-signature"]?.hasPrefix("v1,") == true)
            #expect(request.json["CallbackCommand"] as? String == "Live.CallbackTest")
        }
    }

    @Test func `a backend that fails is told as such, and the last answers stay for the console`() async throws {
        try await CallbackWorld.run(
            [Self.created], behaviour: { _ in .answer(status: 503, "") }
        ) { world async throws in
            for _ in 0...CallbackAnswered.keptMax {
                let answer = try await world.rest.response("ovation_webhook_srv/test_endpoint")
                #expect(answer["IsAnswered"] as? Bool == false)
                #expect((answer["Failure"] as? String ?? "").contains("503"))
            }
            let status = try await world.rest.response("ovation_webhook_srv/get_status")
            let answers = try #require(status["AnswerList"] as? [[String: Any]])
            #expect(answers.count == CallbackAnswered.keptMax, "no more are kept")
            #expect(answers.allSatisfy { $0["CallbackCommand"] as? String == "Live.CallbackTest" })
            #expect(answers.allSatisfy { ($0["AgeSeconds"] as? Int ?? -1) >= 0 })
        }
    }

    @Test func `an address can be tried before it is configured, and one that may not be called is refused`()
        async throws
    {
        try await CallbackWorld.run([]) { world async throws in
            #expect(try await world.rest.code("ovation_webhook_srv/test_endpoint") == 100_301)
            let answer = try await world.rest.response(
                "ovation_webhook_srv/test_endpoint", ["Url": world.backend.url])
            #expect(answer["IsAnswered"] as? Bool == true)
            #expect(try await world.rest.code("live_config/get_callback") == 100_301, "a test configures nothing")
            for url in ["http://10.0.0.1/", "ftp://backend.example/", "https://a:b@backend.example/"] {
                let code = try await world.rest.code("ovation_webhook_srv/test_endpoint", ["Url": url])
                #expect(code == 100_002, "\(url)")
            }
        }
    }
}
