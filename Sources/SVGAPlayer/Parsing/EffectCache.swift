import Foundation

/// Effects that were parsed, as many as fit into a number of bytes; those that nobody has asked for the longest go first.
///
/// Sound as `Sendable` because everything that changes is behind the lock.
final class EffectCache: @unchecked Sendable {
    private let lock = NSLock()
    private var entries: [String: (entity: SVGAVideoEntity, usedAt: UInt64)] = [:]
    private var bytes = 0
    private var uses: UInt64 = 0
    private var limit: Int

    init(bytesMax: Int) { limit = bytesMax }

    /// How many bytes may be kept. A smaller number takes effect at once.
    var bytesMax: Int {
        get { lock.withLock { limit } }
        set {
            lock.withLock {
                limit = max(0, newValue)
                shrink()
            }
        }
    }

    /// How many bytes are kept.
    var bytesKept: Int { lock.withLock { bytes } }

    /// The effect of a key.
    func entity(_ key: String) -> SVGAVideoEntity? {
        lock.withLock {
            guard let entry = entries[key] else { return nil }
            uses += 1
            entries[key] = (entry.entity, uses)
            return entry.entity
        }
    }

    /// Keeps an effect, in the place of another with its key. One that is larger than everything that may be kept is not.
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

    /// Forgets everything.
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
