import OvationClient
import OvationModel

/// Asks the server for the state and the address of a live's picture.
struct ClientPictureSource: PictureSource {
    let runtime: StoreRuntime

    func locate(_ liveID: String, answer: @escaping @MainActor @Sendable (Result<LocatedPicture, ErrorInfo>) -> Void) {
        let completion = Completion<LocatedPicture> { result in MainActor.assumeIsolated { answer(result) } }
        runtime.perform(in: nil, completion) { [runtime] in
            let picture = try await Self.picture(of: liveID, runtime)
            return { picture }
        }
    }

    /// Fetches the picture of a live, with an absolute address.
    static func picture(of liveID: String, _ runtime: StoreRuntime) async throws -> LocatedPicture {
        let client = try runtime.client()
        let info = try await client.room(try LiveID.checked(liveID)).info
        return LocatedPicture(
            state: LocatedPicture.State(info.media?.state), address: info.media?.hls.map(client.resolved),
            ownerID: info.liveOwner.userID.rawValue)
    }
}

extension LocatedPicture.State {
    init(_ state: RoomMedia.State?) {
        self =
            switch state {
            case .live: .live
            case .interrupted: .interrupted
            case nil, .some(.none): .none
            }
    }
}
