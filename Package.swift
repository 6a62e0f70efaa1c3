// swift-tools-version: 6.2
import Foundation
import PackageDescription

// `make` sets OVATION_STRICT: our own targets then obey the house rules that the compiler can check. They are not on for
// packages that depend on us, which may use a compiler that knows a warning more.
let strict: [SwiftSetting] =
    Context.environment["OVATION_STRICT"] == nil
    // Part of the language rather than a rule: with the other default a file's `package import` is an error in all others.
    ? [.enableUpcomingFeature("InternalImportsByDefault")]
    : [
        .treatAllWarnings(as: .error),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("ExistentialAny"),
    ]

/// Whether another package or an Xcode project has fetched this one, rather than somebody who works in its own folder.
///
/// SwiftPM and Xcode check what they fetch out into a folder `checkouts`, beside `repositories`. Before they do, they read this file out of
/// the repository itself, and then its folder is the root.
let isFetched: Bool = {
    let parts = Context.packageDirectory.split(separator: "/").map(String.init)
    guard let place = parts.lastIndex(of: "checkouts"), place == parts.count - 2 else { return parts.isEmpty }
    let beside = "/" + parts[..<place].joined(separator: "/")
    return ["repositories", "workspace-state.json"].contains {
        FileManager.default.fileExists(atPath: "\(beside)/\($0)")
    }
}()

/// What only the server needs. An app that fetches Ovation has none of it, unless it asks for the trait "Server".
let server: TargetDependencyCondition? = .when(traits: ["Server"])

/// Which package a product comes from.
let origins = [
    "GRDB": "GRDB.swift", "GRDBSQLite": "GRDB.swift", "OpenCombineShim": "OpenCombine", "Yams": "Yams",
    "AsyncHTTPClient": "async-http-client", "Hummingbird": "hummingbird", "HummingbirdCore": "hummingbird",
    "ArgumentParser": "swift-argument-parser", "DequeModule": "swift-collections",
    "OrderedCollections": "swift-collections", "Configuration": "swift-configuration",
    "HTTPTypes": "swift-http-types", "Logging": "swift-log", "Metrics": "swift-metrics", "NIOCore": "swift-nio",
    "NIOEmbedded": "swift-nio", "NIOFoundationCompat": "swift-nio", "NIOHTTP1": "swift-nio", "NIOPosix": "swift-nio",
    "NIOWebSocket": "swift-nio", "NIOHTTPTypes": "swift-nio-extras", "NIOHTTPTypesHTTP1": "swift-nio-extras",
    "NIOSSL": "swift-nio-ssl", "SwiftProtobuf": "swift-protobuf", "ServiceLifecycle": "swift-service-lifecycle",
    "UnixSignals": "swift-service-lifecycle",
]

/// Products that apps without the trait "Server" need, too.
let ofApps: Set = [
    "DequeModule", "Logging", "NIOCore", "NIOEmbedded", "NIOFoundationCompat", "NIOHTTP1", "NIOPosix", "NIOSSL",
    "NIOWebSocket", "OpenCombineShim", "OrderedCollections", "SwiftProtobuf",
]

/// Products of other packages.
func products(_ names: String...) -> [Target.Dependency] {
    names.map { .product(name: $0, package: origins[$0] ?? $0, condition: ofApps.contains($0) ? nil : server) }
}

/// What draws on Linux. Nobody who only runs the server needs it.
let laboratory: TargetDependencyCondition? = .when(traits: ["Laboratory"])

/// PostgreSQL and NATS. The default build needs neither their headers nor their libraries.
let cluster: TargetDependencyCondition? = .when(traits: ["Cluster"])

// What the App Store asks a library for. Elsewhere nobody reads it, and a resource is a folder beside every program.
#if os(macOS)
    let (privacy, unread): ([Resource], [String]) = ([.copy("PrivacyInfo.xcprivacy")], [])
#else
    let (privacy, unread): ([Resource], [String]) = ([], ["PrivacyInfo.xcprivacy"])
#endif

