import Logging
import OvationMedia
import OvationModel
import OvationPictures
import OvationSupport

extension ConfigurationKey {
    /// Every key, in the order of the documentation.
    static let all: [ConfigurationKey] =
        server + storage + app + wallet + boards + billing + callback + files + web + log + limits + media + pictures
        + rtc + recordings

    private static let server = [
        ConfigurationKey(
            name: "server.host", value: .text(\.host),
            meaning: "Address to listen on: 0.0.0.0 for all, with --dev 127.0.0.1 and no other than loopback.",
            flag: "host", hasVariableDefault: true),
        ConfigurationKey(
            name: "server.port", value: .integer(0...65_535, \.port),
            meaning: "Port to listen on; 0 takes any that is free.", flag: "port"),
        ConfigurationKey(
            name: "server.data", value: .text(\.dataFolder),
            meaning: "Folder of the database and the generated secret; made where it is missing.", flag: "data"),
        ConfigurationKey(
            name: "server.publicURL", value: .optionalText(\.publicURL),
            meaning: "Where browsers and apps reach the server, https://live.example.com; addresses of files begin so."),
        ConfigurationKey(
            name: "server.tlsCertificate", value: .optionalText(\.tlsCertificate),
            meaning: "PEM file with the certificate chain; without it, TLS is a proxy's task.", flag: "tls-cert"),
        ConfigurationKey(
            name: "server.tlsKey", value: .optionalText(\.tlsKey),
            meaning: "PEM file with the certificate's private key.", flag: "tls-key"),
        ConfigurationKey(
            name: "server.trustedProxies",
            value: .list(\.trustedProxies) {
                CIDRBlock($0) == nil
                    ? "an address or a CIDR block such as 10.0.0.0/8, without bits behind the prefix" : nil
            },
            meaning: "Proxies whose X-Forwarded-For is believed, as CIDR blocks.", flag: "trusted-proxy"),
        ConfigurationKey(
            name: "server.eventLoops", value: .integer(0...1_024, \.eventLoops),
            meaning: "Threads for network I/O; 0 takes one a core.", flag: "event-loops"),
    ]

    private static let app = [
        ConfigurationKey(
            name: "app.sdkAppID", value: .integer(1...4_294_967_295, \.sdkAppID), meaning: "The app that is served.",
            flag: "sdk-app-id"),
        ConfigurationKey(
            name: "app.secret", value: .optionalText(\.secret),
            meaning:
                "Key of the app's UserSigs; without it, one is generated and kept in the file secret of server.data.",
            isSecret: true),
        ConfigurationKey(
            name: "app.administrators",
            value: .list(\.administrators) {
                UserID.isValid($0) ? nil : "a user id: 1 to 32 characters of A-Z, a-z, 0-9, _ and -"
            },
            meaning: "Users who may call the REST API and do in every live what its owner may.", flag: "administrator"),
        ConfigurationKey(
            name: "app.allowedOrigins",
            value: .list(\.allowedOrigins) { isOrigin($0) ? nil : "an origin such as https://www.example.com, or *" },
            meaning: "Web origins besides the server's own whose pages may connect; * for all.",
            flag: "allowed-origin"),
        ConfigurationKey(
            name: "app.categories",
            value: .list(\.categories) { LiveCategory($0) == nil ? LiveCategory.rule : nil },
            meaning: "Categories of lives on the page, 1=Music;zh-Hans=音乐;ja=音楽; with --dev those of the demo.",
            hasVariableDefault: true),
    ]

    private static let media = [
        ConfigurationKey(
            name: "media.mode",
            value: .choice(
                MediaConfiguration.Mode.allCases.map(\.rawValue), get: { $0.mediaMode.rawValue },
                set: { settings, word in
                    settings.mediaMode = MediaConfiguration.Mode(rawValue: word) ?? settings.mediaMode
                }),
            meaning: "Who carries the pictures of lives: relay (this server), external (a media server), none."),
        ConfigurationKey(
            name: "media.publishURL", value: .optionalText(\.mediaPublishURL),
            meaning: "With external, where to publish: rtmp://media.example.com/live/{liveID}?key={streamKey}."),
        ConfigurationKey(
            name: "media.playURL", value: .optionalText(\.mediaPlayURL),
            meaning: "With external, where to play: https://media.example.com/hls/{liveID}.m3u8."),
        ConfigurationKey(
            name: "media.rtmpURL", value: .optionalText(\.mediaRTMPURL),
            meaning: "With relay, where encoders reach the nginx of Deploy/nginx-rtmp: rtmp://live.example.com/live."),
        ConfigurationKey(
            name: "media.hooksSecret", value: .optionalText(\.mediaHooksSecret),
            meaning: "What a media server shows as ?secret= when it asks who may publish.",
            isSecret: true),
    ]

    private static let wallet = [
        ConfigurationKey(
            name: "wallet.hostSharePercent", value: .integer(0...100, \.hostSharePercent),
            meaning: "What of a gift's price its receiver gets; the rest is the house's."),
        ConfigurationKey(
            name: "wallet.newUserGrant", value: .integer(0...Int(Coins.max.amount), \.newUserGrant),
            meaning: "Coins that a new user is given; with --dev 10000.", hasVariableDefault: true),
    ]

