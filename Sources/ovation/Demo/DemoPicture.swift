import Logging
import OvationClient
import OvationMedia
import OvationModel
import OvationWeb
import OvationWire

/// The picture of a demo live: a drawn film of eight seconds that goes round, published by its host over a WebSocket as every picture is.
struct DemoPicture: Sendable {
    /// Where the server is, as its clients name it.
    let serverURL: String
    let logger: Logger

    /// The film of a name; nil where the page's files do not have it.
    static func film(_ name: String) -> [UInt8]? { try? OvationWeb.files()["demo/\(name).mp4"] }

    /// The cover of a name; nil where the page's files do not have it.
    static func cover(_ name: String) -> [UInt8]? { try? OvationWeb.files()[coverPath(name)] }

    /// Where the page has a cover.
    static func coverPath(_ name: String) -> String { "demo/\(name).webp" }

    /// Shows a film until the task is cancelled or the server ends it.
    func show(_ name: String, in liveID: LiveID, by host: OvationClient) async {
        guard let film = Self.film(name), let endpoint = TransportEndpoint(serverURL: serverURL) else {
            logger.debug("a demo live has no film", metadata: ["room.id": "\(liveID)", "film": "\(name)"])
            return
        }
        let publisher = FilePublisher(
            source: .bytes(film), repetition: .continuing,
            open: {
                // Each ticket lets one connection in.
                let publishing = try await host.publishMedia(in: liveID)
                return try await MediaPublishConnection.open(
                    to: endpoint, live: liveID, proof: .address(publishing.url), tls: nil)
            })
        do {
            _ = try await publisher.run()
        } catch {
            // A live without a picture goes on; with a media server of one's own there is none to be shown here.
            logger.debug("a demo live shows no film", metadata: ["room.id": "\(liveID)", "error": "\(error)"])
        }
    }
}
