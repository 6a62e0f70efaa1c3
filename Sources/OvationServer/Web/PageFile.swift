import HTTPTypes
import Hummingbird
import NIOCore

/// One file of the page, in memory and ready to be sent.
struct PageFile: Sendable {
    private let contentType: String
    private let entityTag: String
    private let bytes: ByteBuffer

    /// Makes a file of its name and its bytes.
    init(name: String, bytes: [UInt8]) {
        contentType = Self.contentType(of: name)
        // 128 bits of a good hash: two versions of a file never share a tag.
        entityTag = "\"" + Digest.hexadecimal(Digest.sha256(bytes).prefix(16)) + "\""
        self.bytes = ByteBuffer(bytes: bytes)
    }

    /// The answer to a GET or a HEAD.
    ///
    /// A browser asks each time whether its copy is still right, which costs one empty answer; without a build step
    /// no name says which version a file is.
    func response(to request: Request) -> Response {
        var headers: HTTPFields = [
            .contentType: contentType,
            .cacheControl: "no-cache",
            .eTag: entityTag,
            .contentSecurityPolicy: SecurityHeaders.policyOfPage(authority: request.head.authority),
        ]
        if let offered = request.headers[.ifNoneMatch], isNamed(in: offered) {
            var response = Response(status: .notModified, headers: headers)
            response.headers[.contentLength] = nil
            return response
        }
        headers[.contentLength] = String(bytes.readableBytes)
        return Response(
            status: .ok, headers: headers, body: request.method == .head ? .init() : .init(byteBuffer: bytes))
    }

    /// Whether an `If-None-Match` names this version, compared weakly as RFC 9110 asks. The tag has no comma in it.
    private func isNamed(in header: String) -> Bool {
        header.split(separator: ",").contains { part in
            let tag = part.drop { $0 == " " || $0 == "\t" }.prefix { $0 != " " && $0 != "\t" }
            return tag == "*" || (tag.hasPrefix("W/") ? tag.dropFirst(2) : tag) == entityTag
        }
    }

    private static func contentType(of name: String) -> String {
        guard let dot = name.lastIndex(of: ".") else { return "application/octet-stream" }
        return contentTypes[name[name.index(after: dot)...].lowercased()] ?? "application/octet-stream"
    }

    private static let contentTypes = [
        "css": "text/css; charset=utf-8",
        "gif": "image/gif",
        "html": "text/html; charset=utf-8",
        "ico": "image/x-icon",
        "jpeg": "image/jpeg",
        "jpg": "image/jpeg",
        "js": "text/javascript; charset=utf-8",
        "json": "application/json",
        "mjs": "text/javascript; charset=utf-8",
        "mp3": "audio/mpeg",
        "mp4": "video/mp4",
        "png": "image/png",
        "svg": "image/svg+xml",
        "txt": "text/plain; charset=utf-8",
        "webmanifest": "application/manifest+json",
        "webp": "image/webp",
        "yaml": "application/yaml; charset=utf-8",
        "woff2": "font/woff2",
    ]
}
