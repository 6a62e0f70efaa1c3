import OvationMedia
import OvationModel
import Synchronization

/// Where the stream keys of lives are: each live has one, with which a program such as ffmpeg publishes its picture.
///
/// A key outlives the end of its live, because a team sets up its encoder once.
protocol StreamKeySource: Sendable {
    /// The key of a live. The first call makes one and keeps it.
    ///
    /// - Throws: where what is kept cannot be read or written.
    func key(of live: LiveID) async throws -> StreamKey

    /// Makes a new key for a live and keeps it. The old one lets nobody in any more.
    ///
    /// - Throws: where the new key cannot be kept.
    func reset(_ live: LiveID) async throws -> StreamKey

    /// Whether a key is that of a live. A live without a key matches none, and none is made.
    ///
    /// - Throws: where what is kept cannot be read.
    func matches(_ key: StreamKey, live: LiveID) async throws -> Bool
}

/// Stream keys that last as long as the process.
final class StreamKeysInMemory: StreamKeySource {
    private let keys = Mutex<[LiveID: StreamKey]>([:])

    func key(of live: LiveID) -> StreamKey {
        keys.withLock { keys in
            if let known = keys[live] { return known }
            var random = SystemRandomNumberGenerator()
            let key = StreamKey(using: &random)
            keys[live] = key
            return key
        }
    }

    func reset(_ live: LiveID) -> StreamKey {
        var random = SystemRandomNumberGenerator()
        let key = StreamKey(using: &random)
        keys.withLock { $0[live] = key }
        return key
    }

    func matches(_ key: StreamKey, live: LiveID) -> Bool {
        keys.withLock { $0[live] }?.matches(key) ?? false
    }
}
