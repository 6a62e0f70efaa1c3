import ArgumentParser
import Foundation
import OvationClient
import OvationModel
import OvationWire

/// `ovation watch`: prints what happens in a live.
struct WatchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch",
        abstract: "Enter a live as a viewer and print what happens in it.",
        discussion: """
            Prints a line for each message, gift, like and change until the live ends or you press Ctrl-C. With --dev on the \
            server the UserSig is "dev":

              ovation watch demo_music --user me
            """)

    @Argument(help: "The live's id.") var liveID: String
    @Option(help: "Who watches.") var user: String = "watcher"
    @Option(help: "The UserSig of that user.") var userSig: String = "dev"
    @Option(name: .customLong("sdk-app-id"), help: "The app.") var sdkAppID: Int = 1_400_000_001
    @Option(help: "The server, for instance ws://127.0.0.1:8080. Default: OVATION_SERVER_URL.") var url: String?
    @Flag(help: "Print JSON, one object a line.") var json = false

    func run() async throws {
        guard let live = LiveID(liveID) else { throw ValidationError(LiveID.rule) }
        guard let userID = UserID(user) else { throw ValidationError(UserID.rule) }
        let client = OvationClient(
            configuration: ClientConfiguration(serverURL: ClientConfiguration.resolveServerURL(explicit: url)),
            orderJournal: InMemoryOrderJournal())
        let events = client.events()
        _ = try await client.logIn(sdkAppID: sdkAppID, userID: userID, userSig: userSig)
        let room = try await client.joinRoom(live)
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
