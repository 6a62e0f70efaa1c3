import AtomicXCore
public import Foundation
import OvationClient
import SVGAPlayer

/// The parts of the kit that a cache needs.
struct GiftCacheHooks: Sendable {
    /// Resolves an address that is relative to the login's server.
    var resolve: @Sendable (URL) -> URL
    /// Returns the required hash of the file at an address; nil if there is none.
    var hash: @Sendable (URL) -> String?
    /// Called on the main queue with the address of a file that is not available.
    var failed: @Sendable (URL) -> Void
}

/// Downloads effect files and keeps them in a folder.
///
/// A file is stored under its whole address, so files with the same name do not collide. Simultaneous requests for one file share a
/// download. A response with an HTTP error, too many bytes or the wrong hash is never stored. If the folder is full or not writable, the
/// request fails, and the next one tries again.
///
/// Methods may be called on any thread. Completions run on the main queue.
public final class GiftCacheService: Sendable {
    typealias Fetch = @Sendable (URL, Int, @escaping @Sendable (Result<[UInt8], any Error>) -> Void) -> Void

    /// The default size limit of the folder: 256 MiB.
    public static let bytesMaxDefault = 256 * 1_024 * 1_024
    /// The default limit on the number of files.
    public static let filesMaxDefault = 512
    /// The default size limit of a file: 32 MiB.
    public static let fileBytesMaxDefault = 32 * 1_024 * 1_024
    /// The most files that may be requested at the same time.
    static let requestsMax = 256

    private let folder: GiftCacheFolder
    private let fileBytesMax: Int
    private let fetch: Fetch
    private let now: @Sendable () -> Date
    private let hooks: @Sendable () -> GiftCacheHooks?
    private let queue = DispatchQueue(label: "ovation.gift-cache", qos: .userInitiated)
    /// The waiting callers of each file, by file name.
    private let waiting = Locked<[String: [Waiter]]>([:])

    private struct Waiter: Sendable {
        let url: URL
        let completion: @Sendable (Result<URL, any Error>) -> Void
    }

    /// Makes a cache in the folder `gift` of the app's caches. Caches with the same folder share its files.
    public convenience init() { self.init(hooks: { GiftKit.shared.cacheHooks }) }

    /// Makes a cache in a folder.
    ///
    /// - Parameters:
    ///   - folder: The folder. It is created when it is first needed, and must not contain other files.
    ///   - bytesMax: The size limit of the folder. The latest file stays even if it is larger.
    ///   - filesMax: The limit on the number of files.
    ///   - fileBytesMax: The size limit of a file.
    public convenience init(
        folder: URL, bytesMax: Int = GiftCacheService.bytesMaxDefault,
        filesMax: Int = GiftCacheService.filesMaxDefault, fileBytesMax: Int = GiftCacheService.fileBytesMaxDefault
    ) {
        self.init(
            folder: folder, bytesMax: bytesMax, filesMax: filesMax, fileBytesMax: fileBytesMax,
            hooks: { GiftKit.shared.cacheHooks })
    }

    init(
        folder: URL = GiftCacheService.defaultFolder, bytesMax: Int = GiftCacheService.bytesMaxDefault,
        filesMax: Int = GiftCacheService.filesMaxDefault, fileBytesMax: Int = GiftCacheService.fileBytesMaxDefault,
        disk: any GiftCacheDisk = SystemGiftCacheDisk(), fetch: @escaping Fetch = EffectFetch.bytes,
        now: @escaping @Sendable () -> Date = { Date() }, hooks: @escaping @Sendable () -> GiftCacheHooks?
    ) {
        self.folder = GiftCacheFolder(folder: folder, bytesMax: bytesMax, filesMax: filesMax, disk: disk)
        self.fileBytesMax = fileBytesMax
        self.fetch = fetch
        self.now = now
        self.hooks = hooks
    }

    /// The folder `gift` of the app's caches, or of the temporary directory if there is no cache directory.
    static var defaultFolder: URL {
        let caches = FileManager.default.urls(for: .cachesDirectory, in: .userDomainMask).first
        return (caches ?? FileManager.default.temporaryDirectory).appendingPathComponent("gift", isDirectory: true)
    }

