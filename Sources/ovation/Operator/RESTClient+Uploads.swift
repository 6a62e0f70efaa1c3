import AsyncHTTPClient
import Foundation
import NIOCore
import NIOFoundationCompat
import NIOHTTP1
import OvationWire

extension RESTClient {
    /// The part of the API with uploaded files.
    static let files = "ovation_file_srv"

    /// The answer to `create_upload_ticket`.
    private struct Ticket: Codable {
        let path: String
        let bytesMax: Int

        enum CodingKeys: String, CodingKey {
            case path = "UploadURL"
            case bytesMax = "BytesMax"
        }
    }

    /// The answer to an upload that was refused.
    private struct Refusal: Decodable {
        struct Content: Decodable {
            let code: Int?
            let message: String?
        }

        let error: Content
    }

    /// How long an upload may take: longer than the server allows, which then says so.
    private static let uploadSeconds: Int64 = 90
    /// The longest answer that is read.
    private static let uploadAnswerBytesMax = 65_536
    /// The code of the server for a file of too many bytes.
    private static let tooLarge = 110_352

    /// Uploads a file with a ticket of its own.
    ///
    /// - Throws: ``RESTProblem``.
    func upload(_ content: Data, with request: UploadTicketRequest) async throws -> UploadedFile {
        let ticket = try await call("create_upload_ticket", request, of: Self.files, answer: Ticket.self)
        // A file that the server would refuse is not sent.
        guard content.count <= ticket.bytesMax else {
            throw RESTProblem.refused(
                command: "The upload", code: Self.tooLarge,
                message: "The file has \(content.count) bytes, and may have \(ticket.bytesMax).")
        }
        var post = HTTPClientRequest(url: address.base + ticket.path)
        post.method = .POST
        post.headers.add(name: "Content-Type", value: "application/octet-stream")
        post.body = .bytes(ByteBuffer(data: content))
        let (status, bytes) = try await execute(
            post, seconds: Self.uploadSeconds, answerBytesMax: Self.uploadAnswerBytesMax)
        if status == .created, let file = try? WireJSON.decode(UploadedFile.self, from: bytes) { return file }
        if let refusal = try? WireJSON.decode(Refusal.self, from: bytes), let code = refusal.error.code {
            throw RESTProblem.refused(command: "The upload", code: code, message: refusal.error.message ?? "")
        }
        throw RESTProblem.notOurs(server: address.base, what: "the answer to an upload is HTTP \(status.code)")
    }
}
