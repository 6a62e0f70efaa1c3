import Foundation
import Logging
import OvationModel
import OvationTestKit
import Synchronization
import Testing

@testable import OvationObservability

struct ObservabilityLogTests {
    private static let noon = Timestamp(milliseconds: 1_763_714_400_123)

    /// Writes a log to memory and returns its lines.
    private func lines(
        _ format: StructuredLogHandler.Format, isTerminal: Bool = false, environment: [String: String] = [:],
        level: Logger.Level = .trace, provider: Logger.MetadataProvider? = nil, _ body: (inout Logger) -> Void
    ) -> [String] {
        let recorded = Recorded()
        var logger = Logger(label: "ovation") { label in
            StructuredLogHandler(
                label: label, format: format, level: level,
                output: LogOutput(isTerminal: isTerminal) { recorded.append($0) },
                metadataProvider: provider, environment: environment, wall: { Self.noon })
        }
        body(&logger)
        return recorded.lines
    }

    private final class Recorded: Sendable {
        private let state = Mutex<[String]>([])
        var lines: [String] { state.withLock { $0 } }
        func append(_ line: [UInt8]) { state.withLock { $0.append(String(decoding: line, as: UTF8.self)) } }
    }

    // MARK: - JSON

    @Test func `a line is one JSON object with its metadata sorted by key`() {
        let written = lines(.json) { logger in
            logger[metadataKey: LogKeys.roomID] = "r1"
            logger.info("live created", metadata: ["user.id": "bob", "count": .stringConvertible(3)])
        }
        #expect(
            written == [
                #"{"time":"2025-11-21T08:40:00.123Z","level":"info","logger":"ovation","message":"live created","#
                    + #""count":3,"room.id":"r1","user.id":"bob"}"# + "\n"
            ])
    }

    @Test func `nested metadata gets dotted keys and keeps its types`() throws {
        let written = lines(.json) { logger in
            logger.info(
                "m",
                metadata: [
                    "room": ["id": "r1", "owner": ["id": "bob"]],
                    "list": ["a", .stringConvertible(2), ["k": "v"]],
                    "flag": .stringConvertible(true), "ratio": .stringConvertible(0.5),
                    "infinite": .stringConvertible(Double.infinity), "negative": .stringConvertible(Int8(-1)),
                ])
        }
        let tail = try #require(written.first?.components(separatedBy: #""message":"m","#).last)
        #expect(
            tail == #""flag":true,"infinite":"inf","list":["a",2,{"k":"v"}],"negative":-1,"ratio":0.5,"#
                + #""room.id":"r1","room.owner.id":"bob"}"# + "\n")
    }

    @Test func `any text survives as JSON`() throws {
        var random = SeededGenerator.printed()
        for _ in 0..<300 {
            let scalars = (0..<Int.random(in: 0...30, using: &random)).compactMap { _ in
                Unicode.Scalar(UInt32.random(in: 0...0x2FFF, using: &random))
            }
            let text = String(String.UnicodeScalarView(scalars))
            let written = lines(.json) { $0.info("\(text)", metadata: ["k\(text)": "\(text)"]) }
            let line = try #require(written.first)
            #expect(line.utf8.filter { $0 == UInt8(ascii: "\n") }.count == 1)
            let object = try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: String])
            #expect(Array((object["message"] ?? "?").unicodeScalars) == scalars)
        }
    }

    @Test func `metadata cannot pass for another part of the line`() throws {
        let written = lines(.json) { logger in
            logger.info("m", metadata: ["level": "critical", "time": "never", "message": "x", "logger": "y"])
        }
        let line = try #require(written.first)
        let object = try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: String])
        #expect(object["level"] == "info")
        #expect(object["metadata.level"] == "critical")
        #expect(object["metadata.time"] == "never")
        #expect(object.count == 8)
    }

    // MARK: - Text

    @Test func `the text format is made for people`() {
        let written = lines(.text) { logger in
            logger.warning(
                "storage is slow",
                metadata: ["room.id": "r1", "name": "Late Night", "empty": "", "n": .stringConvertible(4)])
            logger.info("up")
        }
        #expect(
            written == [
                "2025-11-21T08:40:00.123Z WARNING  ovation: storage is slow"
                    + " empty=\"\" n=4 name=\"Late Night\" room.id=r1\n",
                "2025-11-21T08:40:00.123Z INFO     ovation: up\n",
            ])
    }

    @Test func `input cannot move the cursor or start a new line`() throws {
        let written = lines(.text) { logger in
            logger.info(
                "a\n2025 INFO forged\u{1B}[2J",
                metadata: ["k": "x\r\ny\u{9B}31m \"q\" \\", "l": "a\u{2028}b", "list": ["\u{7F}"], "key\u{7}": "v"])
        }
        let line = try #require(written.first)
        #expect(line.dropLast().unicodeScalars.allSatisfy { $0.properties.generalCategory != .control })
        #expect(line.contains(#"a\n2025 INFO forged\u001b[2J"#))
        #expect(line.contains(#"k="x\r\ny\u009b31m \"q\" \\""#))
        #expect(line.contains(#"l=a\u2028b"#))
    }

    @Test func `colours appear only on terminals, and only if they are wanted`() throws {
        func isColoured(_ environment: [String: String], isTerminal: Bool, _ format: StructuredLogHandler.Format)
            -> Bool
        {
            lines(format, isTerminal: isTerminal, environment: environment) { $0.error("e", metadata: ["k": "v"]) }
                .contains { $0.contains("\u{1B}[") }
        }
        #expect(isColoured([:], isTerminal: true, .text))
        #expect(isColoured(["NO_COLOR": ""], isTerminal: true, .text))
        #expect(!isColoured(["NO_COLOR": "1"], isTerminal: true, .text))
        #expect(!isColoured(["TERM": "dumb"], isTerminal: true, .text))
        #expect(!isColoured([:], isTerminal: false, .text))
        #expect(!isColoured([:], isTerminal: true, .json))
        let line = try #require(lines(.text, isTerminal: true) { $0.error("e", metadata: ["k": "v"]) }.first)
        #expect(line.hasSuffix("Z \u{1B}[1;31mERROR\u{1B}[0m    ovation: e \u{1B}[2mk=\u{1B}[0mv\n"))
    }

    // MARK: - Secrets

    @Test(arguments: [
        "userSig", "UserSig", "user_sig", "usersig", "session.userSig", "secret", "app.secret", "SDKSecretKey", "token",
        "accessToken", "x-auth-token", "tokens", "text", "barrage.text", "messageText", "raw_text", "password",
        "db.password",
        "Authorization", "cookie", "tls.privateKey", "credentials", "sig",
    ])
    func `a value is never printed if its key names a secret or a text`(key: String) {
        for format in StructuredLogHandler.Format.allCases {
            let written = lines(format) { logger in
                logger.info("m", metadata: ["\(key)": "hunter2"])
                logger.info("m", metadata: ["\(key)": ["inner": "hunter2", "deep": ["er": "hunter2"]]])
                logger.info("m", metadata: ["outer": ["\(key)": "hunter2"]])
                logger.info("m", metadata: ["list": [["\(key)": "hunter2"], ["\(key)": ["hunter2"]]]])
            }
            #expect(written.count == 4)
            for line in written {
                #expect(!line.contains("hunter2"))
                #expect(line.contains("[redacted]"))
            }
        }
    }

    @Test(arguments: [
        "room.id", "context", "textual", "signal", "signature", "user.id", "order.id", "session.id", "http.path",
        "keys", "design",
    ])
    func `a value under an innocent key is printed`(key: String) {
        #expect(lines(.json) { $0.info("m", metadata: ["\(key)": "shown"]) }.first?.contains("shown") == true)
    }

    @Test func `the server's own keys are not mistaken for secrets`() {
        let keys = [
            LogKeys.roomID, LogKeys.roomSessionID, LogKeys.roomReason, LogKeys.connectionID, LogKeys.connectionAddress,
            LogKeys.closeCode, LogKeys.sessionID, LogKeys.userID, LogKeys.requestID, LogKeys.operation, LogKeys.orderID,
            LogKeys.giftID, LogKeys.errorCode, LogKeys.error, LogKeys.storageWrites, LogKeys.httpMethod,
            LogKeys.httpPath,
            LogKeys.httpRoute, LogKeys.httpStatus, LogKeys.durationMilliseconds,
        ]
        #expect(keys.filter(LogRedaction.covers).isEmpty)
        #expect(Set(keys).count == keys.count)
    }

    // MARK: - What swift-log requires of a handler

    @Test func `each logger has its own level and metadata`() {
        let written = lines(.json, level: .info) { logger in
            logger[metadataKey: "k"] = "first"
            var other = logger
            other[metadataKey: "k"] = "second"
            other.logLevel = .error
            logger.debug("not written")
            logger.info("by the first")
            other.info("not written either")
            other.error("by the second")
        }
        #expect(written.count == 2)
        #expect(written.first?.contains(#""k":"first""#) == true)
        #expect(written.last?.contains(#""k":"second""#) == true)
    }

    @Test func `a line's metadata overrides the provider's, which overrides the logger's`() {
        let provider = Logger.MetadataProvider { ["a": "provider", "b": "provider"] }
        let written = lines(.json, provider: provider) { logger in
            logger[metadataKey: "a"] = "logger"
            logger[metadataKey: "c"] = "logger"
            logger.info("m", metadata: ["b": "line"])
        }
        #expect(written.first?.contains(#""a":"provider","b":"line","c":"logger""#) == true)
    }

    @Test func `an error passed with a line is printed`() {
        struct Broken: Error, CustomStringConvertible { let description = "broken pipe" }
        let written = lines(.json) { $0.error("write failed", error: Broken()) }
        #expect(written.first?.contains(#""error":"broken pipe""#) == true)
    }

    @Test func `lines of many threads are written whole`() async throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("ovation-log-\(UUID().uuidString)")
        #expect(FileManager.default.createFile(atPath: file.path, contents: nil))
        defer { try? FileManager.default.removeItem(at: file) }
        let handle = try FileHandle(forWritingTo: file)
        let output = LogOutput(fileDescriptor: handle.fileDescriptor)
        #expect(!output.isTerminal)
        await withTaskGroup(of: Void.self) { group in
            for task in 0..<8 {
                group.addTask {
                    let logger = Logger(label: "ovation") {
                        StructuredLogHandler(label: $0, format: .json, level: .info, output: output)
                    }
                    for index in 0..<200 {
                        logger.info("\(String(repeating: "x", count: index * 7))", metadata: ["n": "\(task)-\(index)"])
                    }
                }
            }
        }
        try handle.close()
        let written = try Data(contentsOf: file).split(separator: UInt8(ascii: "\n"))
        let numbers = try written.map { line in
            try #require(JSONSerialization.jsonObject(with: Data(line)) as? [String: String])["n"]
        }
        #expect(numbers.count == 1_600)
        #expect(Set(numbers).count == 1_600)
    }

    @Test func `a log that cannot be written does not stop the server`() {
        let output = LogOutput(fileDescriptor: -1)
        output.write(Array("lost\n".utf8))
        #expect(!output.isTerminal)
    }

    // MARK: - Time

    @Test(arguments: [
        (0, "1970-01-01T00:00:00.000Z"), (951_782_399_999, "2000-02-28T23:59:59.999Z"),
        (951_782_400_000, "2000-02-29T00:00:00.000Z"), (4_107_542_399_000, "2100-02-28T23:59:59.000Z"),
        (4_107_542_400_000, "2100-03-01T00:00:00.000Z"), (-1, "1969-12-31T23:59:59.999Z"),
        (253_402_300_799_999, "9999-12-31T23:59:59.999Z"),
    ])
    func `a point in time is written as RFC 3339 requires`(milliseconds: Int64, text: String) {
        #expect(RFC3339.string(Timestamp(milliseconds: milliseconds)) == text)
    }

    @Test func `every date agrees with Foundation`() {
        var random = SeededGenerator.printed()
        for _ in 0..<500 {
            let seconds = Int64.random(in: -11_000_000_000...253_402_300_799, using: &random)
            let expected = Date(timeIntervalSince1970: Double(seconds)).formatted(.iso8601)
            #expect(RFC3339.string(Timestamp(milliseconds: seconds * 1_000)) == expected.replacing("Z", with: ".000Z"))
        }
    }
}
