import AsyncHTTPClient
import Dispatch
import Foundation
package import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
package import OvationModel
package import OvationSupport
import ServiceLifecycle
import Synchronization

/// Posts callbacks over HTTP, to checked addresses only.
///
/// This type looks the name up, checks every address behind it, and connects to one of the addresses that it has checked. The HTTP
/// client is told the address and never looks the name up itself, so it does not matter if the name leads elsewhere a moment later.
/// `Host`, SNI and the certificate's check keep the name.
package final class HTTPCallbackCaller: CallbackCaller, Service {
    /// The client of one checked address of one name. It is closed when another address takes its place.
    private struct Pin {
        let client: HTTPClient
        var callsUnderWay = 0
        /// When it was used last, by a count of calls.
        var usedAt = 0
    }

    private struct PinKey: Hashable {
        let host: String
        let address: String
        /// Whether its connections end with their first answer. They are never those of other callbacks: what such a connection still
        /// holds, a late second answer for instance, would be taken for the answer to the next question.
        let isOneQuestionEach: Bool
    }

    private struct State {
        var pins: [PinKey: Pin] = [:]
        var calls = 0
        var known: [String: (addresses: [String], at: UInt64)] = [:]
        var isClosed = false
    }

    private let sdkAppID: Int
    private let policy: CallbackAddressPolicy
    private let limits: Limits
    private let clock: ServerClock
    private let resolver: HostResolver
    private let group: any EventLoopGroup
    private let state = Mutex(State())

    /// For how long an address that was checked is used without looking the name up again.
    private static let addressSeconds: UInt64 = 10
    /// Names and addresses that are remembered. There is one URL; a few more exist while it changes.
    private static let pinsMax = 8
    /// How long a server that stops waits for connections to end.
    private static let shutdownSeconds = 5
    /// Addresses of one name that are tried.
    private static let addressesMax = 4

    package init(
        sdkAppID: Int, policy: CallbackAddressPolicy, limits: Limits, clock: ServerClock,
        resolver: HostResolver = .system, group: any EventLoopGroup
    ) {
        self.sdkAppID = sdkAppID
        self.policy = policy
        self.limits = limits
        self.clock = clock
        self.resolver = resolver
        self.group = group
    }

    deinit {
        // A start that failed half-way may not have shut it down. No connection is left behind.
        for pin in state.withLock({ $0.pins.values }) { pin.client.shutdown(queue: .global()) { _ in } }
    }

    /// Waits for the end of the server, then closes every connection.
    package func run() async throws {
        try? await gracefulShutdown()
        await shutdown()
    }

    /// Closes every connection. Calls under way fail, and later ones do too.
    func shutdown() async {
        let clients = state.withLock { state in
            state.isClosed = true
            defer { state.pins = [:] }
            return state.pins.values.map(\.client)
        }
        let ends = DispatchGroup()
        for client in clients {
            ends.enter()
            client.shutdown { _ in ends.leave() }
        }
        // The wait has an end: a server that stops does not wait for a connection that never closes.
        await withCheckedContinuation { continuation in
            let isAwaited = Mutex(true)
            let goOn: @Sendable () -> Void = {
                let isFirst = isAwaited.withLock { isAwaited in
                    defer { isAwaited = false }
                    return isAwaited
                }
                if isFirst { continuation.resume() }
            }
            ends.notify(queue: .global(), execute: goOn)
            DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(Self.shutdownSeconds), execute: goOn)
        }
    }

    package func post(
        _ callback: Callback, _ settings: CallbackSettings, milliseconds: Int
    ) async throws(CallbackFailure) -> [UInt8] {
        guard let text = settings.url else { throw .notConfigured }
        let url = try CallbackURL(text)
        if let refusal = policy.refusal(ofPort: url.port) { throw .addressRefused(refusal) }
        do {
            return try await withDeadline(milliseconds: milliseconds) {
                try await self.post(callback, settings, url, milliseconds)
            }
        } catch let failure as CallbackFailure {
            throw failure
        } catch is DeadlinePassed {
            throw .timedOut
        } catch {
            throw .cancelled
        }
    }

    private func post(
        _ callback: Callback, _ settings: CallbackSettings, _ url: CallbackURL, _ milliseconds: Int
    ) async throws -> [UInt8] {
        var last = CallbackFailure.cannotConnect("The name \(url.host) has no address.")
        for address in try await addresses(of: url).prefix(Self.addressesMax) {
            do {
                return try await post(callback, settings, url, at: address, milliseconds)
            } catch let failure as CallbackFailure {
                // Nothing was sent yet, so another address of the same name may be tried.
                guard case .cannotConnect = failure else { throw failure }
                last = failure
            }
        }
        throw last
    }

    private func post(
        _ callback: Callback, _ settings: CallbackSettings, _ url: CallbackURL, at address: String, _ milliseconds: Int
    ) async throws -> [UInt8] {
        let key = PinKey(host: url.host, address: address, isOneQuestionEach: callback.command.isAboutCoins)
        let client = try take(key)
        defer { giveBack(key) }
        let request = request(callback, settings, url)
        guard url.isHost(of: request.url) else {
            throw CallbackFailure.addressRefused("Its host is not read the same everywhere.")
        }
        do {
            let response = try await client.execute(request, timeout: .milliseconds(Int64(milliseconds)))
            let status = Int(response.status.code)
            guard !(300..<400).contains(status) else { throw CallbackFailure.redirect(status) }
            guard (200..<300).contains(status) else { throw CallbackFailure.status(status) }
            return Array(try await response.body.collect(upTo: limits.callbackAnswerBytesMax).readableBytesView)
        } catch {
            throw Self.failure(error)
        }
    }

    private func request(
        _ callback: Callback, _ settings: CallbackSettings, _ url: CallbackURL
    ) -> HTTPClientRequest {
        let now = clock.wall()
        var request = HTTPClientRequest(
            url: url.text(addingQuery: query(of: callback, settings, at: now)))
        request.method = .POST
        request.headers.add(name: "content-type", value: "application/json")
        request.headers.add(name: "user-agent", value: "Ovation")
        let signature = CallbackSignature.headers(
            id: callback.id, body: callback.body, secrets: settings.secrets(at: now), at: now)
        for header in signature { request.headers.add(name: header.name, value: header.value) }
        // The client then gives the connection up with the answer, whatever the backend says.
        if callback.command.isAboutCoins { request.headers.add(name: "connection", value: "close") }
        request.body = .bytes(ByteBuffer(bytes: callback.body))
        return request
    }

    private func query(of callback: Callback, _ settings: CallbackSettings, at now: Timestamp) -> String {
        var parts = ["SdkAppid=\(sdkAppID)", "CallbackCommand=\(callback.command.rawValue)", "contenttype=json"]
        if callback.command.namesClient {
            // An IPv6 address has colons, and a zone's percent sign would begin an escape.
            let address = callback.client.address.prefix { $0 != "%" }.replacing(":", with: "%3A")
            parts += ["ClientIP=\(address)", "OptPlatform=\(callback.client.platform.rawValue)"]
        }
        if settings.isTokenEnabled, let token = settings.token {
            let sign = CallbackSignature.sign(token: token, requestTime: now.seconds)
            parts += ["Sign=\(sign)", "RequestTime=\(now.seconds)"]
        }
        return parts.joined(separator: "&")
    }
}

