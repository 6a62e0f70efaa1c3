import HTTPTypes
package import Hummingbird
import Logging
import NIOCore
import OvationBackend
package import OvationHTTP
import OvationMedia
import OvationModel
package import OvationNode
import OvationObservability
import OvationRules
import OvationSupport

/// Uploaded files: covers of lives, icons and animations of gifts.
///
/// | Path | Answer |
/// | --- | --- |
/// | `POST /v1/files` | takes a file, whose bytes are the body; with a ticket, in `?ticket=` or as a bearer token |
/// | `GET /v1/files/<name>` | the file |
///
/// A name never stands for other bytes, so browsers and caches keep it.
package struct FileRoutes: HTTPRouteGroup {
    private let node: Node
    private let storage: (any FileStorage)?
    private let origins: OriginPolicy
    private let metrics: FileMetrics
    private let admission: UploadAdmission
    private let gate: UploadGate
    private let checker: UploadChecker
    private let reader: UploadReader
    private let isSecure: Bool
    private let underWay = FilesUnderWay()

    /// Makes the routes.
    ///
    /// - Parameters:
    ///   - storage: what keeps the files; nil if none are taken.
    ///   - origins: whose pages may upload.
    package init(node: Node, storage: (any FileStorage)?, origins: OriginPolicy, metrics: FileMetrics) {
        self.node = node
        self.storage = storage
        self.origins = origins
        self.metrics = metrics
        admission = UploadAdmission(node: node, origins: origins)
        gate = UploadGate(limits: node.limits)
        checker = UploadChecker(limits: node.limits)
        reader = UploadReader(
            limits: node.limits, clock: node.services.clock, secondsMax: node.limits.uploadSecondsMax
        ) { [metrics] in metrics.received($0) }
        isSecure = node.configuration.tls != nil
    }

    package func addRoutes(to router: Router<HTTPRequestContext>) {
        router.post("/v1/files") { request, context in try await upload(request, context) }
        // What a page of another origin asks before it uploads.
        router.on("/v1/files", method: .options) { request, _ -> Response in
            var headers = crossOrigin(request)
            if headers[.accessControlAllowOrigin] != nil {
                headers[.accessControlAllowMethods] = "POST"
                headers[.accessControlAllowHeaders] = "Authorization, Content-Type"
                headers[.accessControlMaxAge] = "86400"
            }
            return Response(status: .noContent, headers: headers)
        }
        router.get("/v1/files/:name") { request, _ in try await file(request) }
    }

    // MARK: - Uploading

    private func upload(_ request: Request, _ context: HTTPRequestContext) async throws -> Response {
        do throws(Rejection) {
            let uploaded = try await take(request, context)
            return .json(uploaded, status: .created, headers: crossOrigin(request))
        } catch {
            metrics.refused(error.code)
            throw HTTPFailure(ofUpload: error, headers: crossOrigin(request))
        }
    }

    /// Takes a file: whatever can be refused is refused before the body is read, and the ticket is used up before it as well.
    private func take(_ request: Request, _ context: HTTPRequestContext) async throws(Rejection) -> UploadedFile {
        guard let storage else { throw Rejection(.uploadsOff) }
        let (address, text) = try admission.admit(request, context)
        guard let ticket = text.flatMap({ node.services.uploadTickets.read($0) }) else {
            throw Rejection(.uploadTicketInvalid)
        }
        let origin = try origin(of: request)
        let limits = node.limits
        let bytesMax = ticket.kind == .picture ? limits.uploadPictureBytesMax : limits.uploadEffectBytesMax
        try reader.checkLength(of: request, bytesMax: bytesMax)
        guard gate.enter(ticket.owner, from: address) else { throw Rejection(.uploadsBusy) }
        metrics.count(underWay: gate.count)
        defer {
            gate.leave(ticket.owner, from: address)
            metrics.count(underWay: gate.count)
        }
        guard try await asked({ try await storage.redeem(ticket.text, until: ticket.expiresAt) }) else {
            throw Rejection(.uploadTicketInvalid)
        }
        let bytes = try await reader.read(request, context, bytesMax: bytesMax)
        let content = try await asked { try await checker.check(bytes, as: ticket.kind) }
        let now = node.services.clock.wall()
        let owner = UploadOwner(
            ticket.owner, isAdministrator: node.configuration.administrators.contains(ticket.owner))
        switch try await asked({ try await storage.keep(bytes, as: content.name, of: owner, at: now) }) {
        case .kept: metrics.ended(.kept)
        case .known: metrics.ended(.known)
        case .ownerIsFull: throw Rejection(.userFilesFull)
        case .allIsFull: throw Rejection(.filesFull)
        case .diskIsFull: throw Rejection(.filesDiskFull)
        }
        return UploadedFile(
            url: origin + content.name.path, type: content.name.type.rawValue, bytes: bytes.count,
            width: content.width, height: content.height)
    }

    /// Asks the storage or the checker. What is no refusal is the server's fault, and the log has it.
    private func asked<Value>(_ question: () async throws -> Value) async throws(Rejection) -> Value {
        do {
            return try await question()
        } catch let rejection as Rejection {
            throw rejection
        } catch is CancellationError {
            throw Rejection(.serverShuttingDown)
        } catch {
            node.services.logger.error("the storage of files failed", metadata: [LogKeys.error: "\(error)"])
            throw Rejection(.storageUnavailable)
        }
    }

    /// How an address of this server begins: as the operator says, or as the page that uploads has found it.
    private func origin(of request: Request) throws(Rejection) -> String {
        if let url = node.configuration.files.publicURL { return url }
        let host = request.head.authority ?? ""
        // With the path of a file, an address has at most 200 bytes.
        guard !host.isEmpty, host.utf8.count <= FileConfiguration.publicURLBytesMax else {
            throw Rejection(
                .httpRequestInvalid, "The name of the host is missing or too long for an address of a file.")
        }
        // A page knows whether a proxy in front of the server speaks TLS.
        if let origin = request.headers[.origin]?.lowercased(), origin.hasSuffix("://\(host.lowercased())") {
            return origin
        }
        return "\(isSecure ? "https" : "http")://\(host)"
    }

    /// Whose pages may read the answer to an upload.
    private func crossOrigin(_ request: Request) -> HTTPFields {
        guard let origin = request.headers[.origin],
            origins.allows(origin: origin, host: request.head.authority)
        else { return [.vary: "Origin"] }
        return [.accessControlAllowOrigin: origin, .vary: "Origin", .crossOriginResourcePolicy: "cross-origin"]
    }

    // MARK: - Serving

    private func file(_ request: Request) async throws -> Response {
        let text = request.uri.path.dropFirst(FileName.folder.utf8.count)
        guard let storage, let name = FileName(text) else { throw HTTPFailure.notFound }
        let found: Int?
        do throws(Rejection) {
            found = try await asked { try await storage.byteCount(of: name) }
        } catch {
            throw HTTPFailure(ofUpload: error, headers: [:])
        }
        guard let count = found else { throw HTTPFailure.notFound }
        let tag = "\"\(name.digits.prefix(32))\""
        var headers: HTTPFields = [
            .contentType: name.type.contentType, .cacheControl: "public, max-age=31536000, immutable", .eTag: tag,
            .acceptRanges: "bytes",
            // Anybody may have it who knows its name, from a page of any origin. No cookie is ever looked at.
            .accessControlAllowOrigin: "*", .crossOriginResourcePolicy: "cross-origin",
        ]
        if let offered = request.headers[.ifNoneMatch], PageFile.names(tag, in: offered) {
            return Response(status: .notModified, headers: headers)
        }
        // A part of something else than the client has is of no use to it.
        let isSame = request.headers[.ifRange].map { $0 == tag } ?? true
        switch isSame ? ByteRange(request.headers[.range], byteCount: count) : .whole {
        case .whole:
            headers[.contentLength] = "\(count)"
            return Response(status: .ok, headers: headers, body: body(name, 0..<count, of: storage))
        case .part(let range):
            headers[.contentLength] = "\(range.count)"
            headers[.contentRange] = "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(count)"
            return Response(status: .partialContent, headers: headers, body: body(name, range, of: storage))
        case .unsatisfiable:
            headers[.contentRange] = "bytes */\(count)"
            headers[.contentLength] = "0"
            return Response(status: .rangeNotSatisfiable, headers: headers)
        }
    }

    /// A part of a file that is read as it is sent, no faster than the client takes it.
    private func body(_ name: FileName, _ range: Range<Int>, of storage: any FileStorage) -> ResponseBody {
        ResponseBody(contentLength: range.count) { [metrics, underWay] writer in
            underWay.begin()
            defer { underWay.end() }
            var place = range.lowerBound
            while place < range.upperBound {
                let part = place..<min(place + underWay.partBytes, range.upperBound)
                let bytes = try await storage.read(name, part)
                try await writer.write(ByteBuffer(bytes: bytes))
                metrics.sent(bytes.count)
                place = part.upperBound
            }
            try await writer.finish(nil)
        }
    }
}

/// The answer to an upload.
private struct UploadedFile: Encodable, Sendable {
    /// Where the file is, whole, in at most 200 bytes.
    let url: String
    let type: String
    let bytes: Int
    let width: Int
    let height: Int
}
