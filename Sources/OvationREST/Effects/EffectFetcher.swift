import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import OvationBackend
import OvationSupport

/// Fetches the file of an effect over HTTP, from checked addresses only, within a size and a time.
///
/// The guard is that of callbacks: a name is looked up here, every address behind it is checked, and the connection goes to one that was.
/// A redirect is followed a few times, and each time all of it is checked again.
package struct EffectFetcher: Sendable {
    /// What came.
    package struct File: Sendable {
        /// The file.
        package let bytes: [UInt8]
        /// What the answer calls it; empty where it says nothing.
        package let contentType: String
    }

    /// What one question was answered with.
    private enum Answer: Sendable {
        case file(File)
        case redirect(to: String)
    }

    private let addresses: EffectAddresses
    private let bytesMax: Int
    private let milliseconds: Int
    private let resolver: HostResolver

    /// How many redirects are followed.
    private static let redirectsMax = 3
    /// Addresses of one name that are tried.
    private static let addressesMax = 4
    /// How long a connection may take to come about, of the time that there is.
    private static let connectMillisecondsMax: Int64 = 3_000

    /// Makes a fetcher.
    ///
    /// - Parameters:
    ///   - addresses: where files may be fetched from.
    ///   - bytesMax: bytes of a file that are fetched.
    ///   - milliseconds: how long all of it may take, from the look-up of the name to the last byte, redirects included.
    package init(addresses: EffectAddresses, bytesMax: Int, milliseconds: Int) {
        self.init(addresses: addresses, bytesMax: bytesMax, milliseconds: milliseconds, resolver: .system)
    }

    init(addresses: EffectAddresses, bytesMax: Int, milliseconds: Int, resolver: HostResolver) {
        self.addresses = addresses
        self.bytesMax = bytesMax
        self.milliseconds = milliseconds
        self.resolver = resolver
    }

    /// Fetches a file. May be called from any task; nothing of it runs on the event loops of lives.
    package func fetch(_ address: String) async throws(EffectProblem) -> File {
        let start = ContinuousClock.now
        do {
            return try await withDeadline(milliseconds: milliseconds) { try await follow(address) }
        } catch let problem as EffectProblem {
            // The connection has timers of its own. One that fires at the deadline may be the first to say so.
            if case .unreachable = problem, .now - start >= .milliseconds(milliseconds) {
                throw .timedOut(milliseconds: milliseconds)
            }
            throw problem
        } catch is DeadlinePassed {
            throw .timedOut(milliseconds: milliseconds)
        } catch {
            throw .cancelled
        }
    }

    private func follow(_ address: String) async throws -> File {
        var url = try Self.read(address)
        for _ in 0...Self.redirectsMax {
            switch try await ask(url) {
            case .file(let file): return file
            case .redirect(let place): url = try Self.next(place, after: url)
            }
        }
        throw EffectProblem.redirectRefused("There are more than \(Self.redirectsMax) of them.")
    }

    private static func read(_ address: String) throws(EffectProblem) -> CallbackURL {
        do throws(CallbackFailure) {
            return try CallbackURL(address)
        } catch {
            guard case .addressRefused(let reason) = error else { throw .addressRefused(error.description) }
            throw .addressRefused(reason)
        }
    }

    /// Where a redirect leads. Its addresses are checked when it is asked, like those of any other.
    static func next(_ place: String, after url: CallbackURL) throws(EffectProblem) -> CallbackURL {
        guard let base = URL(string: url.text), let text = URL(string: place, relativeTo: base)?.absoluteString else {
            throw .redirectRefused("It leads to no address.")
        }
        // What stands behind # is nothing that a server is asked for.
        let next = try read(String(text.prefix { $0 != "#" }))
        guard next.isSecure || !url.isSecure else { throw .redirectRefused("It leads from https to http.") }
        return next
    }
}

// MARK: - One question

