import ArgumentParser
import OvationCommandLine
import OvationJSON
import OvationModel

/// `ovation user export`: everything that is kept about a user.
struct UserExportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Print everything that is kept about a user, as NDJSON.",
        discussion: """
              ovation user export alice > alice.ndjson

            Each line is an object with the part that the record is of (profile, wallet, earnings, lives, roles, sanctions, visits, \
            moderation, orders, billingOrders, events) and the record as it is kept. Times are Unix milliseconds.
            """)

    @Argument(help: "Which user.") var user: UserID
    @OptionGroup var options: OperatorOptions

    func run() async throws {
        try await options.run { client, _ in
            var next = ""
            repeat {
                let page = try await client.call(
                    "export_user", Request(user: user, next: next), of: RESTClient.userData, answer: Page.self)
                for record in page.records { try JSONOutput.print(Line(part: page.part, record: record)) }
                next = page.next
            } while !next.isEmpty
        }
    }

    private struct Request: Encodable {
        let user: UserID
        let next: String

        enum CodingKeys: String, CodingKey {
            case user = "User_Account"
            case next = "Next"
        }
    }

    private struct Page: Decodable {
        let part: String
        let records: [JSONValue]
        let next: String

        enum CodingKeys: String, CodingKey {
            case part = "Part"
            case records = "RecordList"
            case next = "Next"
        }
    }

    private struct Line: Encodable {
        let part: String
        let record: JSONValue
    }
}
