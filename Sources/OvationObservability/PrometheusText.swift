/// Writes metrics in the text exposition format of Prometheus, version 0.0.4.
package struct PrometheusText {
    /// What a response with this text is called.
    package static let contentType = "text/plain; version=0.0.4; charset=utf-8"

    /// What has been written so far.
    private(set) var text = ""

    /// Begins a family: its help, where there is one, and its type.
    mutating func begin(_ name: String, type: PrometheusKind, help: String?) {
        if let help { text += "# HELP \(name) \(Self.escapedHelp(help))\n" }
        text += "# TYPE \(name) \(type.rawValue)\n"
    }

    /// Writes one sample.
    ///
    /// - Parameters:
    ///   - name: the name of the family, with a suffix where the type asks for one.
    ///   - labels: labels as ``labels(_:)`` makes them; empty for none.
    ///   - value: the value as text.
    mutating func sample(_ name: String, labels: String, value: String) {
        text += name
        if !labels.isEmpty { text += "{\(labels)}" }
        text += " \(value)\n"
    }

    // MARK: - Numbers and texts

    /// A number as the format wants it: `+Inf`, `-Inf`, `NaN`, and whole numbers without a fraction.
    static func number(_ value: Double) -> String {
        if value.isNaN { return "NaN" }
        if value.isInfinite { return value < 0 ? "-Inf" : "+Inf" }
        if value.magnitude < 1e15, value == value.rounded(.towardZero) { return String(Int64(value)) }
        return "\(value)"
    }

    /// Labels as they stand between the braces, in the order of their names.
    ///
    /// - Parameters:
    ///   - dimensions: names and values. Of two with the same name the first counts.
    ///   - valueBytesMax: how much of a value is kept.
    static func labels(_ dimensions: [(String, String)], valueBytesMax: Int) -> String {
        var seen: Set<String> = []
        var pairs: [(name: String, value: String)] = []
        for (name, value) in dimensions {
            let name = labelName(name)
            guard seen.insert(name).inserted else { continue }
            pairs.append((name, String(decoding: value.utf8.prefix(valueBytesMax), as: UTF8.self)))
        }
        return pairs.sorted { $0.name < $1.name }
            .map { "\($0.name)=\"\(escapedLabel($0.value))\"" }
            .joined(separator: ",")
    }

    /// A name with everything that the format does not allow in it replaced by an underscore.
    static func metricName(_ label: String) -> String { name(label, allowingColon: true) }

    /// The same for the name of a label. `le` is the histogram's own, and two leading underscores are Prometheus's own.
    static func labelName(_ label: String) -> String {
        let name = name(label, allowingColon: false)
        return name == "le" || name.hasPrefix("__") ? "exported_" + name : name
    }

    private static func name(_ label: String, allowingColon: Bool) -> String {
        var bytes: [UInt8] = []
        for byte in label.utf8 {
            let isLetter = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
            let isDigit = (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
            if isDigit, bytes.isEmpty { bytes.append(UInt8(ascii: "_")) }
            let isAllowed = isLetter || isDigit || (allowingColon && byte == UInt8(ascii: ":"))
            bytes.append(isAllowed ? byte : UInt8(ascii: "_"))
        }
        return bytes.isEmpty ? "_" : String(decoding: bytes, as: UTF8.self)
    }

    private static func escapedLabel(_ value: String) -> String {
        escaped(value) { $0 == UInt8(ascii: "\"") }
    }

    private static func escapedHelp(_ help: String) -> String {
        escaped(help) { _ in false }
    }

    private static func escaped(_ text: String, also: (UInt8) -> Bool) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count)
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\n"):
                bytes += [UInt8(ascii: "\\"), UInt8(ascii: "n")]
            case UInt8(ascii: "\\"):
                bytes += [byte, byte]
            default:
                if also(byte) { bytes.append(UInt8(ascii: "\\")) }
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

/// The type of a family of metrics, as the format names it.
enum PrometheusKind: String {
    case counter, gauge, histogram
}

/// One metric with one set of labels.
protocol PrometheusSeries: AnyObject, Sendable {
    /// Writes its samples.
    func write(to text: inout PrometheusText, name: String, labels: String)
}
