import Foundation
import Testing

/// The server's own description of its REST API.
@Suite(.timeLimit(.minutes(5)))
struct OpenAPIServingTests {
    @Test func `the server serves the API's description and a page that shows it`() async throws {
        try await TestServer.run { server in
            let caller = RESTCaller(server)
            let yaml = try await caller.post("/openapi.yaml", [], method: "GET")
            #expect(yaml.status == 200)
            #expect(String(decoding: yaml.body, as: UTF8.self).contains("/v4/ovation_moderation_srv/set_words"))
            let json = try await caller.post("/openapi.json", [], method: "GET")
            let document = try JSONSerialization.jsonObject(with: Data(json.body)) as? [String: Any]
            #expect(document?["openapi"] as? String == "3.1.0")
            for path in ["/docs", "/docs/docs.js", "/docs/model.js", "/docs/docs.css"] {
                #expect(try await caller.post(path, [], method: "GET").status == 200, "\(path)")
            }
        }
    }
}
