import Foundation
import NIOCore
import OvationModel
import OvationRules
import Testing

@testable import OvationNode

/// A value that crosses, and the name of its golden file.
struct CrossingSample: Sendable, CustomTestStringConvertible {
    /// The file, without `.hex`.
    let name: String
    /// Everything that the value has, as a text.
    let content: String
    /// The bytes of the value.
    let encode: @Sendable () throws(CrossingRefused) -> [UInt8]
    /// What is read from bytes: its content, and its bytes again.
    let decode: @Sendable (_ bytes: [UInt8]) throws(CrossingRefused) -> (content: String, bytes: [UInt8])

    /// Bytes that may cross in these tests.
    static let bytesMax = 1_048_576

    init(_ words: [String], _ value: some CrossingValue & Sendable) {
        name = words.joined(separator: " ").reduce(into: "") { name, character in
            if character.isUppercase { name += "-" }
            name += character == " " ? "-" : character.lowercased()
        }
        content = Self.content(of: value)
        encode = { () throws(CrossingRefused) in try value.crossing(bytesMax: Self.bytesMax) }
        decode = { bytes throws(CrossingRefused) in try Self.read(bytes, like: value) }
    }

    private static func read<Value: CrossingValue>(
        _ bytes: [UInt8], like value: Value
    ) throws(CrossingRefused) -> (content: String, bytes: [UInt8]) {
        let read = try Value(crossing: bytes, bytesMax: bytesMax)
        // What is read may be longer than what it was read from, where a part was left out that is written.
        return (content(of: read), try read.crossing(bytesMax: 2 * bytesMax))
    }

    /// Everything that a value has, in one order. Not all of these types can be compared.
    private static func content(of value: Any) -> String {
        if let buffer = value as? ByteBuffer { return "\(Array(buffer.readableBytesView))" }
        if let text = value as? String { return "\"\(text)\"" }
        let mirror = Mirror(reflecting: value)
        guard !mirror.children.isEmpty else { return "\(value)" }
        let parts = mirror.children.map { "\($0.label ?? "")=\(content(of: $0.value))" }
        let isOrdered = mirror.displayStyle != .set && mirror.displayStyle != .dictionary
        return "(\((isOrdered ? parts : parts.sorted()).joined(separator: ", ")))"
    }

    var testDescription: String { name }
}

extension CrossingSample {
    /// At least one value of each case.
    static let all: [CrossingSample] = {
        var all: [CrossingSample] = []
        for (variant, body) in CrossingSamples.bodies {
            let name = ["request", RoomRequest.Body.Name(body).rawValue, variant]
            all.append(CrossingSample(name.filter { !$0.isEmpty }, CrossingSamples.request(body)))
        }
        for (variant, command) in CrossingSamples.commands {
            let name = ["request command", RoomCommandName(command).rawValue, variant]
            all.append(CrossingSample(name.filter { !$0.isEmpty }, CrossingSamples.request(.command(command))))
        }
        all.append(CrossingSample(["request of the server"], RoomRequest(actor: .server, body: .info)))
        for (variant, reply) in CrossingSamples.replies {
            let name = ["answer", RoomReply.Name(reply).rawValue, variant]
            all.append(CrossingSample(name.filter { !$0.isEmpty }, Result<RoomReply, Rejection>.success(reply)))
        }
        let refused = Result<RoomReply, Rejection>.failure(CrossingSamples.rejection)
        all.append(CrossingSample(["answer refused"], refused))
        for (variant, notice) in CrossingSamples.notices {
            let name = ["notice", RoomNotice.Name(notice).rawValue, variant]
            all.append(CrossingSample(name.filter { !$0.isEmpty }, notice))
        }
        for (variant, message) in CrossingSamples.edgeMessages {
            let name = ["edge", EdgeMessage.Name(message).rawValue, variant]
            all.append(CrossingSample(name.filter { !$0.isEmpty }, message))
        }
        return all
    }()
}

/// The golden files of what crosses: bytes as hexadecimal digits.
enum CrossingGolden {
    /// The folder of the files of this version.
    static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Protocol/crossings/v1")

    /// The names of all files, without `.hex`.
    static func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".hex") }
            .map { String($0.dropLast(4)) }.sorted()
    }

    /// The bytes of a file; nil where there is none.
    static func bytes(_ name: String) throws -> [UInt8]? {
        guard let text = try? String(contentsOf: file(name), encoding: .utf8) else { return nil }
        let digits = text.utf8.filter { $0 > 0x20 }
        return try stride(from: 0, to: digits.count, by: 2).map { index in
            let pair = String(decoding: digits[index..<min(index + 2, digits.count)], as: UTF8.self)
            return try #require(pair.count == 2 ? UInt8(pair, radix: 16) : nil, "\(name).hex: \(pair)")
        }
    }

    /// Writes a file, unless it is there.
    static func write(_ bytes: [UInt8], _ name: String) throws {
        guard !FileManager.default.fileExists(atPath: file(name).path) else { return }
        let digits = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
        let lines = stride(from: 0, to: digits.count, by: 32).map {
            digits[$0..<min($0 + 32, digits.count)].joined() + "\n"
        }
        try Data(lines.joined().utf8).write(to: file(name))
    }

    private static func file(_ name: String) -> URL { folder.appending(path: name + ".hex") }
}