    private static let callback = [
        ConfigurationKey(
            name: "callback.allowPrivateNetworks",
            value: .list(\.callbackNetworks) {
                CIDRBlock($0) == nil
                    ? "an address or a CIDR block such as 10.0.0.0/8, without bits behind the prefix" : nil
            },
            meaning: "Networks that are not public and may be called all the same, as CIDR blocks."),
        ConfigurationKey(
            name: "callback.allowPorts",
            value: .list(\.callbackPorts) { UInt16($0).map { $0 > 0 } == true ? nil : "a port from 1 to 65535" },
            meaning: "Ports that callbacks may be posted to, and effects of gifts be fetched from."),
        ConfigurationKey(
            name: "callback.messagesOnSilence", value: silence(\.callbackMessagesPass),
            meaning: "What becomes of a message that the app's backend, asked about it, says nothing to."),
        ConfigurationKey(
            name: "callback.joinsOnSilence", value: silence(\.callbackJoinsPass),
            meaning: "What becomes of a user who enters and whom the app's backend, asked about them, says nothing to."),
    ]

    private static func silence(
        _ field: any WritableKeyPath<ServerSettings, Bool> & Sendable
    ) -> ConfigurationKey.Value {
        .choice(
            ["allow", "refuse"], get: { $0[keyPath: field] ? "allow" : "refuse" },
            set: { settings, word in settings[keyPath: field] = word == "allow" })
    }

    private static let billing = [
        ConfigurationKey(
            name: "billing.idempotent", value: yesOrNo(\.isBillingIdempotent),
            meaning: "Whether the app's billing honours OrderId: it may then be asked again, and told to cancel."),
        ConfigurationKey(
            name: "billing.failOpen", value: yesOrNo(\.billingFailsOpen),
            meaning: "Whether a gift is shown, unconfirmed, when the app's billing does not answer in time."),
    ]

    static func yesOrNo(_ field: any WritableKeyPath<ServerSettings, Bool> & Sendable) -> ConfigurationKey.Value {
        .choice(
            ["false", "true"], get: { $0[keyPath: field] ? "true" : "false" },
            set: { settings, word in settings[keyPath: field] = word == "true" })
    }

    private static let files = [
        ConfigurationKey(
            name: "files.folder", value: .optionalText(\.filesFolder),
            meaning:
                "Folder of uploaded covers, icons and effects, shared by all servers; without storage.url, files in server.data.",
            hasVariableDefault: true)
    ]

    private static let web = [
        ConfigurationKey(
            name: "web.embedOrigins",
            value: .list(\.embedOrigins) { isOrigin($0) ? nil : "an origin such as https://www.example.com, or *" },
            meaning: "Web origins whose pages may show a live in a frame, at /embed/<live>; * for all, none by default."
        ),
        ConfigurationKey(
            name: "web.rechargeURL", value: .optionalText(\.rechargeURL),
            meaning:
                "Where users buy coins, https://shop.example.com/coins?user={user}&coins={coins}; the page links to it."
        ),
    ]

    private static let boards = [
        ConfigurationKey(
            name: "boards.utcOffsetMinutes", value: .integer(-1_440...1_440, \.boardsUTCOffsetMinutes),
            meaning: "How far the midnight of the boards' days and weeks is ahead of UTC's; 480 for Beijing."),
        ConfigurationKey(
            name: "boards.gifterLevels",
            value: .list(\.gifterLevels) {
                Int64($0).flatMap { Coins($0) }.map { $0 > .zero } == true
                    ? nil : "a whole number of coins from 1 to \(Coins.max)"
            },
            meaning: "From how many coins on, spent on gifts in all, a user has level 1, 2 and so on."),
    ]

    private static let log = [
        ConfigurationKey(
            name: "log.level",
            value: .choice(
                Logger.Level.allCases.map(\.rawValue), get: { $0.logLevel.rawValue },
                set: { settings, word in settings.logLevel = Logger.Level(rawValue: word) ?? settings.logLevel }),
            meaning: "The least severe lines that are written.", flag: "log-level"),
        ConfigurationKey(
            name: "log.format",
            value: .choice(
                ServerSettings.LogFormat.allCases.map(\.rawValue), get: { $0.logFormat.rawValue },
                set: { settings, word in
                    settings.logFormat = ServerSettings.LogFormat(rawValue: word) ?? settings.logFormat
                }),
            meaning: "json for collectors, text for people; text where the log goes to a terminal.", flag: "log-format",
            hasVariableDefault: true),
    ]

    /// No limit needs more, and seconds of it are still milliseconds in 64 bits.
    private static let limitMax = 1_000_000_000

    private static let limits = Limits.definitions.map { definition in
        ConfigurationKey(
            name: "limits.\(definition.name)",
            value: .limit(definition.least...limitMax, definition.field),
            meaning: LimitMeanings.byName[definition.name] ?? "")
    }

    private static let pictures =
        [
            ConfigurationKey(
                name: "media.playAuthorization", value: yesOrNo(\.mediaPlayAuthorization),
                meaning: "Whether watching needs a signed address in public lives too; in others it always does."),
            ConfigurationKey(
                name: "media.playSignatureSeconds", value: .integer(60...31_536_000, \.mediaPlaySignatureSeconds),
                meaning: "How long a signed address of a picture holds."),
        ]
        + MediaLimits.definitions.map { definition in
            ConfigurationKey(
                name: "media.\(definition.name)", value: .mediaLimit(definition.range, definition.field),
                meaning: MediaLimitMeanings.byName[definition.name] ?? "")
        }

    /// Whether a text is a scheme and a host, as browsers send it in `Origin`: no path, no user, lower case.
    static func isOrigin(_ text: String) -> Bool {
        if text == "*" { return true }
        guard let match = text.wholeMatch(of: /https?:\/\/([a-z0-9.-]+|\[[0-9a-f:]+\])(:[0-9]{1,5})?/) else {
            return false
        }
        return !match.1.hasPrefix(".") && !match.1.hasPrefix("-")
    }
}