    /// Requests a file.
    ///
    /// - Parameters:
    ///   - url: An HTTP URL or a file URL.
    ///   - completion: Receives (0, path of the file) or (-1, ""), once, on the main queue.
    public func request(withURL url: URL, completion: ((Int, String) -> Void)?) {
        let completion = CacheCompletion(completion)
        load(url) { result in
            switch result {
            case .success(let file): completion(0, file.path)
            case .failure: completion(-1, "")
            }
        }
    }

    /// Requests a file.
    ///
    /// - Parameter url: An HTTP URL or a file URL.
    /// - Returns: The file. It may be removed later, when it is among the least recently used ones.
    /// - Throws: ``GiftCacheError``, or an error of the network or the file system.
    public func file(for url: URL) async throws -> URL {
        try await withCheckedThrowingContinuation { continuation in load(url) { continuation.resume(with: $0) } }
    }

    /// Removes all files. Requests in progress are not affected.
    public func purge() { queue.async { [folder] in folder.removeAll() } }

    /// Removes all files, like ``purge()``. This is the name in earlier versions.
    public func clearCacheDirectory() { purge() }

    /// Removes a file that could not be played, so that it is downloaded again.
    func discard(path: String) { queue.async { [folder] in folder.discard(URL(fileURLWithPath: path)) } }

    /// Waits until all earlier work on the folder is done.
    func settle() { queue.sync {} }

    // MARK: - Requests

    /// Requests a file and calls back once, on the main queue.
    func load(_ address: URL, _ completion: @escaping @Sendable (Result<URL, any Error>) -> Void) {
        let hooks = hooks()
        let url = hooks?.resolve(address) ?? address
        let hash = (hooks?.hash(url) ?? hooks?.hash(address))?.lowercased()
        let name = GiftCacheFolder.name(of: url, hash: hash)
        let waiter = Waiter(url: address, completion: completion)
        let place = waiting.withLock { waiting -> Int? in
            guard waiting[name] != nil || waiting.count < Self.requestsMax else { return nil }
            waiting[name, default: []].append(waiter)
            return waiting[name]?.count
        }
        switch place {
        case nil: notify([waiter], .failure(GiftCacheError.busy))
        case 1: queue.async { self.find(name, url, hash) }
        default: break
        }
    }

    /// Answers from the folder or starts a download. It runs on the queue.
    private func find(_ name: String, _ url: URL, _ hash: String?) {
        if url.isFileURL {
            let bytes = folder.disk.bytes(of: url) ?? 0
            return finish(name, bytes > 0 ? .success(url) : .failure(GiftCacheError.empty))
        }
        if let file = folder.find(name, at: now()) { return finish(name, .success(file)) }
        guard ["http", "https"].contains(url.scheme?.lowercased()) else {
            return finish(name, .failure(GiftCacheError.addressInvalid))
        }
        fetch(url, fileBytesMax) { [self] result in
            queue.async { self.finish(name, Result { try self.keep(result.get(), name, hash) }) }
        }
    }

    private func keep(_ bytes: [UInt8], _ name: String, _ hash: String?) throws -> URL {
        guard !bytes.isEmpty else { throw GiftCacheError.empty }
        guard hash == nil || hash == SHA256Hash.digits(of: bytes) else { throw GiftCacheError.hashMismatch }
        return try folder.keep(bytes, as: name, at: now())
    }

    private func finish(_ name: String, _ result: Result<URL, any Error>) {
        notify(waiting.withLock { $0.removeValue(forKey: name) } ?? [], result)
    }

    private func notify(_ waiters: [Waiter], _ result: Result<URL, any Error>) {
        DispatchQueue.main.async { [hooks] in
            for waiter in waiters { waiter.completion(result) }
            guard case .failure = result, let hooks = hooks() else { return }
            for url in Set(waiters.map(\.url)) { hooks.failed(url) }
        }
    }
}

/// Carries an app's completion to the main queue.
///
/// `@unchecked Sendable` is sound, because the completion is only called, once, on the main queue. The API cannot declare it `@Sendable`,
/// because apps pass closures that use their views.
private struct CacheCompletion: @unchecked Sendable {
    private let completion: ((Int, String) -> Void)?

    init(_ completion: ((Int, String) -> Void)?) { self.completion = completion }

    func callAsFunction(_ code: Int, _ path: String) { completion?(code, path) }
}
