import OvationClient
import OvationModel

/// Asks the server of the login how the picture of a live is.
struct ClientPictureSource: PictureSource {
    let runtime: StoreRuntime

    func locate(_ liveID: String, answer: @escaping @MainActor @Sendable (Result<LivePicture, ErrorInfo>) -> Void) {
        let completion = Completion<LivePicture> { result in MainActor.assumeIsolated { answer(result) } }
        runtime.perform(in: nil, completion) { [runtime] in
            let picture = try await Self.picture(of: liveID, runtime)
            return { picture }
        }
    }

    /// The picture of a live, with its address as the network knows it.
    static func picture(of liveID: String, _ runtime: StoreRuntime) async throws -> LivePicture {
        let client = try runtime.client()
        let info = try await client.room(try LiveID.checked(liveID)).info
        return LivePicture(
            state: LivePicture.State(info.media?.state), address: info.media?.hls.map(client.resolved),
            ownerID: info.liveOwner.userID.rawValue)
    }
}

extension LivePicture.State {
    init(_ state: RoomMedia.State?) {
        self =
            switch state {
            case .live: .live
            case .interrupted: .interrupted
            case nil, .some(.none): .none
            }
    }
}