extension EffectFetcher {
    private func ask(_ url: CallbackURL) async throws -> Answer {
        if let refusal = addresses.refusal(of: url) { throw EffectProblem.addressRefused(refusal) }
        var last = EffectProblem.unreachable("The name \(url.host) has no address.")
        for address in try await checkedAddresses(of: url).prefix(Self.addressesMax) {
            do {
                return try await ask(url, at: address)
            } catch let failure as CallbackFailure {
                guard case .cannotConnect(let reason) = failure else { throw Self.problem(failure) }
                last = .unreachable(reason)
            }
        }
        throw last
    }

    /// The addresses behind a URL. One that is refused refuses them all, as for callbacks.
    private func checkedAddresses(of url: CallbackURL) async throws -> [String] {
        let found: [String]
        do {
            found = url.isAddress ? [url.host] : try await resolver.addresses(url.host)
        } catch is CancellationError {
            throw CancellationError()
        } catch {
            throw EffectProblem.unreachable("\(error)")
        }
        for address in found {
            if let refusal = addresses.refusal(of: address, for: url) { throw EffectProblem.addressRefused(refusal) }
        }
        return found
    }

    private func ask(_ url: CallbackURL, at address: String) async throws -> Answer {
        guard url.isHost(of: url.text) else {
            throw EffectProblem.addressRefused("Its host is not read the same everywhere.")
        }
        // Not on the server's own event loops: a large file over TLS would hold up the lives there.
        let client = HTTPClient(
            eventLoopGroupProvider: .singleton,
            configuration: HTTPClient.Configuration(
                pinning: url.host, to: address,
                connectMilliseconds: min(Self.connectMillisecondsMax, Int64(milliseconds))))
        let answer = await Result { try await read(url, over: client) }
        try? await client.shutdown()
        return try answer.get()
    }

    private func read(_ url: CallbackURL, over client: HTTPClient) async throws -> Answer {
        var request = HTTPClientRequest(url: url.text)
        request.headers.add(name: "user-agent", value: "Ovation")
        request.headers.add(name: "accept", value: "*/*")
        request.headers.add(name: "accept-encoding", value: "identity")
        do {
            let response = try await client.execute(request, timeout: .milliseconds(Int64(milliseconds)))
            let status = Int(response.status.code)
            if [301, 302, 303, 307, 308].contains(status) {
                guard let place = response.headers.first(name: "location") else {
                    throw EffectProblem.redirectRefused("It leads nowhere.")
                }
                return .redirect(to: place)
            }
            guard status == 200 else { throw EffectProblem.status(status) }
            let type = try Self.checkedType(response.headers)
            return .file(File(bytes: try await bytes(of: response), contentType: type))
        } catch let problem as EffectProblem {
            throw problem
        } catch {
            throw HTTPCallbackCaller.failure(error)
        }
    }

    /// The type of an answer. There is none of its own for effects, so only what is certainly something else is refused.
    private static func checkedType(_ headers: HTTPHeaders) throws(EffectProblem) -> String {
        let encoding = headers[canonicalForm: "content-encoding"].joined(separator: ", ").lowercased()
        guard ["", "identity"].contains(encoding) else {
            throw .typeRefused("The answer is compressed, although that was not asked for.")
        }
        let text = headers.first(name: "content-type") ?? ""
        let type = text.prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces).lowercased()
        guard !["text/html", "application/xhtml+xml", "application/json"].contains(type) else {
            throw .typeRefused("The answer is of the type \(type), which is no effect's.")
        }
        return String(type.prefix(typeBytesMax))
    }

    private static let typeBytesMax = 128

    private func bytes(of response: HTTPClientResponse) async throws -> [UInt8] {
        if let length = response.headers.first(name: "content-length").flatMap({ Int($0) }), length > bytesMax {
            throw EffectProblem.tooLarge(bytesMax: bytesMax)
        }
        var bytes: [UInt8] = []
        for try await part in response.body {
            guard part.readableBytes <= bytesMax - bytes.count else { throw EffectProblem.tooLarge(bytesMax: bytesMax) }
            bytes += part.readableBytesView
        }
        return bytes
    }

    private static func problem(_ failure: CallbackFailure) -> EffectProblem {
        switch failure {
        case .connectionLost(let reason): .unreachable("The connection ended before the file was whole: \(reason)")
        default: .unreachable(failure.description)
        }
    }
}
