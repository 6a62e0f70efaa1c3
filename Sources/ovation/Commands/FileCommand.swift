import ArgumentParser
import Foundation
import OvationCommandLine
import OvationModel

/// `ovation file`: uploaded files of a running server.
struct FileCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "file", abstract: "Upload covers, icons and effects to a running server, and delete them.",
        discussion: """
            The server looks at the content, whatever the file is called, and answers its address for a gift or a live:

              ovation gift edit rose --animation "$(ovation file put rose.svga)"

            Exits with 0, with 1 where the server refused, 65 where there is no such file, 69 where it cannot be reached.
            """,
        subcommands: [Put.self, Delete.self])

    /// What may be uploaded.
    enum Kind: String, ExpressibleByArgument, CaseIterable, Codable { case picture, effect }

    /// `ovation file put`.
    struct Put: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "put", abstract: "Upload files, and print the address of each.",
            discussion: "The same content has the same address, so that it does no harm to upload a file again.")

        @Argument(help: "The files: PNG, JPEG, WebP or SVGA.") var files: [String]
        @Option(
            help: ArgumentHelp(
                "picture or effect (default: effect where the name ends in .svga).", valueName: "kind"))
        var kind: Kind?
        @Option(help: ArgumentHelp("Whose file it is (default: the administrator's).", valueName: "user"))
        var owner: UserID?
        @OptionGroup var options: OperatorOptions

        func run() async throws {
            try await options.run { client, terminal in
                var uploaded: [UploadedFile] = []
                for path in files {
                    let file = try await client.upload(
                        try Self.content(of: path),
                        with: UploadTicketRequest(kind: kind ?? Self.kind(of: path), owner: owner))
                    uploaded.append(file)
                    // Each at once: where a later one is refused, those before it are there all the same.
                    if !options.json { terminal.print(file.url) }
                }
                if options.json { try JSONOutput.print(uploaded) }
            }
        }

        /// Reads a file.
        ///
        /// - Throws: ``RESTProblem``.
        private static func content(of path: String) throws -> Data {
            guard let content = FileManager.default.contents(atPath: path) else {
                throw RESTProblem.file(path: path, problems: ["There is no such file, or it cannot be read."])
            }
            guard !content.isEmpty else { throw RESTProblem.file(path: path, problems: ["It is empty."]) }
            return content
        }

        /// What a file is likely to be. The server decides by its content.
        static func kind(of path: String) -> Kind { path.lowercased().hasSuffix(".svga") ? .effect : .picture }
    }

    /// `ovation file del`.
    struct Delete: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "del", abstract: "Delete uploaded files. Who has the address sees nothing there.",
            discussion: "Files that no gift and no live names are deleted by themselves in time.")

        @Argument(help: "Their addresses, or their names.") var addresses: [String]
        @OptionGroup var options: OperatorOptions

        func run() async throws {
            try await options.run { client, terminal in
                for address in addresses {
                    try await client.perform("delete_file", ["FileURL": address], of: RESTClient.files)
                }
                try Done.print("Deleted \(addresses.joined(separator: ", ")).", options, terminal)
            }
        }
    }
}

/// The body of `create_upload_ticket`.
struct UploadTicketRequest: Codable {
    let kind: FileCommand.Kind
    let owner: UserID?

    enum CodingKeys: String, CodingKey {
        case kind = "FileKind"
        case owner = "User_Account"
    }
}

/// The answer to an upload.
struct UploadedFile: Codable {
    /// Where the file is.
    let url: String
    let type: String
    let bytes: Int
    let width: Int
    let height: Int
}
