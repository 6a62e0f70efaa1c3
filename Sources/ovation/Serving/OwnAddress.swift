#if Cluster
    import Foundation
    import NIOCore

    /// Which of its addresses a machine uses towards another one.
    enum OwnAddress {
        /// Asks the system, without sending anything; nil where it knows no way.
        ///
        /// - Parameter host: a name or an address. Looking a name up may take as long as the system takes.
        static func towards(_ host: String, port: Int) -> String? {
            guard let target = try? SocketAddress.makeAddressResolvingHost(host, port: port) else { return nil }
            let family: Int32
            switch target {
            case .v4: family = AF_INET
            case .v6: family = AF_INET6
            case .unixDomainSocket: return nil
            }
            let descriptor = socket(family, datagram, 0)
            guard descriptor >= 0 else { return nil }
            defer { close(descriptor) }
            // A datagram socket that is connected has a way, and sends nothing for it.
            let isConnected = target.withSockAddr { address, size in
                connect(descriptor, address, socklen_t(size)) == 0
            }
            var own = sockaddr_storage()
            var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
            let isNamed = withUnsafeMutablePointer(to: &own) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &length) == 0 }
            }
            guard isConnected, isNamed else { return nil }
            var name = [CChar](repeating: 0, count: Int(NI_MAXHOST))
            let isText = withUnsafePointer(to: &own) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    getnameinfo($0, length, &name, socklen_t(name.count), nil, 0, NI_NUMERICHOST) == 0
                }
            }
            guard isText else { return nil }
            return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        }

        #if os(Linux)
            private static let datagram = Int32(SOCK_DGRAM.rawValue)
        #else
            private static let datagram = SOCK_DGRAM
        #endif
    }
#endif
