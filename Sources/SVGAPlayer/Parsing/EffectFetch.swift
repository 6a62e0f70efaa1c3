package import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The downloads of the parser, for other effects of this package than SVGA.
package enum EffectFetch {
    /// Gets what is at an address, from a file or from the network, and calls back once, on any thread.
    ///
    /// What is longer than `bytesMax` fails as soon as that is known, and so does another status than success.
    package static func bytes(
        at url: URL, bytesMax: Int, _ completion: @escaping @Sendable (Result<[UInt8], any Error>) -> Void
    ) {
        EffectDownload.fetch(URLRequest(url: url), bytesMax: bytesMax, completion)
    }
}
