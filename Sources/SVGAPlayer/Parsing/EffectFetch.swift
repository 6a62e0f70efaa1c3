package import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The parser's downloads, for effects in other formats than SVGA.
package enum EffectFetch {
    /// Loads a URL from disk or from the network, and calls back once, on any thread.
    ///
    /// It fails as soon as the content exceeds `bytesMax`, and for every HTTP status that is not a success.
    package static func bytes(
        at url: URL, bytesMax: Int, _ completion: @escaping @Sendable (Result<[UInt8], any Error>) -> Void
    ) {
        EffectDownload.fetch(URLRequest(url: url), bytesMax: bytesMax, completion)
    }
}
