import OvationClient
import OvationModel
import OvationWire

/// Asks the server for the address at which to publish the picture of the user's own live.
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

    /// Fetches the absolute WebSocket address to publish to.
    ///
    /// - Throws: The server's refusal, or `mediaNotRelayed` if pictures go to a media server, which accepts no WebSocket.
    static func ticket(for liveID: String, _ runtime: StoreRuntime) async throws -> FragmentUpload.Ticket {
        let client = try runtime.client()
        let publishing = try await client.publishMedia(in: try LiveID.checked(liveID))
        guard let address = webSocket(client.resolved(publishing.url)) else {
            throw Rejection(
                .mediaNotRelayed, "The pictures of this server go to a media server: publish to \(publishing.url).")
        }
        return FragmentUpload.Ticket(address: address, bitRateMax: publishing.bitRateMax)
    }

    /// Returns the address with a WebSocket scheme; nil if it is neither an HTTP nor a WebSocket address.
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
