import AsyncHTTPClient
package import NIOCore

/// Looks whether the Janus of a configuration can carry pictures, as a server would find it: for operators.
package enum JanusCheck {
    /// What was found, in a sentence.
    package struct Finding: Sendable {
        /// Whether a server could use it.
        package let isFit: Bool
        /// What was found, and what to do about it.
        package let sentence: String
    }

    /// Asks Janus for itself, then for a session with a handle of VideoRoom, and ends that.
    ///
    /// - Parameter group: where the requests are made.
    package static func run(_ configuration: RTCConfiguration, group: any EventLoopGroup) async -> Finding {
        guard configuration.engine == .janus, let url = configuration.janusURL else {
            return Finding(
                isFit: false,
                sentence: "This configuration carries no WebRTC. Install Janus (apt install janus), "
                    + "and set rtc.engine: janus.")
        }
        let http = HTTPClient(eventLoopGroupProvider: .shared(group), configuration: .janus(configuration))
        let client = JanusClient(
            http, url: url, secret: configuration.janusSecret, milliseconds: configuration.answerMilliseconds)
        let finding = await look(client, url)
        try? await http.shutdown()
        return finding
    }

    private static func look(_ client: JanusClient, _ url: String) async -> Finding {
        do throws(JanusFailure) {
            let info = try await client.requireFit()
            guard let session = try await client.post(JanusRequest("create", transaction: "check")).data?.id else {
                throw .nonsense
            }
            var request = JanusRequest("attach", transaction: "check")
            request.plugin = JanusInfo.videoRoom
            let isAttached = try await client.post(request, "/\(session)").data != nil
            _ = try await client.post(JanusRequest("destroy", transaction: "check"), "/\(session)")
            guard isAttached else { throw .nonsense }
            return Finding(
                isFit: true,
                sentence: "Janus \(info.versionText ?? "") at \(url) takes this server's secret, and has VideoRoom.")
        } catch {
            return Finding(isFit: false, sentence: error.sentence)
        }
    }
}
