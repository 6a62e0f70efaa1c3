import NIOCore

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// What became of a write past NIO.
package enum DirectWrite: Equatable {
    /// So many bytes were taken, from none to all.
    case wrote(Int)
    /// The connection is broken. NIO finds out by itself.
    case failed
}

/// A socket that is written to past NIO.
package protocol DirectSocket {
    /// Writes what the socket takes now. On the channel's event loop, while the channel is active.
    func write(_ bytes: UnsafeRawBufferPointer) -> DirectWrite
}

/// A channel's socket, for writes that go straight to the kernel.
///
/// A fan-out is one write a viewer. NIO's way of a write (pipeline, promise, queue of pending writes, writability) costs about
/// as much as all else that is done for it outside the kernel, so what the socket takes at once does not go that way.
///
/// The number is NIO's own: a duplicate would halve how many connections a process may have. NIO closes it on the event loop
/// and runs no other code before the channel becomes inactive. So code that checks there whether the channel is active, and
/// then writes, never writes to another connection that was given the same number.
struct SocketDescriptor: DirectSocket {
    private let number: CInt

    /// The socket of a channel; nil where it has none.
    init?(of channel: any Channel) {
        let transport = try? channel.pipeline.syncOperations.withUnsafeTransportIfAvailable(
            of: NIOBSDSocket.Handle.self
        ) { $0 }
        guard let number = transport else { return nil }
        self.number = number
    }

    func write(_ bytes: UnsafeRawBufferPointer) -> DirectWrite {
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
