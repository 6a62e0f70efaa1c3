package import Foundation

/// Blocking TCP sockets on 127.0.0.1, for tools and tests that stand between a client and a server. Each thread has its own.
package enum LocalSocket {
    /// Listens on a port.
    ///
    /// - Parameter port: The port; 0 takes any that is free.
    /// - Returns: The socket and its port.
    /// - Throws: `POSIXError`.
    package static func listen(on port: Int = 0) throws -> (socket: Int32, port: Int) {
        let socket = make()
        var address = loopback(port)
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let code = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                bind(socket, pointer, length) == 0 && Foundation.listen(socket, 512) == 0
                    ? getsockname(socket, pointer, &length) : -1
            }
        }
        guard code == 0 else {
            let problem = errno
            close(socket)
            throw POSIXError(POSIXErrorCode(rawValue: problem) ?? .EADDRINUSE)
        }
        return (socket, Int(UInt16(bigEndian: address.sin_port)))
    }

    /// Connects to a port; nil if nobody listens there.
    package static func connect(to port: Int) -> Int32? {
        let socket = make()
        var address = loopback(port)
        let isConnected = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Foundation.connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
        if isConnected { return socket }
        close(socket)
        return nil
    }

    /// Gives what one socket receives to another, until one of them ends or `passes` says no. What comes while `swallows` says so is lost.
    package static func forward(
        _ source: Int32, _ target: Int32, swallows: () -> Bool = { false }, passes: (Data) -> Bool = { _ in true }
    ) {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = recv(source, &buffer, buffer.count, 0)
            guard count > 0 else { return }
            if swallows() { continue }
            guard passes(Data(buffer[..<count])), write(buffer[..<count], to: target) else { return }
        }
    }

    /// Writes bytes; false if the other side is gone.
    package static func write(_ bytes: ArraySlice<UInt8>, to socket: Int32) -> Bool {
        var rest = bytes
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { send(socket, $0.baseAddress, $0.count, flags) }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    private static func make() -> Int32 {
        #if os(Linux)
            socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        #else
            socket(AF_INET, SOCK_STREAM, 0)
        #endif
    }

    private static var flags: Int32 {
        #if os(Linux)
            Int32(MSG_NOSIGNAL)
        #else
            0
        #endif
    }

    private static func loopback(_ port: Int) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return address
    }
}
