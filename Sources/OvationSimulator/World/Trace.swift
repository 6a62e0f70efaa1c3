/// A record of everything that happened: a hash of all of it, and the last lines as text.
struct Trace {

    private var hash = TraceHash()
    private var lines: [String] = []
    private var next = 0
    /// How many lines are recorded. Making them costs more than the rest of a step.
    var linesMax = 0

    /// The hash of everything that happened.
    var value: UInt64 { hash.value }

    /// Records an event.
    mutating func add(
        _ kind: Kind, at time: UInt64, _ source: Int, _ bytes: [UInt8] = [], _ line: @autoclosure () -> String
    ) {
        hash.add(UInt64(kind.rawValue) << 56 ^ UInt64(source) << 40 ^ time)
        if !bytes.isEmpty { hash.add(bytes) }
        guard linesMax > 0 else { return }
        let text = "\(time / 1_000_000) ms  \(line())"
        if lines.count < linesMax { lines.append(text) } else { lines[next] = text }
        next = (next + 1) % linesMax
    }

    /// The last lines, oldest first.
    var lastLines: [String] { lines.count < linesMax ? lines : Array(lines[next...] + lines[..<next]) }

    /// The kind of an event.
    enum Kind: UInt8 {
        case command = 1, frame, opened, lost, disk, crash, start, clock, credit, billing, operatorWork, callback
    }
}
