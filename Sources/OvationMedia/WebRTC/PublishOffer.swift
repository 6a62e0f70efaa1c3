/// The offer of somebody who publishes by WebRTC, as WHIP allows it (RFC 9725, 4.4).
public enum PublishOffer {
    /// Why an offer is not taken. The raw values are labels of the metric.
    public enum Mistake: String, Error, Sendable, Hashable, CaseIterable {
        /// It is no session description.
        case malformed = "sdpInvalid"
        /// It has more bytes, lines, media or candidates than it may.
        case tooLarge = "sdpTooLarge"
        /// It has more candidates than it may.
        case tooManyCandidates
        /// It offers neither sound nor picture.
        case noMedia
        /// It offers several sounds or pictures, or something else.
        case tooManyMedia
        /// A medium sends nothing.
        case sendsNothing
        /// None of the codecs of a medium is allowed.
        case codecNotAllowed
        /// The media do not share a connection.
        case notBundled
        /// It has no credentials of ICE, or no fingerprint of a certificate.
        case notSecured
        /// What it says of the two parts of DTLS is none of `actpass`, `active` and `passive`.
        case setupUnknown

        /// What to change, for the publisher.
        public var sentence: String {
            switch self {
            case .malformed: "The body is no session description. It begins with v=0."
            case .tooLarge: "The session description is larger than a publisher's may be."
            case .tooManyCandidates: "The session description has more candidates than rtc.candidatesMax."
            case .noMedia: "The offer has neither sound nor picture."
            case .tooManyMedia: "An offer has one sound and one picture at most, and nothing else."
            case .sendsNothing: "The offer sends nothing. Its media are sendonly or sendrecv."
            case .codecNotAllowed: "None of the codecs offered is allowed here: Opus, and those of rtc.videoCodecs."
            case .notBundled: "All media of an offer are in one BUNDLE group."
            case .notSecured: "The offer needs ice-ufrag, ice-pwd and the fingerprint of a certificate."
            case .setupUnknown: "The offer's setup is actpass, active or passive."
            }
        }

        /// The status of the answer, as the RFC has it.
        public var status: Int {
            switch self {
            case .malformed, .tooManyCandidates, .notSecured: 400
            case .tooLarge: 413
            case .noMedia, .tooManyMedia, .sendsNothing, .codecNotAllowed, .notBundled: 406
            case .setupUnknown: 422
            }
        }
    }

    /// What an offer is checked against.
    public struct Rules: Sendable, Hashable {
        /// Names of codecs of pictures, in lower case.
        public var videoCodecs: Set<String>
        /// Names of codecs of sound, in lower case.
        public var audioCodecs: Set<String> = ["opus"]
        /// Candidates of an offer at most.
        public var candidatesMax: Int

        /// Makes rules.
        public init(videoCodecs: Set<String>, candidatesMax: Int) {
            self.videoCodecs = videoCodecs
            self.candidatesMax = candidatesMax
        }
    }

    /// Reads an offer. Media that it sends over another's connection alone have a port in what is returned.
    public static func read(_ text: String, _ rules: Rules) throws(Mistake) -> SessionDescription {
        let offer = try description(text, rules).withPortsOfBundle
        guard !offer.media.isEmpty, offer.media.contains(where: { $0.port != 0 }) else { throw .noMedia }
        let kinds = offer.media.map(\.kind)
        guard kinds.allSatisfy({ $0 == "audio" || $0 == "video" }), Set(kinds).count == kinds.count else {
            throw .tooManyMedia
        }
        let whole = ["sendrecv", "sendonly", "recvonly", "inactive"].first { offer.attributes.contains($0) }
        for medium in offer.media {
            // RFC 8866 has a medium that says nothing flow both ways.
            guard ["sendonly", "sendrecv"].contains(medium.direction ?? whole ?? "sendrecv"), medium.port != 0 else {
                throw .sendsNothing
            }
            let allowed = medium.kind == "audio" ? rules.audioCodecs : rules.videoCodecs
            guard medium.codecs.contains(where: allowed.contains) else { throw .codecNotAllowed }
        }
        guard offer.isBundled else { throw .notBundled }
        try requireSecurity(offer)
        for medium in offer.media {
            // The RFC lets an endpoint refuse `passive`; ffmpeg offers it, and Janus is a DTLS client as well as a server.
            let setup = medium.value("setup") ?? offer.attributes.sdpValue("setup") ?? "actpass"
            guard ["actpass", "active", "passive"].contains(setup) else { throw .setupUnknown }
        }
        return offer
    }

    /// Reads what a viewer sends: an offer that receives, or an answer.
    public static func readViewer(_ text: String, _ rules: Rules) throws(Mistake) -> SessionDescription {
        let description = try description(text, rules)
        guard !description.media.isEmpty else { throw .noMedia }
        guard description.media.allSatisfy({ $0.kind == "audio" || $0.kind == "video" }) else { throw .tooManyMedia }
        try requireSecurity(description)
        return description
    }

    private static func description(_ text: String, _ rules: Rules) throws(Mistake) -> SessionDescription {
        let read: SessionDescription
        do {
            read = try SessionDescription(text)
        } catch {
            throw error == .tooLarge ? .tooLarge : .malformed
        }
        guard read.candidateCount <= rules.candidatesMax else { throw .tooManyCandidates }
        return read
    }

    private static func requireSecurity(_ read: SessionDescription) throws(Mistake) {
        guard let credentials = read.iceCredentials, credentials.areValid,
            read.attributes.sdpValue("fingerprint") != nil
                || read.media.contains(where: { $0.value("fingerprint") != nil })
        else { throw .notSecured }
    }
}
