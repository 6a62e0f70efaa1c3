import Dispatch

/// The queue on which stores change and call back, and its clock. Handed in, so that tests have time in their hands.
protocol StoreQueue: Sendable {
    /// Milliseconds since some moment, never going back.
    var nowMilliseconds: Int64 { get }

    /// Runs work after all that was handed in before.
    func async(_ work: @escaping @Sendable () -> Void)

    /// Runs work once a time has passed.
    func async(afterMilliseconds delay: Int64, _ work: @escaping @Sendable () -> Void)
}

extension StoreQueue {
    /// Runs work and waits for what it answers.
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
