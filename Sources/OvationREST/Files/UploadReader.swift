import HTTPTypes
import HummingbirdCore
import NIOCore
import OvationHTTP
import OvationModel
import OvationRules
import OvationSupport

/// The body of an upload while it is received: bounded in bytes, in silence, in its rate and in time.
///
/// Three bounds of time work together. A silence ends the upload by a timer of the connection. A file that trickles in is never silent, so
/// each part that comes is held against the rate that is the least, and against the time that all of it may take.
struct UploadReader {
    let limits: Limits
    let clock: ServerClock
    /// How long a whole body may take.
    let secondsMax: Int
    /// Told how many bytes have come.
    let received: @Sendable (Int) -> Void

    /// Refuses a body that says that it is too large, before any of it is asked for.
    func checkLength(of request: Request, bytesMax: Int) throws(Rejection) {
        let length = request.headers[.contentLength].flatMap { Int($0) }
        if let length, length > bytesMax { throw Self.tooLarge(bytesMax) }
    }

    /// Reads the whole body into memory.
    ///
    /// - Throws: `uploadTooLarge`, `uploadTooSlow`, `uploadInvalid` for one that breaks off, `serverShuttingDown`.
    func read(_ request: Request, _ context: HTTPRequestContext, bytesMax: Int) async throws(Rejection) -> [UInt8] {
        var bytes: [UInt8] = []
        try await read(request, context, bytesMax: bytesMax) { bytes += $0.readableBytesView }
        return bytes
    }

    /// Reads the whole body, part by part.
    ///
    /// - Parameter take: gets each part.
    /// - Throws: as the other one.
    func read(
        _ request: Request, _ context: HTTPRequestContext, bytesMax: Int, take: (ByteBuffer) -> Void
    ) async throws(Rejection) {
        if request.headers[.expect] != nil { context.askForBody() }
        context.streamBody(silence: .seconds(Int64(min(limits.uploadSilenceSeconds, secondsMax))))
        let start = clock.monotonic()
        let millisecondsMax = Int64(secondsMax) * 1_000
        var pace = BytePace(
            bytesPerSecondMin: limits.uploadBytesPerSecondMin, windowSeconds: limits.uploadPaceSeconds)
        var count = 0
        do {
            for try await part in request.body {
                received(part.readableBytes)
                count += part.readableBytes
                guard count <= bytesMax else { throw Self.tooLarge(bytesMax) }
                take(part)
                let elapsed = clock.monotonic().milliseconds(since: start)
                guard elapsed <= millisecondsMax, pace.take(part.readableBytes, at: elapsed) else {
                    throw Rejection(.uploadTooSlow)
                }
            }
        } catch let rejection as Rejection {
            throw rejection
        } catch RequestFailure.timedOut {
            throw Rejection(.uploadTooSlow)
        } catch RequestFailure.streamEnded {
            // Nothing but a stop of the server ends this stream.
            throw Rejection(.serverShuttingDown)
        } catch {
            throw Self.brokenOff
        }
        // A connection that is cut ends the body without an error.
        let length = request.headers[.contentLength].flatMap { Int($0) }
        guard context.isConnected, length.map({ $0 == count }) ?? true else { throw Self.brokenOff }
    }

    private static func tooLarge(_ bytesMax: Int) -> Rejection {
        Rejection(.uploadTooLarge, "The file has more than \(bytesMax) bytes, which is what may be uploaded.")
    }

    private static let brokenOff = Rejection(
        .uploadInvalid, "The upload ended before the file was whole. Send it again.")
}
