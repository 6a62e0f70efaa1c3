// The code of the article of this name in the catalogue of OvationClient. It is enough that it compiles.

import OvationClient
import OvationModel
import OvationWire

func follow(_ liveID: LiveID, as userID: UserID, userSig: String) async throws {
    let client = OvationClient(configuration: ClientConfiguration(serverURL: "wss://live.example.com"))
    let events = client.events()
    try await client.logIn(sdkAppID: 1_400_000_001, userID: userID, userSig: userSig)
    let room = try await client.joinRoom(liveID)
    print("\(room.snapshot.info.liveName), \(room.snapshot.audienceCount) viewers")

    for await event in events {
        switch event {
        case .room(_, _, .barrageSent(let barrage)):
            if case .text(let text, _) = barrage.kind { print("\(barrage.sender.userName): \(text)") }
        case .room(_, _, .giftReceived(let gift)):
            print("\(gift.sender.userName) sent \(gift.gift.name) x \(gift.count)")
        case .room(_, _, .roomSnapshot(let snapshot)):
            print("Everything anew: \(snapshot.history.count) messages, \(snapshot.audienceCount) viewers")
        case .room(_, _, .roomEnded(let ended)):
            print(ended.message)
            await client.logOut()
        case .removed(_, let rejection):
            print("In the live no more: \(rejection.message)")
        case .connection(.reconnecting(let attempt)):
            print("The connection is lost; attempt \(attempt)")
        case .connection(.closed(let code)):
            print("The server closed the connection for good: \(code)")
        case .kickedOffline, .loginExpired:
            print("Log in again")
        default: break
        }
    }
}

func foreground(_ client: OvationClient) {
    client.wake()
}
