/// A session description (SDP, RFC 8866) as far as WHIP and WHEP look at it: its media, and the lines of each.
///
/// It takes nothing on trust: bytes, lines and media are bounded, and a line that is none is refused. What it does not know, it keeps.
public struct SessionDescription: Sendable, Hashable {
    /// Why a text is no description.
    public enum Mistake: Error, Sendable, Hashable {
        /// It has more bytes, lines or media than it may.
        case tooLarge
        /// It does not begin with `v=0`, or a line of it has no type.
        case malformed
    }

    /// One medium of the description: its line `m=`, and what follows.
    public struct Medium: Sendable, Hashable {
        /// The kind: `audio`, `video`, `application`.
        public let kind: String
        /// The port; 0 where the medium is refused.
        public let port: Int
        /// The payload types.
        public let formats: [String]
        /// The attributes without `a=`, in their order.
        public let attributes: [String]

        /// The values of an attribute, `candidate` for instance.
        public func values(_ name: String) -> [Substring] { attributes.compactMap { $0.sdpValue(name) } }

        /// The first value of an attribute; nil where it is not there.
        public func value(_ name: String) -> Substring? { values(name).first }

        /// Which way it flows, where the medium says so itself.
        public var direction: String? {
            attributes.first { ["sendrecv", "sendonly", "recvonly", "inactive"].contains($0) }
        }

        /// The names of its codecs, in lower case, without those that only repair.
        public var codecs: [String] {
            values("rtpmap").compactMap { value in
                let name = value.split(separator: " ").dropFirst().first?.split(separator: "/").first
                return name.map { $0.lowercased() }
            }.filter { !["rtx", "red", "ulpfec", "flexfec-03", "cn", "telephone-event"].contains($0) }
        }
    }

    /// Lines of a description at most.
    static let linesMax = 4_000
    /// Media of a description at most.
    static let mediaMax = 32

    /// The attributes of the whole, without `a=`.
    public let attributes: [String]
    /// The media, in their order.
    public let media: [Medium]
    /// The lines before the first medium.
    let head: [String]
    /// The lines of each medium.
    let sections: [[String]]

