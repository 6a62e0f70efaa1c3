import Foundation

/// A list of observers that does not keep them alive. Observers that are gone are dropped.
///
/// `@unchecked Sendable` is sound because the list is used under the lock only. The observers themselves are called on the main queue.
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

    /// Calls all observers in the order in which they were added. An observer may add and remove observers meanwhile.
    package func tell(_ call: (Observer) -> Void) {
        let objects = lock.withLock { entries.compactMap(\.object) }
        for object in objects {
            if let observer = object as? Observer { call(observer) }
        }
    }
}
