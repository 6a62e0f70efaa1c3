import ArgumentParser
import OvationCommandLine
import OvationModel

/// `ovation user erase`: takes a user's names and texts out of everything that is kept.
struct UserEraseCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "erase", abstract: "Take a user's names and texts out of everything that is kept, for good.",
        discussion: """
              ovation user erase alice --confirm alice --reason "letter of 3 May"

            The ledger keeps its numbers, under an alias. It cannot be undone: export the user first where the law asks for it. Who is \
            logged in, has a live, open orders or coins is refused; --gives-up-coins leaves the coins with the alias. A command that was \
            stopped goes on where it was when it is called again.
            """)

    @Argument(help: "Which user.") var user: UserID
    @Option(help: ArgumentHelp("The same id once more.", valueName: "user")) var confirm: UserID
    @Option(help: ArgumentHelp("Why, for the log of operators; at most 200 bytes.", valueName: "text"))
    var reason: String?
    @Flag(help: "Leave the coins of the user with the alias, where nobody can spend them.") var givesUpCoins = false
    @OptionGroup var options: OperatorOptions

    func validate() throws {
        if confirm != user { throw ValidationError("--confirm is the id of the user who is erased.") }
        if let reason, reason.utf8.count > 200 { throw ValidationError("--reason is at most 200 bytes.") }
    }

    func run() async throws {
        try await options.run { client, terminal in
            let request = Request(user: user, givesUpCoins: givesUpCoins, reason: reason)
            var answer: Answer
            repeat {
                answer = try await client.call("erase_user", request, of: RESTClient.userData, answer: Answer.self)
                if !answer.isDone, !options.json {
                    StandardError.print("\(answer.changedCount) rows so far …")
                }
            } while !answer.isDone
            if options.json {
                return try JSONOutput.print(
                    Report(user: user.rawValue, alias: answer.alias, changedCount: answer.changedCount))
            }
            terminal.print(
                terminal.colored(
                    "Erased \(user): \(answer.changedCount) rows changed. What is kept says \(answer.alias).", .green))
        }
    }

    private struct Request: Encodable {
        let user: UserID
        let givesUpCoins: Bool
        let reason: String?

        enum CodingKeys: String, CodingKey {
            case user = "User_Account"
            case givesUpCoins = "GivesUpCoins"
            case reason = "Reason"
        }
    }

    private struct Answer: Decodable {
        let alias: String
        let changedCount: Int
        let isDone: Bool

        enum CodingKeys: String, CodingKey {
            case alias = "Alias"
            case changedCount = "ChangedCount"
            case isDone = "IsDone"
        }
    }

    private struct Report: Encodable {
        let user: String
        let alias: String
        let changedCount: Int
    }
}
