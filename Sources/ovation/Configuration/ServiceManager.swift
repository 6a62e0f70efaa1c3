import Foundation

/// What starts and watches the process, where it wants to be told: systemd, for a unit of `Type=notify`.
enum ServiceManager {
    /// Says that the server accepts connections. `systemctl start` returns only now, so that what comes behind it finds a server.
    ///
    /// Does nothing where nobody wants to be told.
    static func ready() {
        #if os(Linux)
            guard let path = ProcessInfo.processInfo.environment["NOTIFY_SOCKET"], let address = address(of: path)
            else { return }
            let file = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
            guard file >= 0 else { return }
            defer { close(file) }
            let message = Array("READY=1".utf8)
            address.withUnsafeBytes { bytes in
                let name = bytes.bindMemory(to: sockaddr.self).baseAddress
                _ = sendto(file, message, message.count, Int32(MSG_NOSIGNAL), name, socklen_t(bytes.count))
            }
        #endif
    }

    /// The address of a Unix socket, as the system wants it: the family, then the path. A path that begins with `@` is no file.
    static func address(of path: String) -> [UInt8]? {
        guard path.hasPrefix("/") || path.hasPrefix("@"), (2...107).contains(path.utf8.count) else { return nil }
        var address = withUnsafeBytes(of: UInt16(AF_UNIX)) { Array($0) }
        address += path.utf8
        if path.hasPrefix("@") { address[2] = 0 } else { address.append(0) }
        return address
    }
}
