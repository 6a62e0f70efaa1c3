/// A key of the configuration that was given on the command line.
struct ConfigurationFlag: Equatable, Sendable {
    /// The flag as it was written, for messages.
    let spelling: String
    /// The key that it sets; may be one that does not exist.
    let key: String
    /// What it sets it to; more than one where a flag of a list was repeated.
    var values: [String]

    /// The flags of `--set key=value`; nil where there is no `=`.
    init?(assignment: String) {
        guard let equals = assignment.firstIndex(of: "=") else { return nil }
        key = String(assignment[..<equals])
        values = [String(assignment[assignment.index(after: equals)...])]
        spelling = "--\(key)"
    }

    /// Makes a flag.
    init(spelling: String, key: String, values: [String]) {
        self.spelling = spelling
        self.key = key
        self.values = values
    }

    /// Makes every key a flag of its own name: `--limits.historyMax 9` and `--limits.historyMax=9` become
    /// `--set limits.historyMax=9`, which the argument parser knows. Nothing behind `--` is touched.
    static func expandingKeys(in arguments: [String]) -> [String] {
        var expanded: [String] = []
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            if argument == "--" { return expanded + [argument] + rest }
            let name = argument.prefix { $0 != "=" }
            guard name.hasPrefix("--"), name.contains(".") else {
                expanded.append(argument)
                continue
            }
            var assignment = String(argument.dropFirst(2))
            if !argument.contains("="), let value = rest.first, !value.hasPrefix("--") {
                assignment += "=\(value)"
                rest.removeFirst()
            }
            expanded += ["--set", assignment]
        }
        return expanded
    }
}