// MARK: - Addresses

extension HTTPCallbackCaller {
    /// The addresses that may be connected to. One forbidden address refuses all of them: a name that points to both kinds is a trick or
    /// a mistake, and which one would be tried would be a matter of chance.
    private func addresses(of url: CallbackURL) async throws -> [String] {
        let found = url.isAddress ? [url.host] : try await lookUp(url.host)
        for address in found {
            if let refusal = policy.refusal(ofAddress: address) { throw CallbackFailure.addressRefused(refusal) }
        }
        return found
    }

    private func lookUp(_ host: String) async throws -> [String] {
        let now = clock.nanoseconds()
        let known = state.withLock { $0.known[host] }
        if let known, now - known.at < Self.addressSeconds * 1_000_000_000 { return known.addresses }
        let addresses: [String]
        do {
            addresses = try await resolver.addresses(host)
        } catch is CancellationError {
            throw CancellationError()
        } catch {
            throw CallbackFailure.cannotConnect("\(error)")
        }
        state.withLock { state in
            if state.known.count >= Self.pinsMax { state.known = [:] }
            state.known[host] = (addresses, now)
        }
        return addresses
    }

    private func take(_ key: PinKey) throws -> HTTPClient {
        try state.withLock { state in
            guard !state.isClosed else { throw CallbackFailure.cancelled }
            state.calls += 1
            if state.pins[key] == nil {
                if state.pins.count >= Self.pinsMax { Self.forgetOne(&state) }
                state.pins[key] = Pin(client: makeClient(key))
            }
            guard var pin = state.pins[key] else { throw CallbackFailure.cancelled }
            pin.callsUnderWay += 1
            pin.usedAt = state.calls
            state.pins[key] = pin
            return pin.client
        }
    }