    /// Reads a text.
    public init(_ text: String) throws(Mistake) {
        let lines = text.split(whereSeparator: \.isNewline)
        guard lines.count <= Self.linesMax else { throw .tooLarge }
        guard lines.first == "v=0" else { throw .malformed }
        var head: [String] = []
        var sections: [[String]] = []
        for line in lines {
            guard line.utf8.count >= 2, line.utf8.dropFirst().first == UInt8(ascii: "="),
                line.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F })
            else { throw .malformed }
            if line.hasPrefix("m=") {
                guard sections.count < Self.mediaMax else { throw .tooLarge }
                sections.append([String(line)])
            } else if sections.isEmpty {
                head.append(String(line))
            } else {
                sections[sections.count - 1].append(String(line))
            }
        }
        var media: [Medium] = []
        for section in sections {
            let parts = section[0].dropFirst(2).split(separator: " ").map(String.init)
            guard parts.count >= 4, let port = Int(parts[1].prefix { $0 != "/" }) else { throw .malformed }
            media.append(
                Medium(
                    kind: parts[0], port: port, formats: Array(parts.dropFirst(3)),
                    attributes: Self.attributes(section)))
        }
        self.head = head
        self.sections = sections
        self.media = media
        attributes = Self.attributes(head)
    }

    /// How many candidates it has.
    public var candidateCount: Int { media.reduce(0) { $0 + $1.values("candidate").count } }

    /// The name fragment and the password of ICE: those of the first medium, else those of the whole.
    public var iceCredentials: ICECredentials? {
        guard let fragment = media.first?.value("ice-ufrag") ?? attributes.sdpValue("ice-ufrag"),
            let password = media.first?.value("ice-pwd") ?? attributes.sdpValue("ice-pwd")
        else { return nil }
        return ICECredentials(fragment: String(fragment), password: String(password))
    }

    /// Whether all media are in one group, so that they share a connection.
    var isBundled: Bool {
        if media.count < 2 { return true }
        let groups = attributes.filter { $0.hasPrefix("group:BUNDLE") }
        guard groups.count == 1 else { return false }
        let names = Set(groups[0].split(separator: " ").dropFirst().map(String.init))
        return media.allSatisfy { medium in medium.value("mid").map { names.contains(String($0)) } ?? false }
    }

    /// The same description with a port for media that have none because they come over another's connection (`bundle-only`, RFC 9143).
    /// RFC 9725 wants clients to write them so, and Janus takes a medium without a port for one that is refused.
    var withPortsOfBundle: SessionDescription {
        let isWithout: (Medium) -> Bool = { $0.port == 0 && $0.attributes.contains("bundle-only") }
        guard isBundled, media.contains(where: { $0.port != 0 }), media.contains(where: isWithout) else { return self }
        let opened = zip(sections, media).map { section, medium in
            guard isWithout(medium) else { return section }
            let line = section[0].split(separator: " ", omittingEmptySubsequences: false)
            return [([line[0], "9"] + line.dropFirst(2)).joined(separator: " ")]
                + section.dropFirst().filter { $0 != "a=bundle-only" }
        }
        return (try? SessionDescription(Self.text([head] + opened))) ?? self
    }

    /// The same description for a connection that begins anew: with other credentials and candidates.
    public func restarted(with fragment: ICEFragment) -> String {
        guard let credentials = fragment.credentials else { return text }
        let isOld: (String) -> Bool = { line in
            ["a=ice-ufrag:", "a=ice-pwd:", "a=candidate:", "a=end-of-candidates"].contains { line.hasPrefix($0) }
        }
        let kept = head.filter { !isOld($0) }
        let renewed = zip(sections, media).map { section, medium in
            let own = fragment.candidates.filter { $0.mid == nil || $0.mid == medium.value("mid").map(String.init) }
            return section.filter { !isOld($0) }
                + ["a=ice-ufrag:\(credentials.fragment)", "a=ice-pwd:\(credentials.password)"]
                + own.map { "a=\($0.line)" }
        }
        return Self.text([kept] + renewed)
    }

    /// A description whose media say that they share a port with their reports and have no other (RFC 8858), where they share one.
    public static func multiplexed(_ text: String) -> String {
        let (shared, only) = ("a=rtcp-mux", "a=rtcp-mux-only")
        let lines = text.split(whereSeparator: \.isNewline)
        guard lines.contains(shared[...]), !lines.contains(only[...]) else { return text }
        return lines.map { $0 == shared ? "\(shared)\r\n\(only)\r\n" : "\($0)\r\n" }.joined()
    }

    /// The description as a text.
    public var text: String { Self.text([head] + sections) }

    private static func text(_ parts: [[String]]) -> String {
        parts.joined().map { $0 + "\r\n" }.joined()
    }

    private static func attributes(_ lines: [String]) -> [String] {
        lines.compactMap { $0.hasPrefix("a=") ? String($0.dropFirst(2)) : nil }
    }
}

/// The name fragment and the password with which two ends of a connection check each other (RFC 8445).
public struct ICECredentials: Sendable, Hashable {
    /// The name fragment.
    public let fragment: String
    /// The password.
    public let password: String

    /// Makes credentials.
    public init(fragment: String, password: String) {
        self.fragment = fragment
        self.password = password
    }

    /// Whether both keep the grammar: 4 to 256 and 22 to 256 of its characters.
    var areValid: Bool {
        (4...256).contains(fragment.utf8.count) && (22...256).contains(password.utf8.count)
            && (fragment + password).utf8.allSatisfy(Self.isAllowed)
    }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "/"):
            true
        default: false
        }
    }
}

extension String {
    /// What stands behind an attribute's name and its colon; nil where it is another one.
    func sdpValue(_ name: String) -> Substring? {
        guard hasPrefix(name), dropFirst(name.count).first == ":" else { return nil }
        return dropFirst(name.count + 1)
    }
}

extension [String] {
    /// The first value of an attribute.
    func sdpValue(_ name: String) -> Substring? { lazy.compactMap { $0.sdpValue(name) }.first }
}
