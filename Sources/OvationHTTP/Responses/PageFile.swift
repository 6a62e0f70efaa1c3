import HTTPTypes
package import Hummingbird
import NIOCore
import OvationSupport

/// One file of the page, in memory and ready to be sent, compressed too.
package struct PageFile: Sendable {
    private let contentType: String
    /// Whether the file is the code of a worker, which a browser binds by the policy that comes with it.
    private let isWorker: Bool
    /// The origin from which the page may play pictures, besides this server; nil where there is none.
    private let pictures: String?
    private let bytes: ByteBuffer
    /// Names this version in an `ETag`, without the quotes.
    private let version: String
    /// Nil where the file's kind is compressed already.
    private let compressed: CompressedForm?
    /// Whether the address of the file has its content's hash in it.
    private var isImmutable = false
    /// The origins of pages that may show it in a frame.
    private var ancestors: [String] = []

    /// A year, which is what browsers take for always.
    static let immutableCaching = "public, max-age=31536000, immutable"

    /// Makes a file of its name and its bytes. A page may play pictures from the origin `pictures`.
    package init(name: String, bytes: [UInt8], pictures: String? = nil) {
        self.pictures = pictures
        contentType = Self.contentType(of: name)
        isWorker = name.hasSuffix("/worker.js")
        // 64 bits of a good hash tell versions of one file apart, and a page has two dozen of these tags.
        version = Digest.hexadecimal(Digest.sha256(bytes).prefix(8))
        self.bytes = ByteBuffer(bytes: bytes)
        compressed = Self.isCompressible(contentType) ? CompressedForm(of: bytes) : nil
    }

    /// The same file under an address that no other version of it ever has, so that browsers need not ask again.
    package func immutable() -> PageFile {
        var copy = self
        copy.isImmutable = true
        return copy
    }

    /// The same page where pages of these origins may show it in a frame.
    package func framed(by origins: [String]) -> PageFile {
        var copy = self
        copy.ancestors = origins
        return copy
    }

    /// The answer to a GET or a HEAD.
    ///
    /// A file whose address has the hash of its tree is kept for a year. Of any other a browser asks each time whether its
    /// copy is still right, which costs one empty answer.
    package func response(to request: Request) -> Response { response(to: request, isMissing: false) }

    /// The answer to a GET or a HEAD of a path at which there is nothing: this file, with the status 404. Nobody keeps it.
    package func response(toMissing request: Request) -> Response { response(to: request, isMissing: true) }

    private func response(to request: Request, isMissing: Bool) -> Response {
        let gzip = ContentCoding.takesGzip(request.headers[.acceptEncoding]) ? compressed?.bytes : nil
        // The two forms are different bytes, so that they have different tags.
        let tag = gzip == nil ? "\"\(version)\"" : "\"\(version)-gzip\""
        var headers: HTTPFields = [
            .contentType: contentType,
            .cacheControl: isMissing ? "no-store" : isImmutable ? Self.immutableCaching : "no-cache",
        ]
        if !isMissing { headers[.eTag] = tag }
        // What a script or a style may do is said by the page that loads it. Opened by itself, a file may do nothing.
        if contentType.hasPrefix("text/html") {
            headers[.contentSecurityPolicy] = SecurityHeaders.policyOfPage(
                authority: request.head.authority, pictures: pictures, ancestors: ancestors)
        } else if isWorker {
            headers[.contentSecurityPolicy] = SecurityHeaders.policyOfWorker
        }
        if compressed != nil { headers[.vary] = isMissing ? "Accept, Accept-Encoding" : "Accept-Encoding" }
        if !isMissing, let offered = request.headers[.ifNoneMatch], Self.names(tag, in: offered) {
            var response = Response(status: .notModified, headers: headers)
            response.headers[.contentLength] = nil
            return response
        }
        let body = gzip ?? bytes
        if gzip != nil { headers[.contentEncoding] = "gzip" }
        headers[.contentLength] = String(body.readableBytes)
        return Response(
            status: isMissing ? .notFound : .ok, headers: headers,
            body: request.method == .head ? .init() : .init(byteBuffer: body))
    }

    /// Whether an `If-None-Match` names a version, compared weakly as RFC 9110 asks. No tag has a comma in it.
    package static func names(_ tag: String, in header: String) -> Bool {
        header.split(separator: ",").contains { part in
            let offered = part.drop { $0 == " " || $0 == "\t" }.prefix { $0 != " " && $0 != "\t" }
            return offered == "*" || (offered.hasPrefix("W/") ? offered.dropFirst(2) : offered) == tag
        }
    }

    private static func contentType(of name: String) -> String {
        guard let dot = name.lastIndex(of: ".") else { return "application/octet-stream" }
        return contentTypes[name[name.index(after: dot)...].lowercased()] ?? "application/octet-stream"
    }

    /// Whether files of a type become smaller: text does, pictures and fonts are compressed by themselves.
    private static func isCompressible(_ contentType: String) -> Bool {
        contentType.hasPrefix("text/") || contentType.hasPrefix("application/json") || contentType == "image/svg+xml"
            || contentType.hasPrefix("application/yaml") || contentType == "application/manifest+json"
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
