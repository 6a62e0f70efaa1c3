import ArgumentParser
import OvationCommandLine
import OvationModel

/// `ovation user`: users of a running server, in a live and their wallets.
struct UsersCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "user",
        abstract: "Ban and mute users in a live, see and fill their wallets, export and erase them.",
        discussion: "Exits with 0, with 1 where the server refused, 69 where it cannot be reached.",
        subcommands: [Ban.self, Mute.self, Credit.self, Balance.self, UserExportCommand.self, UserEraseCommand.self])

    /// The users and the live of a command.
    struct Members: ParsableArguments {
        @Argument(help: "Which users, at most 20.") var users: [UserID]
        @Option(help: ArgumentHelp("In which live.", valueName: "id")) var room: LiveID

        func validate() throws {
            if users.count > 20 { throw ValidationError("At most 20 users at a time.") }
        }

        var names: String { users.map(\.rawValue).joined(separator: ", ") }
    }

    /// What travels for both.
    private struct Request: Encodable {
        var room: LiveID
        var users: [UserID]
        var banSeconds: Int64?
        var muteSeconds: Int64?
        var reason: String?

        enum CodingKeys: String, CodingKey {
            case room = "RoomId"
            case users = "MemberList_Account"
            case banSeconds = "Duration"
            case muteSeconds = "MuteTime"
            case reason = "Reason"
        }
    }

    /// For how long something holds unless it is said.
    private static let secondsDefault: Int64 = 86_400

    /// `ovation user ban`.
    struct Ban: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "ban", abstract: "Remove users from a live and keep them out.",
            discussion: "  ovation user ban alice --room r1 --seconds 3600 --reason spam")

        @OptionGroup var members: Members
        @Option(help: ArgumentHelp("For how long.", valueName: "number")) var seconds = UsersCommand.secondsDefault
        @Option(help: ArgumentHelp("Why, for them and for the log; at most 200 bytes.", valueName: "text"))
        var reason: String?
        @Flag(help: "Let them in again.") var lift = false
        @OptionGroup var options: OperatorOptions

        func validate() throws {
            if seconds < 1 { throw ValidationError("--seconds is at least 1. A ban is lifted with --lift.") }
        }

        func run() async throws {
            try await options.run { client, terminal in
                var request = Request(room: members.room, users: members.users)
                if lift {
                    try await client.perform("unban_member", request)
                } else {
                    request.banSeconds = seconds
                    request.reason = reason
                    try await client.perform("ban_member", request)
                }
                let done =
                    lift
                    ? "\(members.names) may enter \(members.room) again." : "Banned \(members.names) for \(seconds) s."
                try Done.print(done, options, terminal)
            }
        }
    }

    /// `ovation user mute`.
    struct Mute: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "mute", abstract: "Take the word from users in a live.",
            discussion: "  ovation user mute alice --room r1 --seconds 600")

        @OptionGroup var members: Members
        @Option(help: ArgumentHelp("For how long.", valueName: "number")) var seconds = UsersCommand.secondsDefault
        @Flag(help: "Let them speak again.") var lift = false
        @OptionGroup var options: OperatorOptions

        func validate() throws {
            if seconds < 1 { throw ValidationError("--seconds is at least 1. A mute is lifted with --lift.") }
        }

        func run() async throws {
            try await options.run { client, terminal in
                var request = Request(room: members.room, users: members.users)
                request.muteSeconds = lift ? 0 : seconds
                try await client.perform("mute_member", request)
                let done = lift ? "\(members.names) may speak again." : "Muted \(members.names) for \(seconds) s."
                try Done.print(done, options, terminal)
            }
        }
    }

    /// `ovation user credit`.
    struct Credit: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "credit", abstract: "Give coins to a user.",
            discussion: """
                  ovation user credit alice 500 --reference invoice-17

                A reference is credited once, however often it is asked for. Without one the command makes one and says which, so that
                a credit whose answer was lost can be asked for again.

                A user whom the server does not know, because they never logged in and were never imported, is most often a
                slip of the pen and refused. --create makes the user known and credits them.
                """)

        @Argument(help: "Which user.") var user: UserID
        @Argument(help: "How many coins.") var coins: Int64
        @Option(help: ArgumentHelp("What the coins are for, at most 128 bytes.", valueName: "text")) var reference:
            String?
        @Flag(help: "Credit also a user who never logged in and was never imported.") var create = false
        @OptionGroup var options: OperatorOptions

        func validate() throws {
            if coins < 1 || Coins(coins) == nil { throw ValidationError("Coins are 1 to \(Coins.max).") }
            if let reference, reference.isEmpty || reference.utf8.count > 128 {
                throw ValidationError("--reference is 1 to 128 bytes.")
            }
        }

        func run() async throws {
            let reference = reference ?? Self.makeReference()
            try await options.run { client, terminal in
                let request = Request(user: user, coins: coins, reference: reference, knownOnly: !create)
                do {
                    if create {
                        try await client.perform("account_import", ["UserID": user.rawValue], of: RESTClient.login)
                    }
                    let answer = try await client.call(
                        "credit", request, of: RESTClient.wallet, answer: Answer.self)
                    if options.json {
                        return try JSONOutput.print(
                            Report(
                                user: user.rawValue, balance: answer.balance, reference: reference,
                                repeated: answer.repeated))
                    }
                    let what =
                        answer.repeated
                        ? "\(reference) had been credited before." : "Credited \(coins) coins for \(reference)."
                    terminal.print(
                        terminal.colored("\(what) \(user) has \(answer.balance).", answer.repeated ? .yellow : .green))
                } catch let problem as RESTProblem {
                    // Whether the coins were given is not known: the way to find out costs nothing.
                    if problem.exitCode != 1 {
                        StandardError.print(
                            "Ask again with --reference \(reference): it is credited once.")
                    }
                    throw problem
                }
            }
        }

        private static func makeReference() -> String {
            "cli-" + String(UInt64.random(in: 0...UInt64.max), radix: 36)
        }

        private struct Request: Encodable {
            let user: UserID
            let coins: Int64
            let reference: String
            let knownOnly: Bool

            enum CodingKeys: String, CodingKey {
                case user = "User_Account"
                case coins = "Coins"
                case reference = "Reference"
                case knownOnly = "KnownOnly"
            }
        }

        private struct Answer: Decodable {
            let balance: Int64
            let repeated: Bool

            enum CodingKeys: String, CodingKey {
                case balance = "Balance"
                case repeated = "Repeated"
            }
        }

        private struct Report: Encodable {
            let user: String
            let balance: Int64
            let reference: String
            let repeated: Bool
        }
    }

    /// `ovation user balance`.
    struct Balance: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "balance", abstract: "Show what users have to spend and have earned.")

        @Argument(help: "Which users.") var users: [UserID]
        @OptionGroup var options: OperatorOptions

        func run() async throws {
            try await options.run { client, terminal in
                var balances: [Answer] = []
                for user in users {
                    balances.append(
                        try await client.call(
                            "get_balance", ["User_Account": user.rawValue], of: RESTClient.wallet, answer: Answer.self))
                }
                if options.json {
                    try JSONOutput.print(balances.map { Report(user: $0.user, balance: $0.balance, earned: $0.earned) })
                } else {
                    let rows = balances.map { [$0.user, String($0.balance), String($0.earned)] }
                    for line in terminal.table(["USER", "BALANCE", "EARNED"], rows, numbers: [1, 2]) {
                        terminal.print(line)
                    }
                }
            }
        }

        private struct Answer: Decodable {
            let user: String
            let balance: Int64
            let earned: Int64

            enum CodingKeys: String, CodingKey {
                case user = "User_Account"
                case balance = "Balance"
                case earned = "Earned"
            }
        }

        private struct Report: Encodable {
            let user: String
            let balance: Int64
            let earned: Int64
        }
    }
}
