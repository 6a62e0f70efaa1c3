import OvationModel

/// Why a server did not do what an operator asked.
enum RESTProblem: Error, Equatable, CustomStringConvertible {
    /// It refused, with a code and a sentence of its own.
    case refused(command: String, code: Int, message: String)
    /// No connection came about, or none that ended well.
    case unreachable(server: String, reason: String)
    /// Its certificate is not to be believed here.
    case untrusted(server: String, reason: String)
    /// It took too long.
    case timedOut(server: String, seconds: Int64)
    /// Something answered that is no Ovation server.
    case notOurs(server: String, what: String)
    /// The file of the catalogue is wrong, a sentence each.
    case file(path: String, problems: [String])

    /// 1 where the server refused, else as in sysexits.h: 65 for a wrong file, 69 for a server that cannot be reached,
    /// 76 for one that speaks something else.
    var exitCode: Int32 {
        switch self {
        case .refused: 1
        case .file: 65
        case .unreachable, .untrusted, .timedOut: 69
        case .notOurs: 76
        }
    }

    /// What happened and what to do.
    var description: String {
        switch self {
        case .refused(let command, let code, let message):
            "\(command) was refused with \(code): \(message)\(Self.advice(for: code).map { " " + $0 } ?? "")"
        case .unreachable(let server, let reason):
            "Cannot reach \(server): \(reason). Is the server running (\"ovation serve\")? Name it with --server."
        case .untrusted(let server, let reason):
            "\(server) is not trusted: \(reason). \(ServerTrust.advice)"
        case .timedOut(let server, let seconds):
            "\(server) did not answer within \(seconds) seconds. What was asked may have been done; look before you "
                + "repeat it."
        case .notOurs(let server, let what):
            "\(server) answers, but not as an Ovation server: \(what). Check --server."
        case .file(let path, let problems):
            problems.count == 1
                ? "\(path): \(problems[0])"
                : "\(path) has \(problems.count) problems:\n" + problems.map { "  - \($0)" }.joined(separator: "\n")
        }
    }

    private static func advice(for code: Int) -> String? {
        switch code {
        case 40_003: "Check the id; \"user credit --create\" credits one who is not there yet."
        case 60_004, 60_005, 70_001, 70_003, 70_013:
            "Use the server's own secret: --data with its data folder, --secret-file, or OVATION_APP_SECRET."
        case 60_006: "Name the server's app with --sdk-app-id."
        case 60_010: "Name an account of the server's app.administrators with --as."
        default: nil
        }
    }
}
