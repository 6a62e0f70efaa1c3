import Foundation

/// A cache of parsed effects with a limit in bytes. It removes the least recently used effects first.
///
/// It is safely `Sendable`, because a lock guards everything that changes.
final class EffectCache: @unchecked Sendable {
    private let lock = NSLock()
    private var entries: [String: (entity: SVGAVideoEntity, usedAt: UInt64)] = [:]
    private var bytes = 0
    private var uses: UInt64 = 0
    private var limit: Int

    init(bytesMax: Int) { limit = bytesMax }

    /// The limit in bytes. A lower limit takes effect at once.
    var bytesMax: Int {
        get { lock.withLock { limit } }
        set {
            lock.withLock {
                limit = max(0, newValue)
                shrink()
            }
        }
    }

    /// How many bytes the cache holds.
    var bytesKept: Int { lock.withLock { bytes } }

    /// Looks up an effect by its key.
    func entity(_ key: String) -> SVGAVideoEntity? {
        lock.withLock {
            guard let entry = entries[key] else { return nil }
            uses += 1
            entries[key] = (entry.entity, uses)
            return entry.entity
        }
    }

    /// Stores an effect and replaces one with the same key. An effect larger than the limit is not stored.
    func insert(_ entity: SVGAVideoEntity, _ key: String) {
        lock.withLock {
            if let old = entries.removeValue(forKey: key) { bytes -= old.entity.costBytes }
            guard entity.costBytes <= limit else { return }
            uses += 1
            entries[key] = (entity, uses)
            bytes += entity.costBytes
            shrink()
        }
    }

    func removeAll() {
        lock.withLock {
            entries.removeAll()
            bytes = 0
        }
    }

    private func shrink() {
        while bytes > limit, let oldest = entries.min(by: { $0.value.usedAt < $1.value.usedAt }) {
            entries.removeValue(forKey: oldest.key)
            bytes -= oldest.value.entity.costBytes
        }
    }
}
