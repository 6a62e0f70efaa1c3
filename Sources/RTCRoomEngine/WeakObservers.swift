import Foundation

/// Observers that somebody else keeps alive. One that is gone is forgotten.
///
/// `@unchecked Sendable`: the list is touched under the lock only. What observers do is theirs; they are told on the main queue.
package final class WeakObservers<Observer>: @unchecked Sendable {
    private struct Entry {
        weak var object: AnyObject?
    }

    private let lock = NSLock()
    private var entries: [Entry] = []

    package init() {}

    /// Adds an observer. Adding it again changes nothing.
    package func add(_ observer: Observer) {
        let object = observer as AnyObject
        lock.withLock {
            entries.removeAll { $0.object == nil || $0.object === object }
            entries.append(Entry(object: object))
        }
    }

    /// Removes an observer.
    package func remove(_ observer: Observer) {
        let object = observer as AnyObject
        lock.withLock { entries.removeAll { $0.object == nil || $0.object === object } }
    }

    /// Tells all, in the order in which they came. An observer may add and remove others meanwhile.
    package func tell(_ call: (Observer) -> Void) {
        let objects = lock.withLock { entries.compactMap(\.object) }
        for object in objects {
            if let observer = object as? Observer { call(observer) }
        }
    }
}
