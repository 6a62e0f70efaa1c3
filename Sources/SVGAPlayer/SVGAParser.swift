public import Foundation

#if canImport(FoundationNetworking)
    public import FoundationNetworking
#endif

/// Loads effects from the network, from files or from bytes, and parses them.
///
/// Every call ends with exactly one of its blocks, on the main queue. Parsing runs on a background queue. Parsed effects stay in a cache of
/// at most ``cacheBytesMax`` bytes for the whole app. If several callers ask for the same effect at the same time, it is downloaded once.
public final class SVGAParser: NSObject, Sendable {
    /// An error while loading. A bad file gives an `SVGAError` instead.
    public enum FetchError: Error, Equatable, Sendable {
        /// The server answered with an HTTP status that is not a success.
        case status(Int)
        /// The bundle has no file of this name.
        case notFound(String)
    }

    private let loader: EffectLoader

    /// Makes a parser. All parsers share one cache.
    public override convenience init() { self.init(loader: .shared) }

    init(loader: EffectLoader) {
        self.loader = loader
        super.init()
    }

    /// The size of the cache, in bytes. The default is 64 MiB.
    public static var cacheBytesMax: Int {
        get { EffectLoader.shared.cache.bytesMax }
        set { EffectLoader.shared.cache.bytesMax = newValue }
    }

    /// Empties the cache. Effects that are playing are not affected.
    public static func purge() { EffectLoader.shared.cache.removeAll() }

    /// Loads and parses an effect.
    ///
    /// - Parameters:
    ///   - url: An HTTP URL or a file URL.
    ///   - completionBlock: Receives the effect on the main queue.
    ///   - failureBlock: Receives the error on the main queue.
    public func parse(
        with url: URL, completionBlock: @escaping (SVGAVideoEntity?) -> Void,
        failureBlock: (((any Error)?) -> Void)? = nil
    ) {
        parse(with: URLRequest(url: url), completionBlock: completionBlock, failureBlock: failureBlock)
    }

    /// Loads and parses an effect with a custom request.
    public func parse(
        with urlRequest: URLRequest, completionBlock: @escaping (SVGAVideoEntity?) -> Void,
        failureBlock: (((any Error)?) -> Void)? = nil
    ) {
        let blocks = Blocks(completion: { completionBlock($0) }, failure: failureBlock)
        loader.load(.request(urlRequest)) { blocks.finish($0) }
    }

    /// Parses bytes. If the cache has an effect under the same key, the bytes are ignored. An empty key bypasses the cache.
    public func parse(
        with data: Data, cacheKey: String, completionBlock: ((SVGAVideoEntity) -> Void)? = nil,
        failureBlock: ((any Error) -> Void)? = nil
    ) {
        let blocks = Blocks(
            completion: completionBlock, failure: failureBlock.map { block in { error in error.map { block($0) } } })
        loader.load(.bytes([UInt8](data), key: cacheKey)) { blocks.finish($0) }
    }

    /// Parses a file of a bundle. `named` is its name without `.svga`.
    public func parse(
        withNamed named: String, in inBundle: Bundle? = nil, completionBlock: ((SVGAVideoEntity) -> Void)? = nil,
        failureBlock: ((any Error) -> Void)? = nil
    ) {
        let blocks = Blocks(
            completion: completionBlock, failure: failureBlock.map { block in { error in error.map { block($0) } } })
        guard let url = (inBundle ?? .main).url(forResource: named, withExtension: "svga") else {
            return loader.fail(FetchError.notFound(named)) { blocks.finish($0) }
        }
        loader.load(.request(URLRequest(url: url))) { blocks.finish($0) }
    }

    /// Loads and parses an effect.
    ///
    /// - Throws: An `SVGAError`, a ``FetchError`` or a network error.
    public func entity(from url: URL) async throws -> SVGAVideoEntity {
        try await withCheckedThrowingContinuation { continuation in
            loader.load(.request(URLRequest(url: url))) { continuation.resume(with: $0) }
        }
    }

    /// The blocks of a caller. `@unchecked` is sound: the caller made the blocks, nothing changes them, and they run on the main queue
    /// only.
    private struct Blocks: @unchecked Sendable {
        let completion: ((SVGAVideoEntity) -> Void)?
        let failure: (((any Error)?) -> Void)?

        func finish(_ result: Result<SVGAVideoEntity, any Error>) {
            switch result {
            case .success(let entity): completion?(entity)
            case .failure(let error): failure?(error)
            }
        }
    }
}
