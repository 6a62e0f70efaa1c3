public import Foundation

#if canImport(FoundationNetworking)
    public import FoundationNetworking
#endif

/// Gets effects from the network, from files or from bytes, and parses them.
///
/// Every call ends with exactly one of its blocks, on the main queue. Parsing is done elsewhere. What has been parsed is kept in
/// memory for the next call, at most ``cacheBytesMax`` bytes for the whole app; an effect that several callers ask for at the
/// same time is fetched once.
public final class SVGAParser: NSObject, Sendable {
    /// Why an effect could not be fetched. What is wrong with its file is an `SVGAError`.
    public enum FetchError: Error, Equatable, Sendable {
        /// The server answered with another status than success.
        case status(Int)
        /// There is no file of the name in the bundle.
        case notFound(String)
    }

    private let loader: EffectLoader

    /// Makes a parser. All parsers share what they keep.
    public override convenience init() { self.init(loader: .shared) }

    init(loader: EffectLoader) {
        self.loader = loader
        super.init()
    }

    /// How many bytes of effects are kept at most, 64 MiB unless told.
    public static var cacheBytesMax: Int {
        get { EffectLoader.shared.cache.bytesMax }
        set { EffectLoader.shared.cache.bytesMax = newValue }
    }

    /// Forgets all effects that are kept. Those that play are not disturbed.
    public static func purge() { EffectLoader.shared.cache.removeAll() }

    /// Fetches and parses an effect.
    ///
    /// - Parameters:
    ///   - url: where it is, on the network or in a file.
    ///   - completionBlock: is called on the main queue with the effect.
    ///   - failureBlock: is called on the main queue where there is none, with the reason.
    public func parse(
        with url: URL, completionBlock: @escaping (SVGAVideoEntity?) -> Void,
        failureBlock: (((any Error)?) -> Void)? = nil
    ) {
        parse(with: URLRequest(url: url), completionBlock: completionBlock, failureBlock: failureBlock)
    }

    /// Fetches and parses an effect by a request of one's own.
    public func parse(
        with urlRequest: URLRequest, completionBlock: @escaping (SVGAVideoEntity?) -> Void,
        failureBlock: (((any Error)?) -> Void)? = nil
    ) {
        let blocks = Blocks(completion: { completionBlock($0) }, failure: failureBlock)
        loader.load(.request(urlRequest)) { blocks.finish($0) }
    }

    /// Parses bytes. Bytes that were parsed under the same key before are not looked at; an empty key keeps nothing.
    public func parse(
        with data: Data, cacheKey: String, completionBlock: ((SVGAVideoEntity) -> Void)? = nil,
        failureBlock: ((any Error) -> Void)? = nil
    ) {
        let blocks = Blocks(
            completion: completionBlock, failure: failureBlock.map { block in { error in error.map { block($0) } } })
        loader.load(.bytes([UInt8](data), key: cacheKey)) { blocks.finish($0) }
    }

    /// Parses a file of a bundle, by its name without `.svga`.
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

    /// Fetches and parses an effect.
    ///
    /// - Throws: an `SVGAError`, a ``FetchError``, or what the network says.
    public func entity(from url: URL) async throws -> SVGAVideoEntity {
        try await withCheckedThrowingContinuation { continuation in
            loader.load(.request(URLRequest(url: url))) { continuation.resume(with: $0) }
        }
    }

    /// What a caller handed in. Unchecked, because the blocks of the calls above are not marked: they are made by the caller, kept
    /// untouched, and called on the main queue only.
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
