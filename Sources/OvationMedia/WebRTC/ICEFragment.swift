/// What a client sends of its connection later: candidates, or new credentials (`application/trickle-ice-sdpfrag`, RFC 8840).
public struct ICEFragment: Sendable, Hashable {
    /// Why a text is no fragment.
    public enum Mistake: Error, Sendable, Hashable {
        /// A line is none of a fragment, or it names one of two credentials only.
        case malformed
        /// It has more candidates than it may.
        case tooManyCandidates
    }

    /// A candidate of one medium.
    public struct Candidate: Sendable, Hashable {
        /// The medium's name; nil where no line named one.
        public let mid: String?
        /// The line without `a=`: `candidate:…`.
        public let line: String
    }

    /// New credentials, or those of the connection that the candidates belong to; nil where it has none.
    public let credentials: ICECredentials?
    /// The candidates.
    public let candidates: [Candidate]
    /// Whether no further candidate comes.
    public let isLast: Bool

    /// Bytes of a candidate's line at most.
    static let candidateBytesMax = 512

    /// Reads a text.
    ///
    /// - Parameter candidatesMax: how many candidates it may have.
    public init(_ text: String, candidatesMax: Int) throws(Mistake) {
        var mid: String?
        var fragment: Substring?
        var password: Substring?
        var candidates: [Candidate] = []
        var isLast = false
        for line in text.split(whereSeparator: \.isNewline) {
            guard line.utf8.dropFirst().first == UInt8(ascii: "="), line.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F })
            else { throw .malformed }
            if line.hasPrefix("m=") {
                mid = nil
                continue
            }
            guard line.hasPrefix("a=") else { throw .malformed }
            let attribute = String(line.dropFirst(2))
            if let value = attribute.sdpValue("mid") { mid = String(value) }
            if let value = attribute.sdpValue("ice-ufrag") { fragment = fragment ?? value }
            if let value = attribute.sdpValue("ice-pwd") { password = password ?? value }
            if attribute == "end-of-candidates" { isLast = true }
            guard attribute.hasPrefix("candidate:") else { continue }
            guard attribute.utf8.count <= Self.candidateBytesMax, attribute.split(separator: " ").count >= 8 else {
                throw .malformed
            }
            guard candidates.count < candidatesMax else { throw .tooManyCandidates }
            candidates.append(Candidate(mid: mid, line: attribute))
        }
        switch (fragment, password) {
        case (let fragment?, let password?):
            let read = ICECredentials(fragment: String(fragment), password: String(password))
            guard read.areValid else { throw .malformed }
            credentials = read
        case (nil, nil): credentials = nil
        default: throw .malformed
        }
        guard credentials != nil || isLast || !candidates.isEmpty else { throw .malformed }
        self.candidates = candidates
        self.isLast = isLast
    }

    /// What a server answers to new credentials: its own, with its candidates.
    public static func text(of answer: SessionDescription) -> String? {
        guard let credentials = answer.iceCredentials else { return nil }
        var lines = answer.attributes.contains("ice-lite") ? ["a=ice-lite"] : []
        lines += ["a=ice-ufrag:\(credentials.fragment)", "a=ice-pwd:\(credentials.password)"]
        if let medium = answer.media.first {
            lines += ["m=\(medium.kind) 9 RTP/AVP 0", "a=mid:\(medium.value("mid") ?? "0")"]
            lines += medium.values("candidate").map { "a=candidate:\($0)" } + ["a=end-of-candidates"]
        }
        return lines.map { $0 + "\r\n" }.joined()
    }
}
