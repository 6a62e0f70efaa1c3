import ArgumentParser
import Foundation
import NIOSSL

/// Where the server is that a command means.
struct ServerPlace: Equatable {
    /// As a URL.
    let url: String
    /// Whether the server that holds this machine's data folder said so itself.
    let isOfLockHolder: Bool

    /// The server that was named, else the one that runs on the data folder, else the one that the configuration describes.
    ///
    /// - Parameters:
    ///   - named: what an option says.
    ///   - running: what runs on the data folder.
    init(
        named: String?, of settings: ServerSettings, running: DataFolderLock.Holder?,
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) {
        let variable = environment["OVATION_SERVER_URL"].flatMap { $0.isEmpty ? nil : $0 }
        if let named = named ?? variable {
            url = named
            isOfLockHolder = false
        } else if let address = running?.address {
            url = address
            isOfLockHolder = true
        } else {
            let scheme = settings.tlsCertificate == nil ? "http" : "https"
            url = "\(scheme)://127.0.0.1:\(settings.port)"
            isOfLockHolder = false
        }
    }
}

/// By what a server's certificate is believed.
enum ServerTrust: Equatable {
    /// By the authorities that this machine knows.
    case system
    /// By the certificates in a file, and no others.
    case file(String)
    /// It need not be: the server holds the lock of the data folder, and said itself at which port of this machine it listens. A
    /// certificate for the name by which others know the server would not fit the address anyway.
    case lockHolder

    /// What the option is for.
    static let help = ArgumentHelp(
        "PEM file with the certificate, or its authority's, by which the server is believed (or OVATION_CA; default: the "
            + "system's authorities).", valueName: "file")

    /// What to do where a certificate is not believed.
    static let advice =
        "Name its certificate, or that of its authority, with --ca (or OVATION_CA), and the server by the name in its "
        + "certificate with --server."

    /// - Parameter authority: the file that an option names.
    /// - Throws: ``StartupProblem/authorityUnreadable(path:reason:)``.
    init(
        authority: String?, for place: ServerPlace,
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws {
        let variable = environment["OVATION_CA"].flatMap { $0.isEmpty ? nil : $0 }
        guard let path = authority ?? variable else {
            self = place.isOfLockHolder ? .lockHolder : .system
            return
        }
        guard access(path, R_OK) == 0 else {
            throw StartupProblem.authorityUnreadable(path: path, reason: String(cString: strerror(errno)))
        }
        guard let certificates = try? NIOSSLCertificate.fromPEMFile(path), !certificates.isEmpty else {
            throw StartupProblem.authorityUnreadable(path: path, reason: "It has no certificate in PEM form")
        }
        self = .file(path)
    }

    /// How a client of TLS is set up; nil for the system's way.
    var tlsConfiguration: TLSConfiguration? {
        var configuration = TLSConfiguration.makeClientConfiguration()
        switch self {
        case .system: return nil
        case .file(let path): configuration.trustRoots = .file(path)
        case .lockHolder: configuration.certificateVerification = .none
        }
        return configuration
    }
}
