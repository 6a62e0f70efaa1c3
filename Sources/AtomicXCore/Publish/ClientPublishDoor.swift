import OvationClient
import OvationModel
import OvationWire

/// Asks the server of the login where the picture of one's live is published.
struct ClientPublishDoor: PublishDoor {
    let runtime: StoreRuntime

    func ticket(
        for liveID: String, answer: @escaping @MainActor @Sendable (Result<FragmentUpload.Ticket, ErrorInfo>) -> Void
    ) {
        let completion = Completion<FragmentUpload.Ticket> { result in MainActor.assumeIsolated { answer(result) } }
        runtime.perform(in: nil, completion) { [runtime] in
            let ticket = try await Self.ticket(for: liveID, runtime)
            return { ticket }
        }
    }

    /// Where to publish, as a whole address of a WebSocket.
    ///
    /// - Throws: what the server refuses it with; `mediaNotRelayed` where a media server has the pictures, which takes no WebSocket.
    static func ticket(for liveID: String, _ runtime: StoreRuntime) async throws -> FragmentUpload.Ticket {
        let client = try runtime.client()
        let publishing = try await client.publishMedia(in: try LiveID.checked(liveID))
        guard let address = webSocket(client.resolved(publishing.url)) else {
            throw Rejection(
                .mediaNotRelayed, "The pictures of this server go to a media server: publish to \(publishing.url).")
        }
        return FragmentUpload.Ticket(address: address, bitRateMax: publishing.bitRateMax)
    }

    /// The address with the scheme of WebSockets; nil where it is that of anything else.
    private static func webSocket(_ address: String) -> String? {
        for (scheme, instead) in [
            ("http://", "ws://"), ("https://", "wss://"), ("ws://", "ws://"), ("wss://", "wss://"),
        ]
        where address.lowercased().hasPrefix(scheme) {
            return instead + address.dropFirst(scheme.count)
        }
        return nil
    }
}
