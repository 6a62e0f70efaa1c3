import ArgumentParser
import Foundation
import OvationClient
import OvationCommandLine
import OvationModel
import OvationNode
import OvationSupport
import OvationWire

/// `ovation watch`: prints what happens in a live.
struct WatchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch",
        abstract: "Enter a live as a viewer and print what happens in it.",
        discussion: """
            Prints a line for each message, gift, like and change until the live ends or you press Ctrl-C. The UserSig is made with the
            server's secret, where this command finds it as "ovation usersig make" does, else it is "dev", as servers with --dev take it:

              ovation watch demo_music --user me
            """)

    @Argument(help: "The live's id.") var liveID: String
    @Option(help: "Who watches.") var user: String = "watcher"
    @Option(help: "The UserSig of that user.") var userSig: String?
    @Option(
        name: [.customLong("server"), .customLong("url")],
        help: ArgumentHelp(
            "The server (default: OVATION_SERVER_URL, else the one that runs on the data folder).", valueName: "url"))
    var server: String?
    @Option(name: .customLong("ca"), help: ServerTrust.help) var authority: String?
    @OptionGroup var app: UserSigCommand.App
    @Flag(help: "Print JSON, one object a line.") var json = false

    func run() async throws {
        guard let live = LiveID(liveID) else { throw ValidationError(LiveID.rule) }
        guard let userID = UserID(user) else { throw ValidationError(UserID.rule) }
        let login = try login(userID)
        let tls = login.trust.tlsConfiguration
        let client = OvationClient(
            configuration: ClientConfiguration(serverURL: login.place.url),
            transport: tls.map { NIOTransport(tlsConfiguration: $0) } ?? NIOTransport(),
            orderJournal: InMemoryOrderJournal())
        let events = client.events()
        do {
            _ = try await client.logIn(sdkAppID: login.sdkAppID, userID: userID, userSig: login.userSig)
        } catch let rejection as Rejection
            where rejection.code == .networkUnavailable && rejection.message.contains("certificate")
        {
            StandardError.print("Error: \(rejection.message) \(ServerTrust.advice)")
            throw ExitCode(69)
        }
        let room = try await enter(live, with: client)
        line(
            "joined \(room.snapshot.info.liveName), \(room.snapshot.audienceCount) watching",
            ["event": "joined", "liveID": liveID])
        for await event in events {
            switch event {
            case .room(live, _, let event):
                show(event)
                if case .roomEnded = event { return }
            case .kickedOffline: throw Rejection(.failed, "The user logged in elsewhere too often.")
            default: break
            }
        }
    }

    /// Enters a live. One that is just changing its server, because that one was killed, is there again within seconds.
    private func enter(_ live: LiveID, with client: OvationClient) async throws -> EnteredRoom {
        let deadline = ContinuousClock.now + .seconds(30)
        while true {
            do { return try await client.joinRoom(live) } catch let rejection as Rejection
                where rejection.code == .homeAway && ContinuousClock.now < deadline
            {
                try await Task.sleep(for: .milliseconds(rejection.retryAfterMilliseconds ?? 500))
            }
        }
    }

    /// Where to log in, and as what.
    private func login(
        _ userID: UserID
    ) throws -> (place: ServerPlace, trust: ServerTrust, sdkAppID: Int, userSig: String) {
        var settings = try app.settings()
        var running = DataFolderLock.holder(of: settings.dataFolder)
        var userSig = userSig
        if userSig == nil {
            do {
                let found = try app.resolve()
                settings = found.settings
                running = found.running
                userSig = UserSigMaker.make(
                    userID: userID, sdkAppID: found.sdkAppID, secret: found.secret, issuedAt: ServerClock.system.wall(),
                    validForSeconds: UserSigMaker.validForSecondsDefault)
            } catch StartupProblem.secretMissing, StartupProblem.dataFolderGuessed {
                userSig = "dev"
            }
        }
        let place = ServerPlace(named: server, of: settings, running: running)
        return (place, try ServerTrust(authority: authority, for: place), settings.sdkAppID, userSig ?? "dev")
    }

    private func show(_ event: RoomEvent) {
        switch event {
        case .barrageSent(let barrage):
            guard case .text(let text, _) = barrage.kind else { return }
            line("barrage \(text)", ["event": "barrage", "text": text, "sender": barrage.sender.userID.rawValue])
        case .giftReceived(let gift):
            line(
                "gift \(gift.gift.giftID) x\(gift.count) from \(gift.sender.userID)",
                [
                    "event": "gift", "giftID": gift.gift.giftID.rawValue, "count": gift.count,
                    "sender": gift.sender.userID.rawValue,
                ])
        case .likeReceived(let likes): line("likes \(likes.total)", ["event": "likes", "total": likes.total])
        case .audienceJoined(let joined):
            line("joined \(joined.user.userName)", ["event": "audienceJoined", "userID": joined.user.userID.rawValue])
        case .audienceLeft(let left):
            line("left \(left.user.userName)", ["event": "audienceLeft", "userID": left.user.userID.rawValue])
        case .ownerJoined(let joined):
            line("owner joined", ["event": "ownerJoined", "userID": joined.user.userID.rawValue])
        case .ownerLeft(let left):
            line("owner left", ["event": "ownerLeft", "userID": left.user.userID.rawValue])
        case .audienceKicked(let kicked):
            line("kicked \(kicked.user.userName)", ["event": "kicked", "userID": kicked.user.userID.rawValue])
        case .roomEnded(let ended):
            line("ended \(ended.reason.rawValue)", ["event": "ended", "reason": ended.reason.rawValue])
        default: break
        }
    }

    private func line(_ text: String, _ fields: [String: any Sendable]) {
        var output = text
        if json, let data = try? JSONSerialization.data(withJSONObject: fields, options: [.sortedKeys]) {
            output = String(decoding: data, as: UTF8.self)
        }
        FileHandle.standardOutput.write(Data((output + "\n").utf8))
    }
}
