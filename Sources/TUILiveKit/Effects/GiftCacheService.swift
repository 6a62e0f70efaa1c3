import AtomicXCore
public import Foundation
import SVGAPlayer

/// What a cache asks the rest of the kit.
struct GiftCacheHooks: Sendable {
    /// The address on the network of one that is on the server of the login.
    var resolve: @Sendable (URL) -> URL
    /// The hash that the file at an address must have; nil where nobody says.
    var hash: @Sendable (URL) -> String?
    /// Is told an address whose file could not be had, on the main queue.
    var failed: @Sendable (URL) -> Void
}

/// Gets the files of effects from the network and keeps them in a folder.
///
/// A file is kept under its whole address, so that two files of one name are two files. Callers who ask for one at the same time
/// share one download. What is not a success of HTTP, is longer than it may be, or has another hash than the catalogue says, is
/// never kept. Where the folder is full or cannot be written to, the request fails, and the next one tries again.
///
/// Methods may be called on any thread. Completions come on the main queue.
public final class GiftCacheService: Sendable {
    typealias Fetch = @Sendable (URL, Int, @escaping @Sendable (Result<[UInt8], any Error>) -> Void) -> Void

    /// How many bytes the folder has at most unless told: 256 MiB.
    public static let bytesMaxDefault = 256 * 1_024 * 1_024
    /// How many files the folder has at most unless told.
    public static let filesMaxDefault = 512
    /// How long one file may be unless told: 32 MiB.
    public static let fileBytesMaxDefault = 32 * 1_024 * 1_024
    /// How many files are asked for at the same time at most.
    static let requestsMax = 256

    private let folder: GiftCacheFolder
    private let fileBytesMax: Int
    private let fetch: Fetch
    private let now: @Sendable () -> Date
    private let hooks: @Sendable () -> GiftCacheHooks?
    private let queue = DispatchQueue(label: "ovation.gift-cache", qos: .userInitiated)
    /// Those who wait for a file, by its name.
    private let waiting = Locked<[String: [Waiter]]>([:])

    private struct Waiter: Sendable {
        let url: URL
        let completion: @Sendable (Result<URL, any Error>) -> Void
    }

    /// Makes a cache in the folder `gift` of the app's caches. Several caches of one folder share what is in it.
    public convenience init() { self.init(hooks: { GiftKit.shared.cacheHooks }) }

    /// Makes a cache in a folder.
    ///
    /// - Parameters:
    ///   - folder: where; it is made when it is first needed, and belongs to the cache.
    ///   - bytesMax: how many bytes it has at most; the last file stays, however long it is.
    ///   - filesMax: how many files it has at most.
    ///   - fileBytesMax: how long one file may be.
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

    /// The folder `gift` of the app's caches, or of the temporary files where the system names none.
    static var defaultFolder: URL {
        let caches = FileManager.default.urls(for: .cachesDirectory, in: .userDomainMask).first
        return (caches ?? FileManager.default.temporaryDirectory).appendingPathComponent("gift", isDirectory: true)
    }

    /// Asks for a file.
    ///
    /// - Parameters:
    ///   - url: where it is, on the network or in a file.
    ///   - completion: told (0, path of the file) or (-1, ""), once, on the main queue.
    public func request(withURL url: URL, completion: ((Int, String) -> Void)?) {
        let completion = CacheCompletion(completion)
        load(url) { result in
            switch result {
            case .success(let file): completion(0, file.path)
            case .failure: completion(-1, "")
            }
        }
    }

    /// Asks for a file.
    ///
    /// - Parameter url: where it is, on the network or in a file.
    /// - Returns: the file. It stays until it is one of those that nobody has asked for the longest.
    /// - Throws: ``GiftCacheError``, or what the network or the file system says.
    public func file(for url: URL) async throws -> URL {
        try await withCheckedThrowingContinuation { continuation in load(url) { continuation.resume(with: $0) } }
    }

    /// Removes all files. Requests that are under way are not disturbed.
    public func purge() { queue.async { [folder] in folder.removeAll() } }

    /// Removes all files, as ``purge()`` does. Apps of earlier versions know it by this name.
    public func clearCacheDirectory() { purge() }

    /// Removes a file that could not be played, so that it is asked for anew.
    func discard(path: String) { queue.async { [folder] in folder.discard(URL(fileURLWithPath: path)) } }

    /// Waits until all that was asked of the folder before is done.
    func settle() { queue.sync {} }

    // MARK: - Requests

    /// Asks for a file and calls back once, on the main queue.
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
        case nil: tell([waiter], .failure(GiftCacheError.busy))
        case 1: queue.async { self.find(name, url, hash) }
        default: break
        }
    }

    /// On the queue: answers with what is there, or begins a download.
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
        tell(waiting.withLock { $0.removeValue(forKey: name) } ?? [], result)
    }

    private func tell(_ waiters: [Waiter], _ result: Result<URL, any Error>) {
        DispatchQueue.main.async { [hooks] in
            for waiter in waiters { waiter.completion(result) }
            guard case .failure = result, let hooks = hooks() else { return }
            for url in Set(waiters.map(\.url)) { hooks.failed(url) }
        }
    }
}

/// A completion of an app on its way to the main queue.
///
/// `@unchecked Sendable`: it is never touched but to call it, once, on the main queue. Its type in the API is not `@Sendable`,
/// because apps hand in closures over their views.
private struct CacheCompletion: @unchecked Sendable {
    private let completion: ((Int, String) -> Void)?

    init(_ completion: ((Int, String) -> Void)?) { self.completion = completion }

    func callAsFunction(_ code: Int, _ path: String) { completion?(code, path) }
}
