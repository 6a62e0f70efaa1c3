import ArgumentParser
import Foundation
import OvationCommandLine
import OvationModel

/// The flags of a command that an operator gives to a running server: which one, who asks, and how the answer looks.
struct OperatorOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The server (default: OVATION_SERVER_URL, else the one that runs on the data folder).",
            valueName: "url"))
    var server: String?

    @Option(name: .customLong("ca"), help: ServerTrust.help)
    var authority: String?

    @Option(
        name: .customLong("as"),
        help: ArgumentHelp("The administrator who asks (default: the first of app.administrators).", valueName: "user"))
    var administrator: String?

    @OptionGroup var app: UserSigCommand.App

    @Flag(help: "Print the answer as JSON, one line.")
    var json = false

    @Option(help: ArgumentHelp("Colours: auto, always or never (auto heeds NO_COLOR).", valueName: "when"))
    var color: Colors = .auto

    func validate() throws {
        if let administrator, UserID(administrator) == nil {
            throw ValidationError("\"\(administrator)\" is no user id. \(UserID.rule)")
        }
        if let server, RESTAddress(server) == nil { throw ValidationError(RESTAddress.rule(for: server)) }
    }

    /// Does something with a client of the server, and ends the process with a sentence and a code where it fails.
    func run(_ body: (RESTClient, Terminal) async throws -> Void) async throws {
        do {
            let client = try client()
            do {
                try await body(client, Terminal(isColorful: color.isOn))
            } catch {
                await client.close()
                throw error
            }
            await client.close()
        } catch let problem as RESTProblem {
            StandardError.print("Error: \(problem)")
            throw ExitCode(problem.exitCode)
        } catch let problem as StartupProblem {
            // EX_CONFIG: nothing was asked of the server yet.
            StandardError.print("Error: \(problem)")
            throw ExitCode(78)
        }
    }

    private func client() throws -> RESTClient {
        let app = try app.resolve()
        let place = ServerPlace(named: server, of: app.settings, running: app.running)
        guard let address = RESTAddress(place.url) else {
            throw StartupProblem.configuration([RESTAddress.rule(for: place.url)])
        }
        guard let user = UserID(administrator ?? app.settings.administrators.first ?? "administrator") else {
            throw StartupProblem.configuration(["app.administrators names nobody. Say who asks with --as."])
        }
        return RESTClient(
            address: address, sdkAppID: app.sdkAppID, secret: app.secret, administrator: user,
            trust: try ServerTrust(authority: authority, for: place))
    }

    /// When output has colours.
    enum Colors: String, ExpressibleByArgument, CaseIterable {
        case auto, always, never

        /// Whether it has them in this process.
        var isOn: Bool {
            switch self {
            case .always: true
            case .never: false
            case .auto:
                isatty(STDOUT_FILENO) == 1 && (ProcessInfo.processInfo.environment["NO_COLOR"] ?? "").isEmpty
            }
        }
    }
}

/// Where a server's REST API is.
struct RESTAddress: Equatable {
    /// `https://host:port`, without a path behind it.
    let base: String

    /// Understands a URL, that of the WebSocket too: apps and `ovation watch` name the same server by `ws://`.
    init?(_ text: String) {
        guard var parts = URLComponents(string: text), let scheme = parts.scheme?.lowercased(),
            let host = parts.host, !host.isEmpty, parts.path.isEmpty || parts.path == "/" || parts.path == "/v1/ws",
            parts.query == nil, parts.user == nil, parts.fragment == nil
        else { return nil }
        switch scheme {
        case "http", "ws": parts.scheme = "http"
        case "https", "wss": parts.scheme = "https"
        default: return nil
        }
        parts.path = ""
        guard let base = parts.string else { return nil }
        self.base = base
    }

    /// What an address has to be, for one that is not.
    static func rule(for text: String) -> String {
        "\"\(text)\" is no address of a server. It looks like http://127.0.0.1:8080 or https://live.example.org."
    }
}
