import Foundation
import OvationHTTP

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
    /// Another process has the data folder; nil where it does not say which.
    case dataFolderInUse(path: String, holder: DataFolderLock.Holder?)
    /// The file system of the data folder knows no locks.
    case dataFolderUnlockable(path: String, reason: String)
    /// Nobody named a data folder, and no server runs on the one that would be taken.
    case dataFolderGuessed(path: String)
    /// There is a secret, and it cannot be read.
    case secretUnreadable(path: String)
    /// The file of the secret is empty.
    case secretEmpty(path: String)
    /// The secret in the file is guessed too easily.
    case secretTooShort(path: String)
    /// There is a database and no secret, so that there was one.
    case secretLost(dataFolder: String)
    /// The server of a data folder has its secret from its configuration, and this command has not.
    case secretElsewhere(dataFolder: String)
    /// A command needs the secret, and there is none yet.
    case secretMissing(dataFolder: String)
    /// The configuration names PostgreSQL, and the program was built without it.
    case builtWithoutPostgreSQL
    /// The broker of the cluster answers, and lets this server not in.
    case brokerRefused(reason: String)
    /// Another server serves the database now.
    case takenOver
    /// The other servers of the cluster took this one for gone, and run its lives.
    case fenced
    /// PostgreSQL was away for longer than a server may go on without it.
    case storageAway(seconds: Int)
    /// The configuration is wrong, a sentence each.
    case configuration([String])
    /// The configuration file cannot be read.
    case configurationFileUnreadable(path: String, reason: String)
    /// The file with certificates to believe cannot be read, or has none.
    case authorityUnreadable(path: String, reason: String)

    /// Whether nothing is wrong with the server or its configuration: another start serves again.
    var asksForAnotherStart: Bool {
        switch self {
        case .takenOver, .fenced, .storageAway: true
        default: false
        }
    }

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
        case .builtWithoutPostgreSQL:
            "This ovation was built without PostgreSQL. Install a release, or build with --traits Server,Cluster."
        case .takenOver:
            "Another server has taken over. Start this one again, and it waits until it is needed."
        case .fenced:
            "The other servers of the cluster took this one for gone, and run its lives now. Start it again, and it joins anew."
        case .brokerRefused(let reason):
            "The broker of the cluster does not let this server in: \(reason). See cluster.brokerURL."
        case .storageAway(let seconds):
            "PostgreSQL was away for more than \(seconds) s (cluster.aloneSecondsMax), and another server may have taken over. "
                + "Start this one again."
        case .portForbidden(let port):
            "The system does not let this user listen on port \(port). Choose one from 1024 on with --port."
        case .addressUnknown(let host):
            "This machine has no address \"\(host)\". Use 0.0.0.0 for all that it has, or 127.0.0.1 for itself only."
        case .cannotListen(let host, let port, let reason):
            "Cannot listen on \(host), port \(port): \(reason)."
        case .dataFolderUnwritable(let path, let reason):
            "Cannot write into the data folder \(path): \(reason). Make it writable for this user, or choose another "
                + "with --data."
        case .dataFolderInUse(let path, let holder):
            "The data folder \(path) is in use by \(holder?.description ?? "another process"). A folder serves one server: "
                + "stop that one, or choose another folder with --data."
        case .dataFolderUnlockable(let path, let reason):
            "The data folder \(path) cannot be locked: \(reason). Put it on a file system that knows locks (flock): a disk "
                + "of this machine."
        case .dataFolderGuessed(let path):
            "Which server is meant? No data folder was named, and no server runs on \(path), whose secret may be another "
                + "server's. Name the folder with --data, OVATION_SERVER_DATA or server.data of the configuration."
        case .secretUnreadable(let path):
            "The secret \(path) cannot be read. Run this as root or as the user who runs the server (sudo), or make the "
                + "file readable for this user (chmod, chown)."
        case .secretEmpty(let path):
            "The secret \(path) is empty. Put the app's secret into it, or delete the file and ovation makes a new one."
        case .secretTooShort(let path):
            "The secret \(path) has fewer than \(ServerSecret.bytesMin) bytes, and somebody who guesses it can log in as anybody. Put a "
                + "longer one into it (openssl rand -hex 32), or delete the file and ovation makes one."
        case .secretLost(let folder):
            "\(folder) has a database and no secret. A new secret would end every UserSig of the app, so none is made. Put the "
                + "file secret of a backup back, give the secret with OVATION_APP_SECRET or app.secret, or make a new one on "
                + "purpose: ovation storage new-secret --data \(folder)"
        case .secretElsewhere(let folder):
            "The server on \(folder) has its secret from its own configuration (app.secret), not from the folder. Give the same "
                + "to this command: --config, --secret-file or OVATION_APP_SECRET."
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
                + (path == ConfigurationReader.systemFile
                    ? " Run this as root or as the user who runs the server (sudo), or name another file with --config "
                        + "(/dev/null for none)." : "")
        case .authorityUnreadable(let path, let reason):
            "Cannot take the certificates of \(path): \(reason). --ca (or OVATION_CA) names a PEM file."
        }
    }
}
