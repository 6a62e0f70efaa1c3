import Foundation
import HTTPTypes
package import Hummingbird
import NIOCore
import OvationBackend
package import OvationHTTP
import OvationMedia
package import OvationModel
import OvationRules
import OvationStorage
import OvationSupport

/// Recordings over HTTP.
///
/// | Path | Answer |
/// | --- | --- |
/// | `GET /v1/recordings/<id>.mp4?t=…` | the file, whole or a part of it (`Range`) |
/// | `GET /v1/recordings?live=<id>` | the recordings of a listed live that is over, with addresses |
package struct RecordingRoutes: HTTPRouteGroup {
    private let access: PictureAccess
    private let desk: RecordingDesk
    private let isOnElsewhere: @Sendable (LiveID) async throws(Rejection) -> Bool

    /// How many recordings of a live are listed.
    static let listedMax = 50
    /// Bytes that are read from the disk at once.
    static let chunkBytes = 256 * 1_024

    /// Makes the routes; nil for a server that has no recordings.
    ///
    /// - Parameter isOnElsewhere: Whether a live is on at another server of the cluster; throws where that cannot be read.
    package init?(
        _ access: PictureAccess,
        isOnElsewhere: @escaping @Sendable (LiveID) async throws(Rejection) -> Bool = { _ in false }
    ) {
        guard let desk = access.pictures.recordings else { return nil }
        self.access = access
        self.desk = desk
        self.isOnElsewhere = isOnElsewhere
    }

    package func addRoutes(to router: Router<HTTPRequestContext>) {
        router.get("/v1/recordings/:name") { request, context in try await play(request, context) }
        router.get("/v1/recordings") { request, context in try await list(request, context) }
    }

    // MARK: - Playing

    private func play(_ request: Request, _ context: HTTPRequestContext) async throws -> Response {
        let name = request.uri.path.dropFirst(RecordingAddress.root.count)
        guard name.hasSuffix(".mp4"), let id = RecordingID(String(name.dropLast(4))) else {
            throw HTTPFailure(MediaRefusal(.recordingNotFound))
        }
        let signature = MediaQuery(ofTarget: request.head.path ?? "")["t"]
        // Who has no address learns nothing of what there is.
        guard desk.addresses.holds(signature, for: id, at: desk.clock.wall()) else {
            throw HTTPFailure(MediaRefusal(.recordingAddressInvalid))
        }
        let recording: Recording?
        do { recording = try await desk.storage.recording(id) } catch {
            throw HTTPFailure(MediaRefusal(.storageUnavailable))
        }
        guard let recording, recording.isComplete else { throw HTTPFailure(MediaRefusal(.recordingNotFound)) }
        let address = address(of: request, context)
        guard desk.takeReader(from: address) else { throw HTTPFailure(MediaRefusal(.recordingsBusy)) }
        let reader: RecordingReader
        do {
            // The row may be there while the file is removed. Then there is none.
            guard let opened = try await RecordingReader(id, from: address, at: desk) else {
                throw HTTPFailure(MediaRefusal(.recordingNotFound))
            }
            reader = opened
        } catch let failure as HTTPFailure {
            throw failure
        } catch {
            throw HTTPFailure(MediaRefusal(.internalError))
        }
        return answer(reader, recording, to: request)
    }

    private func answer(_ reader: RecordingReader, _ recording: Recording, to request: Request) -> Response {
        let tag = "\"\(recording.id)\""
        var headers: HTTPFields = [
            .contentType: recording.width > 0 ? "video/mp4" : "audio/mp4", .acceptRanges: "bytes", .eTag: tag,
            .cacheControl: "private, max-age=3600",
        ]
        if let offered = request.headers[.ifNoneMatch], PageFile.names(tag, in: offered) {
            return Response(status: .notModified, headers: headers)
        }
        let byteCount = Int(reader.byteCount)
        let isSame = request.headers[.ifRange].map { $0 == tag } ?? true
        let range: Range<Int>
        let status: HTTPResponse.Status
        switch isSame ? ByteRange(request.headers[.range], byteCount: byteCount) : .whole {
        case .whole: (range, status) = (0..<byteCount, .ok)
        case .part(let part):
            (range, status) = (part, .partialContent)
            headers[.contentRange] = "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(byteCount)"
        case .unsatisfiable:
            headers[.contentRange] = "bytes */\(byteCount)"
            headers[.contentLength] = "0"
            return Response(status: .rangeNotSatisfiable, headers: headers)
        }
        headers[.contentLength] = "\(range.count)"
        guard request.method != .head else { return Response(status: status, headers: headers) }
        return Response(
            status: status, headers: headers,
            body: ResponseBody(contentLength: range.count) { [clock = desk.clock] writer in
                let start = clock.monotonic()
                var pace = Self.pace(of: recording)
                var place = range.lowerBound
                while place < range.upperBound {
                    let part = try await reader.read(at: place, count: min(Self.chunkBytes, range.upperBound - place))
                    try await writer.write(part)
                    place += part.readableBytes
                    guard pace.take(part.readableBytes, at: clock.monotonic().milliseconds(since: start)) else {
                        throw RecordingFault.failed("A player read more slowly than the recording plays.")
                    }
                }
                try await writer.finish(nil)
            })
    }

    /// Over how many seconds it is counted how fast a player reads.
    static let paceSeconds = 60

    /// How fast a player has to read: a quarter as fast as the recording plays on the whole. Places are few, and who reads a little now and
    /// then would keep one for days. A player that waits is closed as any slow client is, and asks for the rest when it goes on.
    static func pace(of recording: Recording) -> BytePace {
        let milliseconds = max(recording.durationMilliseconds, 1_000)
        return BytePace(
            bytesPerSecondMin: Int(clamping: recording.byteCount / milliseconds) * 250, windowSeconds: paceSeconds)
    }

    private func address(of request: Request, _ context: HTTPRequestContext) -> AddressKey? {
        AddressKey(
            ClientAddress.of(
                peer: context.peerAddress, forwardedFor: request.headers[values: .xForwardedFor],
                trustedProxies: access.trustedProxies))
    }

    // MARK: - Lists

    /// What a page is told of the recordings of a live.
    private struct Listed: Codable {
        let url: String
        let startedAt: Int64
        let milliseconds: Int64
        let codecs: String
        let width: Int
        let height: Int
        let liveName: String
    }

    private struct List: Codable { let recordings: [Listed] }

    private func list(_ request: Request, _ context: HTTPRequestContext) async throws -> Response {
        if let milliseconds = access.rates.refusal(ofHandshakeFrom: address(of: request, context)) {
            throw HTTPFailure(
                status: .tooManyRequests, name: ErrorCode.handshakesTooFrequent.name,
                message: ErrorCode.handshakesTooFrequent.defaultMessage,
                headers: [.retryAfter: "\((milliseconds + 999) / 1_000)"],
                code: ErrorCode.handshakesTooFrequent.rawValue)
        }
        let text = MediaQuery(ofTarget: request.head.path ?? "")["live"]?.removingPercentEncoding
        guard let live = text.flatMap({ LiveID($0) }), desk.configuration.showsReplays,
            // A live that is on has its own picture.
            access.pictures.start(of: live) == nil
        else { return .json(List(recordings: [])) }
        let entries: [RecordingEntry]
        do {
            guard try await !isOnElsewhere(live) else { return .json(List(recordings: [])) }
            entries = try await desk.storage.recordings(RecordingQuery(.all, live: live, limit: Self.listedMax))
        } catch {
            throw HTTPFailure(MediaRefusal(.storageUnavailable))
        }
        let now = desk.clock.wall()
        // The last start of the live, oldest part first.
        let session = entries.first?.recording.session
        let shown = entries.map(\.recording).filter {
            $0.session == session && $0.isComplete && $0.isPublic && $0.durationMilliseconds > 0
        }
        return .json(
            List(
                recordings: shown.reversed().map { recording in
                    Listed(
                        url: desk.addresses.address(of: recording.id, at: now).path,
                        startedAt: recording.startedAt.milliseconds, milliseconds: recording.durationMilliseconds,
                        codecs: recording.codecs, width: recording.width, height: recording.height,
                        liveName: recording.liveName)
                }))
    }
}

