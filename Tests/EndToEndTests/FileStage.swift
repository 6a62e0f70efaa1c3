import CZlib
import Foundation
import OvationModel
import OvationRules
import Testing

@testable import OvationNode
@testable import OvationREST

/// A server that takes files into a folder of its own, and who uploads to it.
struct FileStage: Sendable {
    let server: TestServer
    let backend: RESTCaller
    let folder: String

    /// Runs a server whose files are in a folder that is there for as long as `body` runs.
    static func run(
        limits: Limits = Limits(), clock: StoppedClock = StoppedClock(), allowedOrigins: [String] = [],
        publicURL: String? = "https://live.example.com",
        _ body: @escaping @Sendable (FileStage) async throws -> Void
    ) async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("ovation-files-\(UUID())").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try await TestServer.run(
            limits: limits, clock: clock.server, allowedOrigins: allowedOrigins,
            files: FileConfiguration(folder: folder, publicURL: publicURL)
        ) { server in
            try await body(FileStage(server: server, backend: RESTCaller(server), folder: folder))
        }
    }

    /// Where one file may be uploaded.
    func ticket(_ kind: String = "picture", for user: String = "host") async throws -> String {
        let ticket = try await backend.response(
            "ovation_file_srv/create_upload_ticket", ["FileKind": kind, "User_Account": user])
        return try #require(ticket["UploadURL"] as? String)
    }

    /// Uploads a file to an address of a ticket.
    func post(
        _ bytes: [UInt8], to path: String, headers: [String] = []
    ) async throws -> HTTPConnection.Answer {
        let connection = try await HTTPConnection.open(server)
        try await connection.send(path, method: "POST", headers: ["Content-Length: \(bytes.count)"] + headers)
        try await connection.raw.send(bytes: bytes)
        let answer = await connection.answer()
        await connection.raw.cut()
        return try #require(answer)
    }

    /// Uploads a file with a ticket of its own.
    func upload(
        _ bytes: [UInt8], _ kind: String = "picture", by user: String = "host"
    ) async throws -> HTTPConnection.Answer {
        try await post(bytes, to: try await ticket(kind, for: user))
    }

    /// The address that an upload was answered with.
    static func url(_ answer: HTTPConnection.Answer) throws -> String {
        struct Uploaded: Decodable { let url: String }
        return try JSONDecoder().decode(Uploaded.self, from: Data(answer.body)).url
    }

    /// The path of the address.
    static func path(_ answer: HTTPConnection.Answer) throws -> String {
        let url = try url(answer)
        let slash = try #require(url.range(of: "/v1/"))
        return String(url[slash.lowerBound...])
    }

    /// A picture of these sizes. Its pixels are nothing, and its name is another for each `salt`.
    static func png(_ width: Int = 640, _ height: Int = 360, salt: String = "", padding: Int = 0) -> [UInt8] {
        func big(_ number: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) } }
        let text = Array(salt.utf8) + Array(repeating: 0, count: padding)
        return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + big(13) + Array("IHDR".utf8) + big(width)
            + big(height) + [8, 6, 0, 0, 0] + big(0) + big(text.count) + Array("tEXt".utf8) + text + big(0) + big(0)
            + Array("IEND".utf8) + big(0)
    }

    /// The bytes of a file of the repository.
    static func fixture(_ path: String) throws -> [UInt8] {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        return Array(try Data(contentsOf: root.appendingPathComponent(path)))
    }

    /// A stream of zlib that inflates to so many bytes of zero: an effect of the newer format, as it looks from outside.
    static func bomb(inflatedBytes: Int) -> [UInt8] {
        let zeros = [UInt8](repeating: 0, count: inflatedBytes)
        var count = compressBound(uLong(zeros.count))
        var bytes = [UInt8](repeating: 0, count: Int(count))
        compress2(&bytes, &count, zeros, uLong(zeros.count), 9)
        return Array(bytes.prefix(Int(count)))
    }
}
