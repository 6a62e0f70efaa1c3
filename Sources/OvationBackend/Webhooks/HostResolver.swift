import Foundation
import NIOPosix
import OvationSupport
import Synchronization

/// Finds the addresses of a name. Handed in, so that tests decide what a name means.
package struct HostResolver: Sendable {
    /// Every address of a name, IPv4 and IPv6, in the order in which they are to be tried.
    package var addresses: @Sendable (_ host: String) async throws -> [String]

    /// A name that has no address.
    struct Unknown: Error, CustomStringConvertible {
        let description: String
    }

    /// The resolver of the machine. It may take any time; the task that waits for it can be cancelled.
    package static let system = HostResolver { host in
        // The system's look-up cannot be cancelled. One that hangs occupies a thread until it is over.
        guard lookUpsUnderWay.wrappingAdd(1, ordering: .relaxed).newValue <= lookUpsMax else {
            lookUpsUnderWay.wrappingSubtract(1, ordering: .relaxed)
            throw Unknown(description: "The resolver of this machine is too slow.")
        }
        let outcome = FirstOutcome<[String]>()
        NIOThreadPool.singleton.submit { state in
            defer { lookUpsUnderWay.wrappingSubtract(1, ordering: .relaxed) }
            outcome.end(state == .active ? Result { try lookUp(host) } : .failure(CancellationError()))
        }
        return try await outcome.value()
    }

    private static let lookUpsUnderWay = Atomic<Int>(0)
    private static let lookUpsMax = 32

    private static func lookUp(_ host: String) throws -> [String] {
        var hints = addrinfo()
        hints.ai_family = AF_UNSPEC
        #if canImport(Darwin)
            hints.ai_socktype = SOCK_STREAM
        #else
            hints.ai_socktype = CInt(SOCK_STREAM.rawValue)
        #endif
        var list: UnsafeMutablePointer<addrinfo>?
        let code = getaddrinfo(host, nil, &hints, &list)
        guard code == 0, let list else {
            throw Unknown(description: "The name \(host) has no address: \(String(cString: gai_strerror(code))).")
        }
        defer { freeaddrinfo(list) }
        var addresses: [String] = []
        for info in sequence(first: list, next: { $0.pointee.ai_next }) {
            var text = [CChar](repeating: 0, count: 1_025)
            guard
                getnameinfo(
                    info.pointee.ai_addr, info.pointee.ai_addrlen, &text, socklen_t(text.count), nil, 0, NI_NUMERICHOST)
                    == 0
            else { throw Unknown(description: "The name \(host) has an address that cannot be read.") }
            let address = String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
            if !addresses.contains(address) { addresses.append(address) }
        }
        return addresses
    }
}
