import Foundation
import Testing

@testable import ovation

/// The description of the REST API, as `ovation openapi` prints it.
@Suite struct OpenAPICommandTests {
    @Test func `the committed document is the one that the commands make`() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Protocol/openapi.yaml")
        let committed = String(decoding: try Data(contentsOf: file), as: UTF8.self)
        #expect(try OpenAPICommand.text() == committed, "run scripts/generate-openapi")
    }

    @Test func `JSON becomes YAML with the same content in the same order`() throws {
        let long = String(repeating: "word ", count: 40)
        let json =
            #"{"plain":1,"yes":true,"a b":"x: \"y\" #z\n\u2028é","3.0":"3.0","empty":[],"none":{},"#
            + #""list":[{"a":1,"b":[1,"2"]},"three",[4]],"/v4/x":{"200":{"deep":false}},"long":"\#(long)"}"#
        #expect(
            try ReadableYAML.of(json: json) == #"""
                plain: 1
                "yes": true
                a b: "x: \"y\" #z\n\Lé"
                "3.0": "3.0"
                empty: []
                none: {}
                list:
                - a: 1
                  b:
                  - 1
                  - "2"
                - "three"
                - - 4
                /v4/x:
                  "200":
                    deep: false
                long: "\#(long)"

                """#)
    }

    @Test(arguments: ["{", #"{"a": [1}"#, #"{"a":"#])
    func `text that is not JSON is refused`(text: String) {
        #expect(throws: (any Error).self) { try ReadableYAML.of(json: text) }
    }
}
