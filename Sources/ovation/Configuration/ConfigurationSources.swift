import Configuration
import Foundation
import Synchronization

/// Where values come from, in the order in which they win: flags, environment, file.
struct ConfigurationSources: Sendable {
    /// One place where values come from.
    struct Source: Sendable {
        /// How a person names a key of it, for messages: `--port`, `OVATION_SERVER_PORT`, `ovation.yaml: server.port`.
        let spelling: @Sendable (ConfigurationKey) -> String
        /// Looks a key up.
        let lookup: @Sendable (ConfigurationKey, ConfigType) throws -> ConfigValue?
    }

    /// The prefix of our environment variables.
    static let environmentPrefix = "OVATION_"

    /// Variables with our prefix that are no keys.
    static let otherVariables: Set<String> = [
        "OVATION_SERVER_URL", "OVATION_ORDER_JOURNAL", "OVATION_STRICT", "OVATION_TEST_SEED", "OVATION_BIN",
        "OVATION_CONFIG", "OVATION_CA",
    ]

    /// The sources, the one that wins first.
    private(set) var all: [Source] = []
    /// Keys that the file and the flags name, each with how to name it in a message.
    private(set) var named: [(key: String, spelling: String)] = []
    /// Variables of the environment that begin with our prefix.
    private(set) var variables: [String] = []
    /// Why the file could not be read; nil where it could be.
    private(set) var fileProblem: String?

    /// Makes sources of what was given. Does no I/O.
    ///
    /// - Parameters:
    ///   - flags: What the command line says.
    ///   - environment: All variables. One that is empty counts as not set, as containers set it.
    ///   - file: The name and the content of the YAML file; nil without one.
    init(flags: [ConfigurationFlag], environment: [String: String], file: (name: String, bytes: [UInt8])?) {
        all.append(Self.flags(flags))
        named += flags.map { ($0.key, $0.spelling) }
        let ours = environment.filter { $0.key.hasPrefix(Self.environmentPrefix) && !$0.value.isEmpty }
        variables = ours.keys.sorted()
        all.append(Self.environment(ours))
        if let file { readFile(file.name, file.bytes) }
    }

    /// The name of the environment variable of a key.
    static func variable(of key: ConfigurationKey) -> String { variableByName[key.name] ?? key.name }

    /// The environment variable of every key. A name takes a while to spell, and reading a configuration asks for all of them.
    private static let variableByName: [String: String] = {
        let provider = EnvironmentVariablesProvider(environmentVariables: [:])
        return Dictionary(
            uniqueKeysWithValues: ConfigurationKey.all.map { key in
                let name = AbsoluteConfigKey(["ovation"] + key.components)
                return (key.name, (try? provider.value(forKey: name, type: .string).encodedKey) ?? key.name)
            })
    }()

    private static func flags(_ flags: [ConfigurationFlag]) -> Source {
        let byKey = Dictionary(flags.map { ($0.key, $0) }) { earlier, later in
            ConfigurationFlag(spelling: later.spelling, key: later.key, values: earlier.values + later.values)
        }
        return Source(spelling: { byKey[$0.name]?.spelling ?? "--\($0.name)" }) { key, type in
            guard let values = byKey[key.name]?.values, let last = values.last else { return nil }
            switch type {
            case .int: return try ConfigValue(.int(Int(last).orThrow(NotConvertible())), isSecret: key.isSecret)
            case .stringArray:
                let entries = values.flatMap {
                    $0.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
                }
                return ConfigValue(.stringArray(entries), isSecret: key.isSecret)
            default: return ConfigValue(.string(last), isSecret: key.isSecret)
            }
        }
    }

    private static func environment(_ variables: [String: String]) -> Source {
        let provider = EnvironmentVariablesProvider(environmentVariables: variables)
        return Source(spelling: { variable(of: $0) }) { key, type in
            guard variables[variable(of: key)] != nil else { return nil }
            return try provider.value(forKey: AbsoluteConfigKey(["ovation"] + key.components), type: type).value
        }
    }

    private mutating func readFile(_ name: String, _ bytes: [UInt8]) {
        guard !Self.isBlank(bytes) else { return }
        // Every key of the file is shown to this closure, which is how unknown ones are found.
        let keys = KeyCollector()
        let options = YAMLSnapshot.ParsingOptions(
            secretsSpecifier: .dynamic { key, _ in
                keys.add(key)
                return false
            })
        do {
            let snapshot = try YAMLSnapshot(data: bytes.span.bytes, providerName: name, parsingOptions: options)
            for key in keys.sorted where !(Self.isSection(key) && Self.isEmpty(key, in: snapshot)) {
                named.append((key, "\(name): \(key)"))
            }
            all.append(
                Source(spelling: { "\(name): \($0.name)" }) { key, type in
                    let absolute = AbsoluteConfigKey(key.components)
                    guard let value = try snapshot.value(forKey: absolute, type: type).value else { return nil }
                    return Self.isEmpty(key.name, in: snapshot) ? nil : value
                })
        } catch {
            fileProblem = "\(name) cannot be read as YAML: \(error)"
        }
    }

    /// Whether a name is that of a section of keys.
    private static func isSection(_ name: String) -> Bool {
        ConfigurationKey.all.contains { $0.name.hasPrefix(name + ".") }
    }

    /// Whether a key has nothing behind its colon, as a section has whose keys are all commented out.
    private static func isEmpty(_ key: String, in snapshot: YAMLSnapshot) -> Bool {
        let absolute = AbsoluteConfigKey(key.split(separator: ".").map(String.init))
        guard let value = try? snapshot.value(forKey: absolute, type: .string).value else { return false }
        return [.string(""), .string("~"), .string("null")].contains(value.content)
    }

    /// Whether a file has nothing but comments.
    private static func isBlank(_ bytes: [UInt8]) -> Bool {
        String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline).allSatisfy { line in
            let text = line.trimmingCharacters(in: .whitespaces)
            return text.isEmpty || text.hasPrefix("#") || text == "---" || text == "..."
        }
    }
}

/// A value is there and of another type.
private struct NotConvertible: Error {}

extension Optional {
    fileprivate func orThrow(_ error: some Error) throws -> Wrapped {
        guard let self else { throw error }
        return self
    }
}

/// Collects names from a closure that may be called anywhere.
private final class KeyCollector: Sendable {
    private let keys = Mutex<Set<String>>([])

    func add(_ key: String) { keys.withLock { _ = $0.insert(key) } }

    var sorted: [String] { keys.withLock { $0.sorted() } }
}
