import HummingbirdCore
import NIOCore
import OvationHTTP
import Synchronization

/// The body of a publisher's request on its way to another server. It is read as the other server takes it.
///
/// A body that was cut ends with an error, so that the other server does not take it for one that was finished.
struct HandedBody: AsyncSequence, Sendable {
    typealias Element = ByteBuffer

    private let base: RequestBody
    private let context: HTTPRequestContext
    private let onBytes: @Sendable (Int) -> Void
    private let use = Use()

    init(_ base: RequestBody, _ context: HTTPRequestContext, onBytes: @escaping @Sendable (Int) -> Void) {
        self.base = base
        self.context = context
        self.onBytes = onBytes
    }

    /// The client is gone, or nothing more is to be read.
    struct Ended: Error {}

    /// Reads nothing more, and waits until nobody reads. Then the connection's own code may have the rest.
    func close() async {
        context.endBody()
        await use.close()
    }

    /// Why this server ended the body, or nil where it came as the client sent it.
    var failure: RequestFailure? { use.failure }

    /// Whether anything of it was read: then there was a connection.
    var hasBegun: Bool { use.hasBegun }

    func makeAsyncIterator() -> Iterator {
        Iterator(base: base.makeAsyncIterator(), context: context, onBytes: onBytes, use: use)
    }

    struct Iterator: AsyncIteratorProtocol {
        fileprivate var base: RequestBody.AsyncIterator
        fileprivate let context: HTTPRequestContext
        fileprivate let onBytes: @Sendable (Int) -> Void
        fileprivate let use: Use

        mutating func next() async throws -> ByteBuffer? {
            guard use.begin() else { throw Ended() }
            defer { use.end() }
            do {
                guard let bytes = try await base.next() else {
                    guard context.isConnected else { throw Ended() }
                    return nil
                }
                onBytes(bytes.readableBytes)
                return bytes
            } catch {
                if let failure = error as? RequestFailure { use.note(failure) }
                throw error
            }
        }
    }

    /// Whether somebody reads.
    fileprivate final class Use: Sendable {
        private struct State {
            var isReading = false
            var hasBegun = false
            var isClosed = false
            var failure: RequestFailure?
            var waiting: [CheckedContinuation<Void, Never>] = []
        }

        private let state = Mutex(State())

        var failure: RequestFailure? { state.withLock { $0.failure } }

        var hasBegun: Bool { state.withLock { $0.hasBegun } }

        func note(_ failure: RequestFailure) { state.withLock { $0.failure = failure } }

        func begin() -> Bool {
            state.withLock { state in
                guard !state.isClosed else { return false }
                (state.isReading, state.hasBegun) = (true, true)
                return true
            }
        }

        func end() {
            let waiting = state.withLock { state in
                state.isReading = false
                defer { state.waiting = [] }
                return state.waiting
            }
            for continuation in waiting { continuation.resume() }
        }

        func close() async {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    state.isClosed = true
                    if state.isReading { state.waiting.append(continuation) }
                    return !state.isReading
                }
                if isOver { continuation.resume() }
            }
        }
    }
}
