import OvationMedia

/// The report on a recording that is to be published.
struct MediaFileReport: Encodable {
    /// Why it is not taken.
    struct Problem: Encodable {
        /// The name of the reason.
        let code: String
        /// The reason, with what to change.
        let message: String
        /// After how many fragments it was found.
        let afterFragments: Int
    }

    let file: String
    let accepted: Bool
    let error: Problem?
    /// The command that makes a file of the right kind, where this one is not.
    let ffmpeg: String?
    let codecs: String?
    let width: Int?
    let height: Int?
    let hasSound: Bool?
    let fragments: Int
    let keyFragments: Int
    let seconds: Double
    let longestFragmentSeconds: Double
    let largestFragmentBytes: Int
    let bitsPerSecond: Int64
    let truncated: Bool
    /// What an author may want to change, though it is taken.
    let notes: [String]

    init(file: String, _ findings: StreamCheck.Findings) {
        self.file = file
        accepted = findings.isAccepted
        error = findings.failure.map {
            Problem(code: $0.code.rawValue, message: $0.description, afterFragments: findings.fragments)
        }
        let isSoundAlone = findings.info?.hasPicture == false
        ffmpeg = findings.isAccepted ? nil : FragmentingAdvice.command(for: file, isSoundAlone: isSoundAlone)
        codecs = findings.info?.codecs
        width = findings.info?.width
        height = findings.info?.height
        hasSound = findings.info?.hasSound
        fragments = findings.fragments
        keyFragments = findings.keyFragments
        seconds = Double(findings.durationMicroseconds) / 1_000_000
        longestFragmentSeconds = Double(findings.longestMicroseconds) / 1_000_000
        largestFragmentBytes = findings.largestBytes
        bitsPerSecond = findings.bitsPerSecond
        truncated = findings.isTruncated
        notes = findings.isAccepted ? Self.notes(findings) : []
    }

    private static func notes(_ findings: StreamCheck.Findings) -> [String] {
        var notes: [String] = []
        if findings.isTruncated {
            notes.append("The file ends inside a fragment. What stands before is published.")
        }
        if findings.longestMicroseconds > 1_250_000 {
            notes.append("Viewers are as far behind as a fragment is long. A key frame each second makes it shorter.")
        }
        notes += findings.info?.notes ?? []
        return notes
    }

    /// The report for people.
    var lines: [String] {
        var lines = [accepted ? "\(file): a server takes it." : "\(file): a server does not take it."]
        if let error {
            lines.append("  \(error.code): \(error.message)")
            if error.afterFragments > 0 { lines.append("  found after \(error.afterFragments) fragments") }
        }
        if let codecs {
            let size = width.flatMap { width in height.map { "\(width) by \($0)" } }
            lines.append("  codecs   \(codecs)\(width ?? 0 > 0 ? ", \(size ?? "")" : ", no picture")")
        }
        if fragments > 0 {
            lines.append(
                "  length   \(Self.decimal(seconds)) s in \(fragments) fragments, \(keyFragments) of them with a key frame; "
                    + "the longest \(Self.decimal(longestFragmentSeconds)) s")
            lines.append(
                "  rate     \(bitsPerSecond / 1_000) kbit/s; the largest fragment \(largestFragmentBytes) bytes")
        }
        lines += notes.map { "  note: \($0)" }
        if !accepted { lines += ["", FragmentingAdvice.text(for: file, isSoundAlone: width == 0)] }
        return lines
    }

    private static func decimal(_ value: Double) -> String { "\((value * 10).rounded() / 10)" }
}
