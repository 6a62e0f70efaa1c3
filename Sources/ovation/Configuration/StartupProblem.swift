import Foundation
import OvationServer

/// Why a server cannot start, each with what to do about it.
enum StartupProblem: Error, Equatable, CustomStringConvertible {
    /// Something else listens there.
    case portTaken(host: String, port: Int)
    /// The system lets nobody but root listen there.
    case portForbidden(port: Int)
    /// This machine has no such address.
    case addressUnknown(host: String)
    /// Another reason why it cannot listen.
    case cannotListen(host: String, port: Int, reason: String)
    /// Nothing can be written into the data folder.
    case dataFolderUnwritable(path: String, reason: String)
    /// There is a secret, and it cannot be read.
    case secretUnreadable(path: String)
    /// The file of the secret is empty.
    case secretEmpty(path: String)
    /// The secret in the file is guessed too easily.
    case secretTooShort(path: String)
    /// A command needs the secret, and there is none yet.
    case secretMissing(dataFolder: String)
    /// The configuration is wrong, a sentence each.
    case configuration([String])
    /// The configuration file cannot be read.
    case configurationFileUnreadable(path: String, reason: String)

    /// What a failed `bind` or `listen` means.
    ///
    /// - Parameter code: The `errno` of the call.
    init(listenErrno code: Int32, host: String, port: Int) {
        self =
            switch code {
            case EADDRINUSE: .portTaken(host: host, port: port)
            case EACCES, EPERM: .portForbidden(port: port)
            case EADDRNOTAVAIL: .addressUnknown(host: host)
            default: .cannotListen(host: host, port: port, reason: String(cString: strerror(code)))
            }
    }

    /// What it means that a server cannot listen.
    init(_ failure: ListenFailure) {
        switch failure.errnoCode {
        case let code?: self.init(listenErrno: code, host: failure.host, port: failure.port)
        case nil: self = .addressUnknown(host: failure.host)
        }
    }

    /// The sentence for the person who started it.
    var description: String {
        switch self {
        case .portTaken(let host, let port):
            "Port \(port) on \(host) is taken: something listens there already, perhaps another ovation. "
                + "Stop it, or choose another port with --port."
        case .portForbidden(let port):
            "The system does not let this user listen on port \(port). Choose one from 1024 on with --port."
        case .addressUnknown(let host):
            "This machine has no address \"\(host)\". Use 0.0.0.0 for all that it has, or 127.0.0.1 for itself only."
        case .cannotListen(let host, let port, let reason):
            "Cannot listen on \(host), port \(port): \(reason)."
        case .dataFolderUnwritable(let path, let reason):
            "Cannot write into the data folder \(path): \(reason). Make it writable for this user, or choose another "
                + "with --data."
        case .secretUnreadable(let path):
            "The secret \(path) cannot be read. Make it readable for the user who runs ovation (chmod 600, chown)."
        case .secretEmpty(let path):
            "The secret \(path) is empty. Put the app's secret into it, or delete the file and ovation makes a new one."
        case .secretTooShort(let path):
            "The secret \(path) has fewer than \(ServerSecret.bytesMin) bytes, and whoever guesses it can log in as anybody. Put a "
                + "longer one into it (openssl rand -hex 32), or delete the file and ovation makes one."
        case .secretMissing(let folder):
            "There is no secret in \(folder). Start a server there once (\"ovation serve\"), or give the secret with "
                + "--secret or OVATION_APP_SECRET, or choose the folder with --data."
        case .configuration(let problems):
            problems.count == 1
                ? problems[0]
                : "The configuration has \(problems.count) problems:\n"
                    + problems.map { "  - \($0)" }.joined(separator: "\n")
        case .configurationFileUnreadable(let path, let reason):
            "Cannot read the configuration file \(path): \(reason)."
        }
    }
}
