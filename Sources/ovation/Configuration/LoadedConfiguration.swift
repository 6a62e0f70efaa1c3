import Configuration
import Foundation
import OvationMedia
import OvationModel
import OvationNode

/// The outcome of reading the configuration: settings, or everything that is wrong with it.
struct LoadedConfiguration: Sendable {
    /// The settings. Where there are problems, what could be read.
    private(set) var settings: ServerSettings
    /// What is wrong, a sentence each. With one of them the server does not start.
    private(set) var problems: [String] = []
    /// What may be wrong, a sentence each.
    private(set) var warnings: [String] = []

    /// Resolves every key. Does no I/O.
    ///
    /// - Parameter defaults: The settings of a server that was told nothing; says whether it is a developer's.
    init(_ sources: ConfigurationSources, defaults: ServerSettings) {
        settings = defaults
        if let problem = sources.fileProblem { problems.append(problem) }
        findUnknownNames(sources)
        var spelledHost = "server.host"
        for key in ConfigurationKey.all {
            for source in sources.all {
                do {
                    guard let value = try source.lookup(key, key.value.type) else { continue }
                    settings.namedKeys.insert(key.name)
                    if key.name == "server.host" { spelledHost = source.spelling(key) }
                    apply(value.content, to: key, from: source)
                } catch {
                    let shown = (try? source.lookup(key, .string)).flatMap { $0 }
                    refuse(key, from: source, shown: shown?.content.text)
                }
                break
            }
        }
        checkTogether(spelledHost: spelledHost)
    }

    private mutating func findUnknownNames(_ sources: ConfigurationSources) {
        let names = ConfigurationKey.all.map(\.name)
        for (key, spelling) in sources.named where !names.contains(key) {
            if let example = names.first(where: { $0.hasPrefix(key + ".") }) {
                problems.append("\(spelling) is a section and has keys of its own, such as \(example).")
            } else {
                let nearest = NearestName.of(key, among: names).map { " Did you mean \($0)?" } ?? ""
                let from = spelling == key || spelling.hasSuffix(": \(key)") ? spelling.dropLast(key.count) : ""
                problems.append("\(from)There is no key \"\(key)\".\(nearest)")
            }
        }
        let variables = ConfigurationKey.all.map(ConfigurationSources.variable)
        let known = Set(variables).union(ConfigurationSources.otherVariables)
        for variable in sources.variables where !known.contains(variable) {
            let nearest = NearestName.of(variable, among: variables).map { " Did you mean \($0)?" } ?? ""
            warnings.append("The environment variable \(variable) means nothing to ovation and is ignored.\(nearest)")
        }
    }

    private mutating func apply(
        _ content: ConfigContent, to key: ConfigurationKey, from source: ConfigurationSources.Source
    ) {
        switch (key.value, content) {
        case (.integer(let range, let field), .int(let number)):
            guard range.contains(number) else { return refuse(key, from: source, shown: String(number)) }
            settings[keyPath: field] = number
        case (.limit(let range, let field), .int(let number)):
            guard range.contains(number) else { return refuse(key, from: source, shown: String(number)) }
            settings.limits[keyPath: field] = number
        case (.mediaLimit(let range, let field), .int(let number)):
            guard range.contains(number) else { return refuse(key, from: source, shown: String(number)) }
            settings.mediaLimits[keyPath: field] = number
        case (.text(let field), .string(let text)):
            guard !text.isEmpty else { return refuse(key, from: source, shown: "", rule: "may not be empty") }
            settings[keyPath: field] = text
        case (.optionalText(let field), .string(let text)):
            guard !text.isEmpty else { return refuse(key, from: source, shown: "", rule: "may not be empty") }
            settings[keyPath: field] = text
        case (.list(let field, let check), .stringArray(let entries)):
            for entry in entries {
                guard let rule = check(entry) else { continue }
                refuse(key, from: source, shown: entry, rule: "is a list, each entry \(rule)")
            }
            settings[keyPath: field] = entries
        case (.choice(let choices, _, let set), .string(let word)):
            guard choices.contains(word) else { return refuse(key, from: source, shown: word) }
            set(&settings, word)
        default: refuse(key, from: source, shown: nil)
        }
    }

    private mutating func refuse(
        _ key: ConfigurationKey, from source: ConfigurationSources.Source, shown: String?, rule: String? = nil
    ) {
        let given = key.isSecret ? nil : shown
        let said = given.map { " is \"\($0)\", but" } ?? " does not fit:"
        problems.append("\(source.spelling(key))\(said) \(key.name) \(rule ?? key.rule).")
    }

    /// What no key can say of itself.
    private mutating func checkTogether(spelledHost: String) {
        if (settings.tlsCertificate == nil) != (settings.tlsKey == nil) {
            let missing = settings.tlsKey == nil ? "server.tlsKey (--tls-key)" : "server.tlsCertificate (--tls-cert)"
            problems.append("TLS needs both a certificate and its key; \(missing) is missing.")
        }
        if settings.isDev, !Self.isLoopback(settings.host) {
            problems.append(
                "\(spelledHost) is \"\(settings.host)\", but with --dev anybody may log in as anybody, so the server "
                    + "listens to this machine only: 127.0.0.1, ::1 or localhost. Leave out --dev to serve others.")
        }
        if settings.limits.silenceSeconds <= settings.limits.pingIntervalSeconds {
            problems.append(
                "limits.silenceSeconds (\(settings.limits.silenceSeconds)) has to be more than "
                    + "limits.pingIntervalSeconds (\(settings.limits.pingIntervalSeconds)), or clients would be gone "
                    + "before they could answer a ping."
            )
        }
        problems += MediaServerSettings.problems(settings)
        if let url = settings.publicURL, !FileConfiguration.isPublicURL(url) {
            problems.append(
                "server.publicURL is \"\(url)\", but has to be scheme and host in lower case and at most "
                    + "\(FileConfiguration.publicURLBytesMax) bytes, without a path: https://live.example.com.")
        }
        if let url = settings.rechargeURL, RechargeAddress(url) == nil {
            problems.append(
                "web.rechargeURL is \"\(url)\", but has to begin with https:// and have at most \(RechargeAddress.bytesMax) "
                    + "characters of ASCII without spaces and quotes: https://shop.example.com/coins?user={user}&coins={coins}."
            )
        }
        problems += ClusterSettings.problems(settings)
        if let secret = settings.secret, secret.utf8.count < ServerSecret.bytesMin {
            problems.append(
                "app.secret has fewer than \(ServerSecret.bytesMin) bytes. Somebody who guesses it can log in as anybody. Leave it out, "
                    + "and ovation makes one; or make one: openssl rand -hex 32.")
        }
    }

    /// Whether an address can be reached from this machine only.
    static func isLoopback(_ host: String) -> Bool {
        if host == "localhost" { return true }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        if parts.count == 4, parts.allSatisfy({ UInt8($0) != nil }) { return parts[0] == "127" }
        return host == "::1" || host == "0:0:0:0:0:0:0:1"
    }
}

extension ConfigurationKey.Value {
    /// What it is asked for as.
    fileprivate var type: ConfigType {
        switch self {
        case .integer, .limit, .mediaLimit: .int
        case .text, .optionalText, .choice: .string
        case .list: .stringArray
        }
    }
}

extension ConfigContent {
    fileprivate var text: String? {
        guard case .string(let text) = self else { return nil }
        return text
    }
}
