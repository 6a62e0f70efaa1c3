import ArgumentParser
import OvationCommandLine
import OvationModel

/// `ovation room`: the lives of a running server.
struct RoomsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "room", abstract: "Show and end the lives of a running server.",
        discussion: "Exits with 0, with 1 where the server refused, 69 where it cannot be reached.",
        subcommands: [List.self, End.self])

    /// `ovation room list`.
    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "Show the public lives, the ones with most entries first.")

        @Option(help: ArgumentHelp("At most so many.", valueName: "number")) var limit = 100
        @OptionGroup var options: OperatorOptions

        func validate() throws {
            if limit < 1 { throw ValidationError("--limit is at least 1.") }
        }

        func run() async throws {
            try await options.run { client, terminal in
                let rooms = try await Self.rooms(client, limit: limit)
                if options.json {
                    try JSONOutput.print(
                        rooms.map { Report(id: $0.id, name: $0.name, owner: $0.owner, views: $0.views) })
                } else {
                    for line in Self.lines(rooms, terminal) { terminal.print(line) }
                }
            }
        }

        /// The first lives of the list, page by page.
        private static func rooms(_ client: RESTClient, limit: Int) async throws -> [Room] {
            var rooms: [Room] = []
            var next = ""
            repeat {
                let request = Request(next: next, count: min(20, limit - rooms.count))
                let page = try await client.call("get_room_list", request, answer: Page.self)
                rooms += page.rooms
                next = page.next
            } while !next.isEmpty && rooms.count < limit
            return rooms
        }

        static func lines(_ rooms: [Room], _ terminal: Terminal) -> [String] {
            guard !rooms.isEmpty else { return ["There is no live."] }
            let rows = rooms.map { [$0.id, $0.name, $0.owner, String($0.views)] }
            return terminal.table(["ID", "NAME", "OWNER", "VIEWS"], rows, numbers: [3])
        }

        private struct Request: Encodable {
            let next: String
            let count: Int

            enum CodingKeys: String, CodingKey {
                case next = "Next"
                case count = "Count"
            }
        }

        private struct Page: Decodable {
            let next: String
            let rooms: [Room]

            enum CodingKeys: String, CodingKey {
                case next = "Next"
                case rooms = "RoomList"
            }
        }

        private struct Report: Encodable {
            let id: String
            let name: String
            let owner: String
            let views: Int
        }

        /// A live of the list.
        struct Room: Decodable {
            let id: String
            let name: String
            let owner: String
            let views: Int

            enum CodingKeys: String, CodingKey {
                case id = "RoomId"
                case name = "RoomName"
                case owner = "Owner_Account"
                case views = "ViewCount"
            }
        }
    }

    /// `ovation room end`.
    struct End: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "end", abstract: "End a live. Everybody in it is told.")

        @Argument(help: "Which live.") var id: LiveID
        @OptionGroup var options: OperatorOptions

        func run() async throws {
            try await options.run { client, terminal in
                try await client.perform("destroy_room", ["RoomId": id.rawValue])
                try Done.print("Ended the live \(id).", options, terminal)
            }
        }
    }
}
