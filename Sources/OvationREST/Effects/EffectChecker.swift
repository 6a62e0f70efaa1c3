import Dispatch
import OvationBackend
import OvationModel
import OvationRules
import OvationSupport
import OvationWeb
import SVGA
import Synchronization

/// Fetches an effect when somebody asks for it, and says what it is. Nothing here does anything by itself.
///
/// A few are fetched at a time and one is decoded at a time, on a thread of its own: a file of a stranger may take as long to decode as the
/// limits of ``SVGALimits`` allow, and no live shall notice.
final class EffectChecker: Sendable {
    /// An effect that was looked at.
    struct Outcome: Sendable {
        let movie: SVGAMovie
        let fileBytes: Int
        /// What the answer called it; empty for a file of the page.
        let contentType: String
    }

    private let fetcher: EffectFetcher
    private let checksMax: Int
    private let page: @Sendable () throws -> [String: [UInt8]]
    private let underWay = Mutex(0)
    private let decoding = DispatchQueue(label: "ovation.effects", qos: .utility)

    /// Makes a checker.
    ///
    /// - Parameters:
    ///   - configuration: which addresses may be fetched from: those that callbacks may go to.
    ///   - page: reads the page's files, for an address that begins with a slash. Called on the thread that decodes.
    init(
        _ configuration: CallbackConfiguration, limits: Limits, resolver: HostResolver = .system,
        page: @escaping @Sendable () throws -> [String: [UInt8]] = { try OvationWeb.files() }
    ) {
        fetcher = EffectFetcher(
            addresses: .guarded(configuration), bytesMax: limits.effectCheckBytesMax,
            milliseconds: limits.effectCheckMilliseconds, resolver: resolver)
        checksMax = limits.effectChecksMax
        self.page = page
    }

    /// Looks at the effect at an address. One of an uploaded file is not asked for over the network: its name says what it is, whichever
    /// name the server has.
    ///
    /// - Throws: `effectAddressRefused`, `effectNotFetched`, `effectInvalid`; `effectChecksBusy` where too many are looked at already;
    ///   `serverShuttingDown` where the waiting task is cancelled.
    func check(_ address: String, uploaded files: (any FileStorage)? = nil) async throws(Rejection) -> Outcome {
        let isAdmitted = underWay.withLock { count in
            guard count < checksMax else { return false }
            count += 1
            return true
        }
        guard isAdmitted else { throw Rejection(.effectChecksBusy) }
        defer { underWay.withLock { $0 -= 1 } }
        do throws(EffectProblem) {
            if let file = await Self.file(at: address, in: files) { return try await decoded { file } }
            if address.hasPrefix("/") { return try await decoded { try self.file(ofPage: address) } }
            let file = try await fetcher.fetch(address)
            return try await decoded { file }
        } catch {
            throw Rejection(error)
        }
    }

    /// An uploaded file; nil if the address is of none that is kept here.
    private static func file(at address: String, in files: (any FileStorage)?) async -> EffectFetcher.File? {
        guard let files, let name = FileName.named(in: address).first,
            let count = try? await files.byteCount(of: name), let bytes = try? await files.read(name, 0..<count)
        else { return nil }
        return EffectFetcher.File(bytes: bytes, contentType: name.type.contentType)
    }

    /// Decodes a file on the thread for it.
    private func decoded(
        _ read: @escaping @Sendable () throws -> EffectFetcher.File
    ) async throws(EffectProblem) -> Outcome {
        let outcome = FirstOutcome<Outcome>()
        decoding.async {
            outcome.end(
                Result {
                    let file = try read()
                    let movie = try SVGAMovie(decoding: file.bytes)
                    return Outcome(movie: movie, fileBytes: file.bytes.count, contentType: file.contentType)
                })
        }
        do {
            return try await outcome.value()
        } catch let error as SVGAError {
            throw .invalid(error)
        } catch let problem as EffectProblem {
            throw problem
        } catch {
            throw .cancelled
        }
    }

    /// A file of the page, which this server serves itself.
    private func file(ofPage address: String) throws -> EffectFetcher.File {
        guard let bytes = try? page()[String(address.dropFirst())] else { throw EffectProblem.status(404) }
        return EffectFetcher.File(bytes: bytes, contentType: "")
    }
}

extension Rejection {
    /// What a call is refused with where an effect is not known to be one.
    fileprivate init(_ problem: EffectProblem) {
        switch problem {
        case .addressRefused: self.init(.effectAddressRefused, problem.description)
        case .unreachable, .timedOut, .status, .redirectRefused, .typeRefused:
            self.init(.effectNotFetched, problem.description)
        case .tooLarge, .invalid: self.init(.effectInvalid, problem.description)
        case .cancelled: self.init(.serverShuttingDown)
        }
    }
}
