import ArgumentParser
import Foundation
import OvationCommandLine
import OvationModel
import OvationNode

/// `ovation usersig`: makes and checks the tickets with which users log in.
struct UserSigCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "usersig", abstract: "Make and check UserSigs, the tickets with which users log in.",
        discussion:
            "In production an app's backend makes them, with the vendor's library (TLSSigAPIv2) and the same secret.",
        subcommands: [Make.self, Check.self])

    /// The app and its secret.
    struct App: ParsableArguments {
        @Option(help: ArgumentHelp("YAML file with the configuration (or OVATION_CONFIG).", valueName: "file"))
        var config: String?

        @Option(
            help: ArgumentHelp(
                "Data folder whose secret is taken where none is given (default: ./data, while a server runs on it).",
                valueName: "folder"))
        var data: String?

        @Option(
            help: ArgumentHelp(
                "The app's secret (or OVATION_APP_SECRET, which other users cannot see).", valueName: "text"))
        var secret: String?

        @Option(help: ArgumentHelp("A file with the app's secret.", valueName: "file"))
        var secretFile: String?

        @Option(
            name: .customLong("sdk-app-id"), help: ArgumentHelp("The app (default: 1400000001).", valueName: "number"))
        var sdkAppID: String?

        /// What is known of an app: the configuration, the secret, and the server that runs on the data folder.
        struct Resolved {
            var settings: ServerSettings
            let secret: String
            /// nil where no server runs on the folder, or the folder is not what was meant.
            let running: DataFolderLock.Holder?

            var sdkAppID: Int { settings.sdkAppID }
        }

        /// The app and its secret, from the first of flags, environment, file and data folder that has them.
        ///
        /// - Throws: ``StartupProblem``.
        func resolve() throws -> Resolved {
            var settings = try settings()
            if let given = try givenSecret(settings) {
                let isFolderMeant = settings.namedKeys.contains("server.data")
                return Resolved(
                    settings: settings, secret: given,
                    running: isFolderMeant ? DataFolderLock.holder(of: settings.dataFolder) : nil)
            }
            let running = try DataFolder.confirm(settings)
            if running?.usesFolderSecret == false {
                throw StartupProblem.secretElsewhere(dataFolder: settings.dataFolder)
            }
            guard let secret = try ServerSecret.read(dataFolder: settings.dataFolder) else {
                throw StartupProblem.secretMissing(dataFolder: settings.dataFolder)
            }
            if let app = running?.sdkAppID, !settings.namedKeys.contains("app.sdkAppID") { settings.sdkAppID = app }
            return Resolved(settings: settings, secret: secret, running: running)
        }

        /// The secret that flags, environment or file give; nil where it is that of the data folder.
        private func givenSecret(_ settings: ServerSettings) throws -> String? {
            if let secretFile, secret == nil { return try ServerSecret.read(file: secretFile) }
            return settings.secret
        }

        /// What flags, environment and file say.
        ///
        /// - Throws: ``StartupProblem``.
        func settings() throws -> ServerSettings {
            let given = [
                ("server.data", "--data", data), ("app.secret", "--secret", secret),
                ("app.sdkAppID", "--sdk-app-id", sdkAppID),
            ]
            let flags = given.compactMap { key, spelling, value in
                value.map { ConfigurationFlag(spelling: spelling, key: key, values: [$0]) }
            }
            return try ConfigurationReader.settings(of: ConfigurationReader.load(flags: flags, file: config))
        }
    }

    /// `ovation usersig make`.
    struct Make: AsyncParsableCommand {
        static let configuration = CommandConfiguration(commandName: "make", abstract: "Make the UserSig of a user.")

        @Option(help: ArgumentHelp("Who it is for: 1 to 32 characters of A-Z, a-z, 0-9, _ and -.", valueName: "id"))
        var user: String

        @Option(help: ArgumentHelp("For how many seconds it is good.", valueName: "number"))
        var expiresInSeconds: Int64 = UserSigMaker.validForSecondsDefault

        @OptionGroup var app: App

        @Flag(help: "Print JSON: {\"userID\", \"sdkAppID\", \"userSig\", \"expiresAt\"}.")
        var json = false

        func validate() throws {
            if UserID(user) == nil { throw ValidationError("\"\(user)\" is no user id. \(UserID.rule)") }
            if !(1...3_155_760_000).contains(expiresInSeconds) {
                throw ValidationError("--expires-in-seconds is from 1 to 3155760000, a hundred years.")
            }
        }

        func run() async throws {
            let app = try app.resolve()
            guard let userID = UserID(user) else { throw ValidationError(UserID.rule) }
            let text = UserSigMaker.make(
                userID: userID, sdkAppID: app.sdkAppID, secret: app.secret, issuedAt: .ofThisMachine,
                validForSeconds: expiresInSeconds)
            guard json else {
                print(text)
                return
            }
            let expiresAt = UserSigTicket(text).map { Date(timestamp: $0.expiresAt) }
            try JSONOutput.print(Report(userID: user, sdkAppID: app.sdkAppID, userSig: text, expiresAt: expiresAt))
        }

        private struct Report: Encodable {
            let userID: String
            let sdkAppID: Int
            let userSig: String
            let expiresAt: Date?
        }
    }

    /// `ovation usersig check`.
    struct Check: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "check", abstract: "Say whether a UserSig is good, and what it says.",
            discussion: "Exits with 0 where it is good, else with 1.")

        @Argument(help: "The UserSig; - reads it from standard input.")
        var userSig: String

        @Option(help: ArgumentHelp("Who it has to be for; without it, the user whom it names.", valueName: "id"))
        var user: String?

        @OptionGroup var app: App

        @Flag(
            help:
                "Print JSON: {\"valid\", \"code\", \"message\", \"identifier\", \"sdkAppID\", \"issuedAt\", …}."
        )
        var json = false

        func validate() throws {
            if let user, UserID(user) == nil { throw ValidationError("\"\(user)\" is no user id. \(UserID.rule)") }
        }

        func run() async throws {
            let app = try app.resolve()
            let given = userSig == "-" ? readLine() ?? "" : userSig
            let report = UserSigReport(
                of: given.trimmingCharacters(in: .whitespacesAndNewlines), user: user.flatMap { UserID($0) },
                verifier: UserSigVerifier(sdkAppID: app.sdkAppID, secret: app.secret, devUserSig: false),
                now: .ofThisMachine)
            if json {
                try JSONOutput.print(report)
            } else {
                print(report.text)
            }
            if !report.valid { throw ExitCode(1) }
        }
    }
}

