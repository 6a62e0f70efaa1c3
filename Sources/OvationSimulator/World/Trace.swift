/// What happened, as a number that stands for all of it and as the last lines in words.
struct Trace {

    private var hash = TraceHash()
    private var lines: [String] = []
    private var next = 0
    /// How many lines are kept; making them costs more than the rest of a step.
    var linesMax = 0

    /// The number that stands for all that happened.
    var value: UInt64 { hash.value }

    /// Takes in something that happened.
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

    /// What can happen.
    enum Kind: UInt8 {
        case command = 1, frame, opened, lost, disk, crash, start, clock, credit, billing, operatorWork, callback
    }
}
