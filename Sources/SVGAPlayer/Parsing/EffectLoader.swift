import Foundation
import SVGA

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Loads effects, parses them, caches them, and calls back everybody who asked for them.
///
/// It is safely `Sendable`, because a lock guards everything that changes.
final class EffectLoader: @unchecked Sendable {
    /// The source of an effect.
    enum Source: Sendable {
        case request(URLRequest)
        case bytes([UInt8], key: String)

        /// The cache key; nil for a source that is not cached.
        var key: String? {
            switch self {
            // The URL identifies a request only if the request is a plain GET without a body.
            case .request(let request):
                request.httpBody == nil && (request.httpMethod ?? "GET") == "GET"
                    ? request.url.map { "url " + $0.absoluteString } : nil
            case .bytes(_, let key): key.isEmpty ? nil : "key " + key
            }
        }
    }

    typealias Result = Swift.Result<SVGAVideoEntity, any Error>
    typealias Fetch =
        @Sendable (URLRequest, Int, @escaping @Sendable (Swift.Result<[UInt8], any Error>) -> Void) -> Void

    /// The loader that all parsers share.
    static let shared = EffectLoader()

    let cache: EffectCache
    private let limits: SVGALimits
    private let fetch: Fetch
    private let deliver: @Sendable (@escaping @Sendable () -> Void) -> Void
    private let queue = DispatchQueue(label: "ovation.svga.parse", qos: .userInitiated)
    private let lock = NSLock()
    /// The callers that wait for each effect in progress.
    private var waiting: [String: [@Sendable (Result) -> Void]] = [:]

    /// Makes a loader.
    ///
    /// - Parameters:
    ///   - fetch: Loads a request up to a limit in bytes and calls back once, on any thread.
    ///   - deliver: Runs the callers' completions.
    init(
        cacheBytesMax: Int = 64 * 1_024 * 1_024, limits: SVGALimits = .standard,
        fetch: @escaping Fetch = EffectDownload.fetch,
        deliver: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void = { body in
            DispatchQueue.main.async { body() }
        }
    ) {
        cache = EffectCache(bytesMax: cacheBytesMax)
        self.limits = limits
        self.fetch = fetch
        self.deliver = deliver
    }

    /// Loads an effect and calls back once.
    func load(_ source: Source, _ completion: @escaping @Sendable (Result) -> Void) {
        let key = source.key
        if let key {
            if let entity = cache.entity(key) { return deliver { completion(.success(entity)) } }
            let isFirst = lock.withLock {
                waiting[key, default: []].append(completion)
                return waiting[key]?.count == 1
            }
            guard isFirst else { return }
        }
        let finish: @Sendable (Result) -> Void = { [self] result in
            guard let key else { return deliver { completion(result) } }
            // The effect is cached before its waiting list is removed, so that no caller can start a second download in between.
            if case .success(let entity) = result { cache.insert(entity, key) }
            let callers = lock.withLock { waiting.removeValue(forKey: key) ?? [] }
            for caller in callers { deliver { caller(result) } }
        }
        switch source {
        case .bytes(let bytes, _): parse(bytes, finish)
        case .request(let request):
            fetch(request, limits.fileBytesMax) { [self] result in
                switch result {
                case .success(let bytes): parse(bytes, finish)
                case .failure(let error): finish(.failure(error))
                }
            }
        }
    }

    /// Calls back with an error.
    func fail(_ error: any Error, _ completion: @escaping @Sendable (Result) -> Void) {
        deliver { completion(.failure(error)) }
    }

    private func parse(_ bytes: [UInt8], _ finish: @escaping @Sendable (Result) -> Void) {
        queue.async { [limits] in
            do {
                finish(.success(try SVGAVideoEntity(movie: SVGAMovie(decoding: bytes, limits: limits))))
            } catch {
                finish(.failure(error))
            }
        }
    }
}
