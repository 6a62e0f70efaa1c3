import NIOCore

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// A descriptor of our own for a channel's socket, for writes that go straight to the kernel.
///
/// A fan-out is one write a viewer. NIO's way of a write (pipeline, promise, queue of pending writes, writability) costs about
/// as much as all else that is done for it outside the kernel, so what the socket takes at once does not go that way. The
/// descriptor is a duplicate: NIO closes its own whenever it likes, and a number that it has given back may be another
/// connection's a moment later.
///
/// Used on the channel's event loop only.
struct SocketDescriptor: ~Copyable {
    /// What became of a write.
    enum Outcome: Equatable {
        /// So many bytes were taken, from none to all.
        case wrote(Int)
        /// The connection is broken. NIO finds out by itself.
        case failed
    }

    private let number: CInt

    /// Duplicates the descriptor of a channel; nil where there is none, or no more are to be had.
    init?(of channel: any Channel) {
        let transport = try? channel.pipeline.syncOperations.withUnsafeTransportIfAvailable(
            of: NIOBSDSocket.Handle.self
        ) { fcntl($0, F_DUPFD_CLOEXEC, 0) }
        guard let number = transport, number >= 0 else { return nil }
        self.number = number
    }

    deinit { close(number) }

    /// Writes what the socket takes now.
    func write(_ bytes: UnsafeRawBufferPointer) -> Outcome {
        while true {
            let count = send(number, bytes.baseAddress, bytes.count, Self.flags)
            if count >= 0 { return .wrote(count) }
            switch errno {
            case EINTR: continue
            case EAGAIN, EWOULDBLOCK, ENOBUFS: return .wrote(0)
            default: return .failed
            }
        }
    }

    #if canImport(Darwin)
        // NIO has switched SIGPIPE off for the socket.
        private static let flags: CInt = MSG_DONTWAIT
    #else
        private static let flags = CInt(MSG_DONTWAIT) | CInt(MSG_NOSIGNAL)
    #endif
}