/// What can be said of a UserSig.
struct UserSigReport: Encodable, Equatable {
    /// Whether it would open a session now.
    let valid: Bool
    /// The number with which it is refused; nil where it is good.
    let code: Int?
    /// Why, in a sentence; nil where it is good.
    let message: String?
    /// Who it names; nil where it cannot be read.
    let identifier: String?
    /// The app that it names.
    let sdkAppID: Int64?
    /// When it was made, as it says.
    let issuedAt: Date?
    /// The first moment at which it is no longer good.
    let expiresAt: Date?

    /// Reads and checks a UserSig.
    ///
    /// - Parameter user: Who it has to be for; nil takes whom it names.
    init(of text: String, user: UserID?, verifier: UserSigVerifier, now: Timestamp) {
        let ticket = UserSigTicket(text)
        let named = ticket.flatMap { UserID($0.identifier) }
        switch verifier.verify(text, userID: user ?? named ?? UserID(unchecked: "_"), at: now) {
        case .success:
            valid = true
            code = nil
            message = nil
        case .failure(let rejection):
            valid = false
            code = rejection.code.rawValue
            message = rejection.message
        }
        identifier = ticket?.identifier
        sdkAppID = ticket?.sdkAppID
        issuedAt = ticket.map { Date(timestamp: Timestamp(milliseconds: 0).adding(seconds: $0.issuedAtSeconds)) }
        expiresAt = ticket.map { Date(timestamp: $0.expiresAt) }
    }

    /// The report for people.
    var text: String {
        let verdict = valid ? "Good." : "Refused with \(code ?? 0): \(message ?? "")"
        guard let identifier, let sdkAppID, let issuedAt, let expiresAt else { return verdict }
        return """
            \(verdict)
              user      \(identifier.debugDescription.dropFirst().dropLast())
              sdkAppID  \(sdkAppID)
              issued    \(issuedAt.formatted(.iso8601))
              expires   \(expiresAt.formatted(.iso8601))
            """
    }
}

extension Date {
    /// The same moment.
    init(timestamp: Timestamp) { self.init(timeIntervalSince1970: Double(timestamp.milliseconds) / 1_000) }
}

extension Timestamp {
    /// The time of this machine's clock.
    fileprivate static var ofThisMachine: Timestamp {
        Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1_000))
    }
}
