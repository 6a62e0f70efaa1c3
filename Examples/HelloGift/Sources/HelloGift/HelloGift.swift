import Foundation
import OvationClient
import OvationModel
import OvationWire

/// Sends a gift into a live, and waits until everybody sees it: `swift run HelloGift demo_music`, beside `ovation serve --dev`.
@main
enum HelloGift {
    static func main() async {
        do { try await sendGift() } catch { fail("\(error)") }
    }

    private static func sendGift() async throws {
        guard let liveID = LiveID(CommandLine.arguments.dropFirst().first ?? "demo_music") else { fail(LiveID.rule) }
        // The server of OVATION_SERVER_URL, else ws://127.0.0.1:8080. With --dev it takes the UserSig "dev" from anybody.
        let server = ClientConfiguration.resolveServerURL(explicit: nil)
        let client = OvationClient(configuration: ClientConfiguration(serverURL: server))
        let events = client.events()
        _ = try await client.logIn(sdkAppID: 1_400_000_001, userID: UserID(unchecked: "hello-gift"), userSig: "dev")
        let live = try await client.joinRoom(liveID).snapshot.info
        print("In \(live.liveID), with \(live.liveOwner.userID).")

        let gifts = try await client.gifts(language: nil).flatMap(\.giftList)
        guard let gift = gifts.min(by: { $0.coins < $1.coins }) else { fail("The server has no gifts.") }
        let charged = try await client.sendGift(gift.giftID, count: 3, to: [], in: liveID)
        print("Charged for 3 x \(gift.name): \(charged.balance) coins are left.")

        for await case .room(_, _, .giftReceived(let shown)) in events where shown.orderID == charged.orderID {
            print("Everybody sees it: \(shown.sender.userID) sent \(shown.count) x \(shown.gift.name).")
            break
        }
        await client.logOut()
    }

    private static func fail(_ what: String) -> Never {
        print("That failed: \(what)")
        exit(1)
    }
}