/// A recording that is being sent to a player. Its file is closed, and its place given back, with the last reference.
private final class RecordingReader: Sendable {
    let byteCount: Int64
    private let file: any RecordingFile
    private let address: AddressKey?
    private let desk: RecordingDesk

    /// Opens a recording, with a place that was taken before; nil if there is no file.
    init?(_ id: RecordingID, from address: AddressKey?, at desk: RecordingDesk) async throws {
        do {
            guard let file = try await desk.onReading({ try desk.folder.open(id) }) else {
                desk.giveBackReader(from: address)
                return nil
            }
            byteCount = try file.byteCount()
            self.file = file
            self.address = address
            self.desk = desk
        } catch {
            desk.giveBackReader(from: address)
            throw error
        }
    }

    deinit {
        file.close()
        desk.giveBackReader(from: address)
    }

    /// Reads a part.
    ///
    /// - Throws: at the end of the file too, which nobody but a stranger can have shortened.
    func read(at place: Int, count: Int) async throws -> ByteBuffer {
        let part = try await desk.onReading { [file] in try file.read(at: Int64(place), count: count) }
        guard part.readableBytes > 0 else { throw RecordingFault.failed("The file of a recording was cut off.") }
        desk.metrics.sent(bytes: part.readableBytes)
        return part
    }
}
