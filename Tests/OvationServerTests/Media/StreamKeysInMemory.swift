import OvationMedia
import OvationModel
import Synchronization

@testable import OvationPictures

/// Stream keys in the memory of the process.
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