let package = Package(
    name: "Ovation",
    platforms: [.macOS(.v15), .iOS(.v16), .tvOS(.v16), .visionOS(.v1)],
    products: [
        .library(name: "AtomicXCore", targets: ["AtomicXCore"]),
        .library(name: "RTCRoomEngine", targets: ["RTCRoomEngine"]),
        .library(name: "RTCRoomEngineTRTC", targets: ["RTCRoomEngineTRTC"]),
        .library(name: "TUILiveKit", targets: ["TUILiveKit"]),
        .library(name: "VideoSDKRTC", targets: ["VideoSDKRTC"]),
        .library(name: "SVGA", targets: ["SVGA"]),
        .library(name: "SVGAPlayer", targets: ["SVGAPlayer"]),
        .library(name: "OvationClient", targets: ["OvationClient", "OvationWire", "OvationModel"]),
        .library(name: "OvationTesting", targets: ["OvationTesting"]),
        .executable(name: "ovation", targets: ["ovation"]),
        .executable(name: "ovation-lab", targets: ["ovation-lab"]),
    ],
    traits: [
        .trait(name: "Server", description: "The server and the `ovation` command, with the packages that they need."),
        .trait(name: "Cluster", description: "PostgreSQL (libpq-dev) for several servers, and NATS (libnats-dev)."),
        .trait(name: "Laboratory", description: "Drawing effects on Linux, which needs Cairo (libcairo2-dev)."),
        // In Xcode there is no place to name traits: what an app gets without a word is the client.
        .default(enabledTraits: isFetched ? [] : ["Server"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
        .package(url: "https://github.com/OpenCombine/OpenCombine", from: "0.14.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/apple/swift-configuration", from: "1.4.0", traits: [.defaults, "YAML"]),
        .package(url: "https://github.com/apple/swift-protobuf", from: "1.39.0"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
        .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.2"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
    ],
    targets: [
        // The nouns. No I/O.
        .target(name: "OvationModel", swiftSettings: strict),
        // The rules: command in, events or a rejection out. Pure.
        .target(
            name: "OvationRules",
            dependencies: ["OvationModel"] + products("OrderedCollections"), swiftSettings: strict),
        // The grammar that JSON from strangers passes before Foundation reads it, and any JSON value. Imports nothing.
        .target(name: "OvationJSON", swiftSettings: strict),
        // How nouns travel. Shared by server and client.
        .target(name: "OvationWire", dependencies: ["OvationJSON", "OvationModel"], swiftSettings: strict),
        // A connection that survives.
        .target(
            name: "OvationClient",
            dependencies: [
                "OvationModel", "OvationWire",
            ] + products("NIOCore", "NIOPosix", "NIOHTTP1", "NIOWebSocket", "NIOSSL", "Logging"),
            swiftSettings: strict),
        // The engine's names that apps use beside the stores. The stores do its work.
        .target(name: "RTCRoomEngine", swiftSettings: strict),
        // Names of the engine that a library of the vendor's declares too, which an app may keep. Nothing exports them.
        .target(name: "RTCRoomEngineTRTC", dependencies: ["RTCRoomEngine"], swiftSettings: strict),
        // The stores that apps use.
        .target(
            name: "AtomicXCore",
            dependencies: [
                "OvationClient", "OvationModel", "OvationWire", "RTCRoomEngine",
            ] + products("OpenCombineShim"),
            swiftSettings: strict),
        // Meetings and the topics in them, in the shape that apps know.
        .target(
            name: "VideoSDKRTC", dependencies: ["CZlib", "OvationClient", "OvationModel", "OvationWire"],
            swiftSettings: strict),

        // Effects that fill the screen: the animation format, read, written and timed. Of use without Ovation.
        .target(
            name: "SVGA",
            dependencies: ["CZlib", "OvationJSON"] + products("SwiftProtobuf"),
            exclude: ["Wire/svga.proto"], swiftSettings: strict),
        // The player that apps know, on Core Animation; its parser and its timing everywhere.
        .target(name: "SVGAPlayer", dependencies: ["SVGA"], swiftSettings: strict),

        // The gift kit: panel, player and settlement everywhere, drawn where UIKit is.
        .target(
            name: "TUILiveKit",
            dependencies: [
                "AtomicXCore", "OvationClient", "OvationModel", "OvationWire", "SVGAPlayer",
                .target(name: "CLibcrypto", condition: .when(platforms: [.linux])),
            ] + products("OpenCombineShim"),
            exclude: unread, resources: privacy, swiftSettings: strict),

        // Contract of what is kept.
        .target(
            name: "OvationStorage", dependencies: ["OvationJSON", "OvationModel", "OvationRules", "OvationWire"],
            swiftSettings: strict),
        // The embedded default.
        .target(
            name: "OvationStorageSQLite",
            dependencies: ["OvationModel", "OvationRules", "OvationStorage"] + products("GRDB", "GRDBSQLite"),
            swiftSettings: strict),
        // The relay of live pictures: fragmented MP4 read, a ring of fragments, playlists. Pure.
        .target(name: "OvationMedia", dependencies: ["OvationModel", "OvationRules"], swiftSettings: strict),
        // zlib, for UserSig, permessage-deflate and SVGA.
        .systemLibrary(name: "CZlib", providers: [.apt(["zlib1g-dev"])]),
        // SHA and HMAC of the system's OpenSSL; Apple's systems have CryptoKit.
        .systemLibrary(name: "CLibcrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
        // Time, ids, hashes, compression and addresses: what every part of the server needs.
        .target(
            name: "OvationSupport",
            dependencies: [
                .target(name: "CLibcrypto", condition: .when(platforms: [.linux])), "CZlib", "OvationModel",
                "OvationRules",
            ] + products("NIOCore"),
            swiftSettings: strict),
        // What PostgreSQL is spoken to with.
        .systemLibrary(name: "CLibPQ", providers: [.apt(["libpq-dev"])]),
        // Storage in PostgreSQL, and the right to write it. Empty without the trait.
        .target(
            name: "OvationStoragePostgres",
            dependencies: [
                .target(name: "CLibPQ", condition: cluster), "OvationModel", "OvationRules", "OvationStorage",
            ] + products("DequeModule"),
            swiftSettings: strict),
        // What carries messages between the nodes of a cluster, and one in memory.
        .target(
            name: "OvationBroker", dependencies: ["OvationModel", "OvationSupport"] + products("DequeModule"),
            swiftSettings: strict),
        // What NATS is spoken to with.
        .systemLibrary(name: "CNATS", providers: [.apt(["libnats-dev"])]),
        // A broker on NATS. Empty without the trait.
        .target(
            name: "OvationBrokerNATS",
            dependencies: [.target(name: "CNATS", condition: cluster), "OvationBroker"], swiftSettings: strict),
        // Metrics and log lines.
        .target(
            name: "OvationObservability",
            dependencies: [
                "OvationModel", "OvationRules", "OvationSupport", "OvationWire",
            ] + products("Logging", "Metrics"),
            swiftSettings: strict),
        // The way in: sockets, handshakes, WebSockets, requests, and what answers look like.
        .target(
            name: "OvationHTTP",
            dependencies: [
                "OvationModel", "OvationObservability", "OvationRules", "OvationSupport", "OvationWire",
            ]
                + products(
                    "NIOCore", "NIOPosix", "NIOHTTP1", "NIOWebSocket", "NIOSSL", "NIOHTTPTypes", "NIOHTTPTypesHTTP1",
                    "HTTPTypes", "Hummingbird", "HummingbirdCore", "Logging", "Metrics", "ServiceLifecycle"),
            swiftSettings: strict),
        // What the app's backend is told and asked, and what is kept on the way: journal, webhooks, billing.
        .target(
            name: "OvationBackend",
            dependencies: [
                "OvationJSON", "OvationMedia", "OvationModel", "OvationObservability", "OvationRules",
                "OvationStorage", "OvationSupport", "OvationWire",
            ]
                + products(
                    "NIOCore", "NIOPosix", "NIOHTTP1", "NIOSSL", "AsyncHTTPClient", "DequeModule", "Logging",
                    "Metrics", "ServiceLifecycle"),
            swiftSettings: strict),
        // The pictures of lives: relay, media servers of one's own, and the ways to both.
        .target(
            name: "OvationPictures",
            dependencies: [
                "OvationBackend", "OvationHTTP", "OvationMedia", "OvationModel", "OvationObservability",
                "OvationProcess", "OvationRules", "OvationStorage", "OvationSupport", "OvationWire",
            ] + products("AsyncHTTPClient", "HTTPTypes", "Hummingbird", "HummingbirdCore", "Logging", "Metrics")
                + products("NIOCore", "NIOHTTP1", "NIOSSL", "ServiceLifecycle"),
            swiftSettings: strict),
        // One node: the rooms, and the connections of those who are in them.
        .target(
            name: "OvationNode",
            dependencies: [
                "OvationBackend", "OvationBroker", "OvationHTTP", "OvationMedia", "OvationModel",
                "OvationObservability", "OvationPictures", "OvationRules", "OvationStorage", "OvationSupport",
                "OvationWire",
            ] + products("NIOCore", "DequeModule", "Logging", "ServiceLifecycle", "SwiftProtobuf"),
            exclude: ["Crossings/Crossings.proto"], swiftSettings: strict),
        // The API of the app's backend, and its description.
        .target(
            name: "OvationREST",
            dependencies: [
                "OvationBackend", "OvationHTTP", "OvationJSON", "OvationMedia", "OvationModel", "OvationNode",
                "OvationObservability", "OvationPictures", "OvationRules", "OvationStorage", "OvationSupport",
                "OvationWeb", "OvationWire", "SVGA",
            ]
                + products(
                    "NIOCore", "NIOHTTP1", "AsyncHTTPClient", "HTTPTypes", "Hummingbird", "HummingbirdCore",
                    "Logging", "Metrics"),
            swiftSettings: strict),
        // What joins the rest into a server on one port.
        .target(
            name: "OvationServer",
            dependencies: [
                "OvationBackend", "OvationHTTP", "OvationMedia", "OvationModel", "OvationNode",
                "OvationObservability", "OvationPictures", "OvationREST", "OvationRules", "OvationStorage",
                "OvationSupport", "OvationWeb",
            ]
                + products(
                    "NIOCore", "NIOPosix", "NIOHTTP1", "HTTPTypes", "Hummingbird", "HummingbirdCore", "Logging",
                    "ServiceLifecycle"),
            swiftSettings: strict),
        // A deterministic world: workload, auditor, faults, seeds.
        .target(
            name: "OvationSimulator",
            dependencies: [
                "OvationBroker", "OvationModel", "OvationNode", "OvationObservability", "OvationRules",
                "OvationStorage", "OvationStorageSQLite", "OvationSupport", "OvationWire",
            ] + products("NIOCore", "NIOWebSocket", "DequeModule", "Logging"),
            swiftSettings: strict),
        // The server inside an app's test. Empty without the trait.
        .target(
            name: "OvationTesting",
            dependencies: [
                "OvationClient", "OvationModel", "OvationWire", .target(name: "OvationRules", condition: server),
                .target(name: "OvationServer", condition: server),
                .target(name: "OvationSimulator", condition: server),
                .target(name: "OvationStorage", condition: server),
                .target(name: "OvationStorageSQLite", condition: server),
                .target(name: "OvationNode", condition: server), .target(name: "OvationSupport", condition: server),
            ] + products("Logging", "NIOCore", "NIOPosix", "NIOWebSocket"),
            swiftSettings: strict),
        // Processes that tools and tests start, and wait for.
        .target(name: "OvationProcess", swiftSettings: strict),
        // The page, as resources.
        .target(
            name: "OvationWeb", path: "Web", exclude: ["package.json"], sources: ["OvationWeb.swift"],
            resources: [
                .copy("index.html"), .copy("app.js"), .copy("favicon.svg"), .copy("components"), .copy("demo"),
                .copy("docs"), .copy("gifts"), .copy("media"), .copy("model"), .copy("styles"), .copy("svga"),
                .copy("wire"), .copy("words"), .copy("console"), .copy("seats"),
            ],
            swiftSettings: strict),
        // What both commands write.
        .target(name: "OvationCommandLine", swiftSettings: strict),
        // The command of those who run it. The only place that joins adapters.
        .executableTarget(
            name: "ovation",
            dependencies: [
                "OvationBackend", "OvationBroker", "OvationBrokerNATS", "OvationClient", "OvationCommandLine",
                "OvationHTTP", "OvationJSON", "OvationMedia", "OvationModel", "OvationNode", "OvationObservability",
                "OvationPictures", "OvationREST", "OvationRules", "OvationServer", "OvationStorage",
                "OvationStoragePostgres", "OvationStorageSQLite", "OvationSupport", "OvationWeb", "OvationWire", "SVGA",
            ]
                + products(
                    "NIOCore", "NIOPosix", "NIOSSL", "Logging", "NIOFoundationCompat", "NIOHTTP1", "ArgumentParser",
                    "AsyncHTTPClient", "Yams", "Configuration", "ServiceLifecycle", "UnixSignals"),
            swiftSettings: strict),

        // Examples, each with a Package.swift of its own beside it; scripts/check-examples compares the two.
        .executableTarget(
            name: "HelloGift", dependencies: ["OvationClient", "OvationModel", "OvationWire"],
            path: "Examples/HelloGift/Sources/HelloGift", swiftSettings: strict),
        .executableTarget(
            name: "BotAudience", dependencies: ["OvationClient", "OvationModel", "OvationWire"],
            path: "Examples/BotAudience/Sources/BotAudience", swiftSettings: strict),

        // Clocks, seeded randomness, contract suites.
        .target(
            name: "OvationTestKit",
            dependencies: [
                "OvationBroker", "OvationModel", "OvationProcess", "OvationRules", "OvationStorage",
            ] + products("NIOCore", "NIOPosix"),
            path: "Tests/OvationTestKit", swiftSettings: strict),
        .testTarget(
            name: "OvationModelTests", dependencies: ["OvationModel", "OvationProcess", "OvationTestKit"],
            swiftSettings: strict),
        .testTarget(
            name: "OvationRulesTests", dependencies: ["OvationModel", "OvationRules", "OvationTestKit"],
            swiftSettings: strict),
        .testTarget(
            name: "OvationMediaTests",
            dependencies: ["OvationMedia", "OvationMediaSamples", "OvationModel", "OvationTestKit"],
            resources: [.copy("Fixtures")], swiftSettings: strict),
        .testTarget(
            name: "OvationWireTests", dependencies: ["OvationJSON", "OvationModel", "OvationWire", "OvationTestKit"],
            swiftSettings: strict),
        .testTarget(
            name: "SVGATests", dependencies: ["OvationTestKit", "SVGA", "SVGAEffects"], swiftSettings: strict),
        .testTarget(
            name: "SVGAPlayerTests", dependencies: ["SVGA", "SVGAEffects", "SVGAPlayer"], swiftSettings: strict),
        .testTarget(
            name: "OvationStorageTests",
            dependencies: [
                "OvationModel", "OvationProcess", "OvationRules", "OvationStorage", "OvationStoragePostgres",
                "OvationStorageSQLite", "OvationTestKit",
            ] + products("GRDB"),
            swiftSettings: strict),
        .testTarget(
            name: "OvationBrokerTests",
            dependencies: ["OvationBroker", "OvationBrokerNATS", "OvationModel", "OvationProcess", "OvationTestKit"],
            swiftSettings: strict),
        .testTarget(
            name: "OvationSimulatorTests",
            dependencies: [
                "OvationBroker", "OvationModel", "OvationNode", "OvationRules", "OvationSimulator", "OvationStorage",
                "OvationSupport", "OvationTestKit", "OvationWire",
            ] + products("Logging", "NIOCore", "NIOEmbedded"), swiftSettings: strict),
        .testTarget(
            name: "OvationTestingTests",
            dependencies: [
                "AtomicXCore", "OvationClient", "OvationModel", "OvationProcess", "OvationTesting", "OvationWire",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "OvationClientTests",
            dependencies: [
                "OvationClient", "OvationModel", "OvationTestKit", "OvationWire",
            ] + products("Logging", "NIOCore", "NIOHTTP1", "NIOPosix", "NIOSSL", "NIOWebSocket"),
            swiftSettings: strict),
        // Declares what the vendor's library of sound and picture declares, as far as a test needs it.
        .target(name: "TXLiteAVSDK", path: "Tests/TXLiteAVSDK", swiftSettings: strict),
        .testTarget(
            name: "AtomicXCoreTests",
            dependencies: [
                "AtomicXCore", "OvationClient", "OvationModel", "OvationTestKit", "OvationWire", "RTCRoomEngine",
                "RTCRoomEngineTRTC", "TXLiteAVSDK",
            ] + products("NIOCore", "OpenCombineShim"),
            swiftSettings: strict),
        .testTarget(
            name: "TUILiveKitTests",
            dependencies: [
                "AtomicXCore", "OvationClient", "OvationModel", "OvationTestKit", "OvationWire", "TUILiveKit",
            ] + products("NIOCore", "OpenCombineShim"),
            swiftSettings: strict),
        .testTarget(
            name: "VideoSDKRTCTests", dependencies: ["OvationModel", "OvationTestKit", "OvationWire", "VideoSDKRTC"],
            swiftSettings: strict),
        .testTarget(
            name: "OvationServerTests",
            dependencies: [
                "CZlib", "OvationBackend", "OvationBroker", "OvationHTTP", "OvationJSON", "OvationMedia",
                "OvationMediaSamples", "OvationModel", "OvationNode", "OvationObservability", "OvationPictures",
                "OvationProcess", "OvationREST", "OvationRules", "OvationServer", "OvationStorage",
                "OvationStorageSQLite", "OvationSupport", "OvationTestKit", "OvationWeb", "OvationWire", "SVGA",
            ]
                + products(
                    "HTTPTypes", "Hummingbird", "Logging", "Metrics", "NIOPosix", "NIOEmbedded", "NIOCore", "NIOSSL",
                    "NIOWebSocket", "ServiceLifecycle"),
            swiftSettings: strict),
        .testTarget(
            name: "OvationCommandTests",
            dependencies: [
                "ovation", "OvationClient", "OvationMedia", "OvationModel", "OvationNode", "OvationObservability",
                "OvationPictures",
            ] + products("ArgumentParser", "Logging", "ServiceLifecycle", "UnixSignals"),
            swiftSettings: strict),
        .testTarget(
            name: "EndToEndTests",
            dependencies: [
                "CZlib", "AtomicXCore", "ovation", "ovation-lab", "OvationBackend", "OvationBroker", "OvationClient",
                "OvationHTTP",
                "OvationMedia", "OvationMediaSamples", "OvationModel", "OvationNode", "OvationObservability",
                "OvationPictures", "OvationProcess", "OvationREST", "OvationRules", "OvationServer", "OvationStorage",
                "OvationStoragePostgres", "OvationStorageSQLite", "OvationSupport", "OvationTestKit", "OvationWire",
                "TUILiveKit", "VideoSDKRTC",
            ] + products("Logging", "NIOCore", "NIOPosix", "OpenCombineShim", "ServiceLifecycle"),
            swiftSettings: strict),

        // MARK: The laboratory, in a folder of its own: nobody who runs the server or writes an app needs it.

        // The command of those who measure it: load, storms, simulated worlds, benchmarks.
        .executableTarget(
            name: "ovation-lab",
            dependencies: [
                "CZlib", "OvationClient", "OvationCommandLine", "OvationJSON", "OvationMedia", "OvationMediaSamples",
                "OvationModel", "OvationNode", "OvationProcess", "OvationRules", "OvationSimulator", "OvationStorage",
                "OvationStoragePostgres", "OvationStorageSQLite", "OvationSupport", "OvationWire", "SVGA",
                "SVGAEffects", "SVGARaster",
            ] + products("DequeModule", "NIOCore", "NIOPosix", "NIOSSL", "Logging", "ArgumentParser"),
            path: "Laboratory/ovation-lab", swiftSettings: strict),
        // What the parts cost, beside something that everybody knows.
        .executableTarget(
            name: "ovation-benchmarks",
            dependencies: [
                "OvationMedia", "OvationMediaSamples", "OvationModel", "OvationNode", "OvationPictures", "OvationRules",
                "OvationServer", "OvationStorage", "OvationStorageSQLite", "OvationTestKit", "OvationWire",
            ] + products("Logging", "NIOCore", "NIOPosix"),
            path: "Laboratory/ovation-benchmarks", swiftSettings: strict),
        // Streams made by a program, and damaged ones: for tests and the laboratory.
        .target(
            name: "OvationMediaSamples", dependencies: ["OvationMedia"], path: "Laboratory/OvationMediaSamples",
            swiftSettings: strict),
        // The demo's effects and the samples of the format, drawn by programs.
        .target(
            name: "SVGAEffects", dependencies: ["SVGA"], path: "Laboratory/SVGAEffects", swiftSettings: strict),
        // Frames as pixels, on Linux. Empty without the trait.
        .systemLibrary(name: "CCairo", path: "Laboratory/CCairo", providers: [.apt(["libcairo2-dev"])]),
        .target(
            name: "SVGARaster", dependencies: ["SVGA", .target(name: "CCairo", condition: laboratory)],
            path: "Laboratory/SVGARaster", swiftSettings: strict),
        .testTarget(
            name: "OvationLabTests",
            dependencies: [
                "CZlib", "ovation-lab", "OvationMedia", "OvationMediaSamples", "OvationModel", "OvationSupport",
                "OvationTestKit", "OvationWire",
            ] + products("NIOCore", "NIOEmbedded", "ArgumentParser"),
            path: "Laboratory/Tests/OvationLabTests", swiftSettings: strict),
        .testTarget(
            name: "SVGARasterTests", dependencies: ["SVGA", "SVGAEffects", "SVGARaster"],
            path: "Laboratory/Tests/SVGARasterTests", swiftSettings: strict),
    ]
)