    private func giveBack(_ key: PinKey) { state.withLock { $0.pins[key]?.callsUnderWay -= 1 } }

    /// Makes room for another pin. Pins that are in use stay, so there may be a few too many for a while.
    private static func forgetOne(_ state: inout State) {
        let idle = state.pins.filter { $0.value.callsUnderWay == 0 }
        guard let oldest = idle.min(by: { $0.value.usedAt < $1.value.usedAt }) else { return }
        state.pins[oldest.key] = nil
        let client = oldest.value.client
        client.shutdown { _ in }
    }

    private func makeClient(_ key: PinKey) -> HTTPClient {
        var configuration = HTTPClient.Configuration(
            pinning: key.host, to: key.address, connectMilliseconds: connectMilliseconds)
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = limits.callbackConnectionsMax
        // Below the five seconds after which common servers close, so that few requests meet a connection that just ended.
        configuration.connectionPool.idleTimeout = .seconds(4)
        return HTTPClient(eventLoopGroupProvider: .shared(group), configuration: configuration)
    }

    /// Long enough for a lost packet, short enough to try another address within the time of a question: 1.5 s of 2 s.
    private var connectMilliseconds: Int64 { max(1, Int64(limits.callbackTimeoutMilliseconds) * 3 / 4) }

    /// Whether the system's error means that no connection was ever made.
    private static func isBeforeConnection(_ code: CInt) -> Bool {
        [ECONNREFUSED, ENETUNREACH, EHOSTUNREACH, EADDRNOTAVAIL, EINVAL].contains(code)
    }

    /// What became of a call: a `CallbackFailure`, or that it was given up.
    package static func failure(_ error: any Error) -> any Error {
        switch error {
        case is CallbackFailure, is CancellationError: return error
        case is NIOTooManyBytesError: return CallbackFailure.tooLarge
        case is NIOConnectionError, is NIOSSLExtraError, NIOSSLError.handshakeFailed, ChannelError.connectTimeout:
            return CallbackFailure.cannotConnect("\(error)")
        case let error as IOError where isBeforeConnection(error.errnoCode):
            return CallbackFailure.cannotConnect(String(cString: strerror(error.errnoCode)))
        case let error as HTTPClientError:
            switch error {
            case .connectTimeout, .tlsHandshakeTimeout, .invalidURL, .getConnectionFromPoolTimeout:
                return CallbackFailure.cannotConnect(error.shortDescription)
            case .cancelled: return CancellationError()
            case .deadlineExceeded: return CallbackFailure.timedOut
            default: return CallbackFailure.connectionLost(error.shortDescription)
            }
        default: return CallbackFailure.connectionLost("\(error)")
        }
    }
}
