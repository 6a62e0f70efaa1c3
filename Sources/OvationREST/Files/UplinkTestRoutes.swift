import HTTPTypes
package import Hummingbird
import NIOCore
import OvationBackend
package import OvationHTTP
import OvationMedia
import OvationModel
package import OvationNode
import OvationSupport

/// The sink with which hosts test their uplink before a live: `POST /v1/media/test` with a ticket of `media.test`.
///
/// What comes is counted and thrown away. A user has few bytes in a minute, one test at a time, and all of them together few
/// places. No request holds a place for long, and neither do a user or an address that ask again at once: each has a part of the time.
package struct UplinkTestRoutes: HTTPRouteGroup {
    private let node: Node
    private let metrics: FileMetrics
    private let admission: UploadAdmission
    private let gate: UploadGate
    private let reader: UploadReader

    /// Makes the route.
    ///
    /// - Parameter origins: whose pages may test.
    package init(node: Node, origins: OriginPolicy, metrics: FileMetrics) {
        self.node = node
        self.metrics = metrics
        admission = UploadAdmission(node: node, origins: origins)
        gate = UploadGate(
            allMax: node.limits.uplinkTestsMax, ofUserMax: 1,
            ofAddressMax: min(RateGates.uplinkTestsOfAddressMax, node.limits.uplinkTestsMax))
        reader = UploadReader(
            limits: node.limits, clock: node.services.clock, secondsMax: node.limits.uplinkTestPostSecondsMax
        ) { [metrics] in metrics.tested($0) }
    }

    package func addRoutes(to router: Router<HTTPRequestContext>) {
        router.post("/v1/media/test") { request, context -> Response in
            do throws(Rejection) {
                return .json(try await take(request, context))
            } catch {
                metrics.refusedTest(error.code)
                throw HTTPFailure(ofUpload: error, headers: [.vary: "Origin"])
            }
        }
    }

    /// Takes the bytes of a request. Whatever can be refused is refused before one of them is asked for.
    private func take(_ request: Request, _ context: HTTPRequestContext) async throws(Rejection) -> UplinkTested {
        let (address, text) = try admission.admit(request, context)
        guard let ticket = text.flatMap({ node.services.uplinkTickets.read($0) }) else {
            throw Rejection(.uploadTicketInvalid)
        }
        guard let length = request.headers[.contentLength].flatMap({ Int($0) }), length >= 0 else {
            throw Rejection(.httpRequestInvalid, "A test of an uplink says how long it is, in Content-Length.")
        }
        try reader.checkLength(of: request, bytesMax: node.limits.uplinkTestBytesMax)
        if let refusal = node.rates.refusal(ofUplinkTestBy: ticket.user, from: address) { throw refusal }
        guard gate.enter(ticket.user, from: address) else {
            throw Rejection(.uplinkTestsTooFrequent, retryAfterMilliseconds: 1_000)
        }
        let clock = node.services.clock
        let entered = clock.monotonic()
        defer {
            let held = clock.monotonic().milliseconds(since: entered)
            node.rates.uplinkTestEnded(by: ticket.user, from: address, after: held)
            gate.leave(ticket.user, from: address)
        }
        // A ticket is shown with every piece of a test, so the bytes are counted and not the tickets.
        if let refusal = node.rates.refusal(ofUplinkTestBy: ticket.user, bytes: max(length, 1)) { throw refusal }
        var first: Timestamp?
        try await reader.read(request, context, bytesMax: length) { _ in first = first ?? clock.monotonic() }
        let milliseconds = first.map { clock.monotonic().milliseconds(since: $0) } ?? 0
        return UplinkTested(bytes: length, milliseconds: max(milliseconds, 0))
    }
}

/// What came of a test.
private struct UplinkTested: Encodable, Sendable {
    let bytes: Int
    /// From the first part to the last.
    let milliseconds: Int64
}
