import Foundation
import Testing

/// A golden message of `Protocol/fixtures/v1`. The README there explains its fields.
struct Fixture: Decodable, CustomTestStringConvertible {
    enum Kind: String, Decodable, CaseIterable {
        case command
        case reply
        case event
        case invalidCommand = "invalid-command"
        case invalidServerFrame = "invalid-server-frame"
    }

    let name: String
    let kind: Kind
    let note: String
    let op: String?
    let frame: JSONValue?
    let raw: String?
    let canonical: JSONValue?
    let errorCode: Int?
    let unknown: Bool?

    /// The folder of the fixtures.
    static let folder = repository.appending(path: "Protocol/fixtures/v1")

    /// The root folder of the repository.
    static let repository = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// Every fixture with the name of its file.
    static let all: [(file: String, fixture: Fixture)] = {
        do {
            return try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".json") }
                .sorted().map { file in
                    (file, try JSONDecoder().decode(Fixture.self, from: Data(contentsOf: folder.appending(path: file))))
                }
        } catch {
            preconditionFailure("a fixture cannot be read: \(error)")
        }
    }()

    /// The fixtures of one kind.
    static func of(_ kind: Kind) -> [Fixture] { all.map(\.fixture).filter { $0.kind == kind } }

    /// The bytes of the message.
    var bytes: Data {
        get throws {
            if let raw { return Data(raw.utf8) }
            return try JSONEncoder().encode(frame)
        }
    }

    /// The message as a reader writes it again.
    var expected: JSONValue? { canonical ?? frame }

    var testDescription: String { name }
}
