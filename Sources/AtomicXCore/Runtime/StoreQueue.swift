import Dispatch

/// The queue on which stores change and call back, with its clock. Tests pass one of their own, whose time they control.
protocol StoreQueue: Sendable {
    /// Monotonic time in milliseconds, from an arbitrary start.
    var nowMilliseconds: Int64 { get }

    /// Runs work after all work that was added before.
    func async(_ work: @escaping @Sendable () -> Void)

    /// Runs work after a delay.
    func async(afterMilliseconds delay: Int64, _ work: @escaping @Sendable () -> Void)
}

extension StoreQueue {
    /// Runs work and waits for its result.
    func run<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            async { continuation.resume(with: Result { try work() }) }
        }
    }
}

/// The main queue.
struct MainStoreQueue: StoreQueue {
    var nowMilliseconds: Int64 { Int64(clamping: DispatchTime.now().uptimeNanoseconds / 1_000_000) }

    func async(_ work: @escaping @Sendable () -> Void) { DispatchQueue.main.async(execute: work) }

    func async(afterMilliseconds delay: Int64, _ work: @escaping @Sendable () -> Void) {
        DispatchQueue.main.asyncAfter(deadline: .now() + .milliseconds(Int(clamping: delay)), execute: work)
    }
}
