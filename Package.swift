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

/// What draws on Linux. Nobody who only runs the server needs it.
let laboratory: TargetDependencyCondition? = .when(traits: ["Laboratory"])

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
            dependencies: ["OvationModel", .product(name: "OrderedCollections", package: "swift-collections")],
            swiftSettings: strict),
        // The grammar that JSON from strangers passes before Foundation reads it. Imports nothing.
        .target(name: "OvationJSON", swiftSettings: strict),
        // How nouns travel. Shared by server and client.
        .target(name: "OvationWire", dependencies: ["OvationJSON", "OvationModel"], swiftSettings: strict),
        // A connection that survives.
        .target(
            name: "OvationClient",
            dependencies: [
                "OvationModel", "OvationWire",
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOWebSocket", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
                .product(name: "Logging", package: "swift-log"),
            ],
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
                .product(name: "OpenCombineShim", package: "OpenCombine"),
            ],
            swiftSettings: strict),
        // Meetings and the topics in them, in the shape that apps know.
        .target(
            name: "VideoSDKRTC", dependencies: ["CZlib", "OvationClient", "OvationModel", "OvationWire"],
            swiftSettings: strict),

        // Effects that fill the screen: the animation format, read, written and timed. Of use without Ovation.
        .target(
            name: "SVGA",
            dependencies: ["CZlib", "OvationJSON", .product(name: "SwiftProtobuf", package: "swift-protobuf")],
            exclude: ["Wire/svga.proto"], swiftSettings: strict),
        // The demo's effects and the samples of the format, drawn by programs.
        .target(name: "SVGAEffects", dependencies: ["SVGA"], swiftSettings: strict),
        // The player that apps know, on Core Animation; its parser and its timing everywhere.
        .target(name: "SVGAPlayer", dependencies: ["SVGA"], swiftSettings: strict),
        // Frames as pixels, on Linux. Empty without the trait.
        .systemLibrary(name: "CCairo", providers: [.apt(["libcairo2-dev"])]),
        .target(
            name: "SVGARaster", dependencies: ["SVGA", .target(name: "CCairo", condition: laboratory)],
            swiftSettings: strict),

        // The gift kit: panel, player and settlement everywhere, drawn where UIKit is.
        .target(
            name: "TUILiveKit",
            dependencies: [
                "AtomicXCore", "OvationClient", "OvationModel", "OvationWire", "SVGAPlayer",
                .target(name: "CLibcrypto", condition: .when(platforms: [.linux])),
                .product(name: "OpenCombineShim", package: "OpenCombine"),
            ],
            exclude: unread, resources: privacy, swiftSettings: strict),

        // Contract of what is kept.
        .target(name: "OvationStorage", dependencies: ["OvationModel", "OvationRules"], swiftSettings: strict),
        // The embedded default.
        .target(
            name: "OvationStorageSQLite",
            dependencies: [
                "OvationModel", "OvationRules", "OvationStorage",
                .product(name: "GRDB", package: "GRDB.swift", condition: server),
                .product(name: "GRDBSQLite", package: "GRDB.swift", condition: server),
            ],
            swiftSettings: strict),
        // The relay of live pictures: fragmented MP4 read, a ring of fragments, playlists. Pure.
        .target(name: "OvationMedia", dependencies: ["OvationModel", "OvationRules"], swiftSettings: strict),
        // Streams made by a program, and damaged ones: for tests and the laboratory.
        .target(name: "OvationMediaSamples", dependencies: ["OvationMedia"], swiftSettings: strict),
        // zlib, for UserSig, permessage-deflate and SVGA.
        .systemLibrary(name: "CZlib", providers: [.apt(["zlib1g-dev"])]),
        // SHA and HMAC of the system's OpenSSL; Apple's systems have CryptoKit.
        .systemLibrary(name: "CLibcrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
        // One node.
        .target(
            name: "OvationServer",
            dependencies: [
                .target(name: "CLibcrypto", condition: .when(platforms: [.linux])),
                "CZlib", "OvationJSON", "OvationMedia", "OvationModel", "OvationRules", "OvationStorage", "OvationWeb",
                "OvationWire", "SVGA",
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOWebSocket", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "DequeModule", package: "swift-collections"),
                .product(name: "AsyncHTTPClient", package: "async-http-client", condition: server),
                .product(name: "HTTPTypes", package: "swift-http-types", condition: server),
                .product(name: "Hummingbird", package: "hummingbird", condition: server),
                .product(name: "HummingbirdCore", package: "hummingbird", condition: server),
                .product(name: "NIOHTTPTypes", package: "swift-nio-extras", condition: server),
                .product(name: "NIOHTTPTypesHTTP1", package: "swift-nio-extras", condition: server),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle", condition: server),
                .product(name: "Metrics", package: "swift-metrics", condition: server),
            ],
            swiftSettings: strict),
        // A deterministic world: workload, auditor, faults, seeds.
        .target(
            name: "OvationSimulator",
            dependencies: [
                "OvationModel", "OvationRules", "OvationServer", "OvationStorage", "OvationStorageSQLite",
                "OvationWire",
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOWebSocket", package: "swift-nio"),
                .product(name: "DequeModule", package: "swift-collections"),
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: strict),
        // The server inside an app's test. Empty without the trait.
        .target(
            name: "OvationTesting",
            dependencies: [
                "OvationClient", "OvationModel", "OvationWire",
                .target(name: "OvationRules", condition: server),
                .target(name: "OvationServer", condition: server),
                .target(name: "OvationSimulator", condition: server),
                .target(name: "OvationStorage", condition: server),
                .target(name: "OvationStorageSQLite", condition: server),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOWebSocket", package: "swift-nio"),
            ],
            swiftSettings: strict),
        // Processes that tools and tests start, and wait for.
        .target(name: "OvationProcess", swiftSettings: strict),
        // The page, as resources.
        .target(
            name: "OvationWeb", path: "Web", exclude: ["package.json"], sources: ["OvationWeb.swift"],
            resources: [
                .copy("index.html"), .copy("app.js"), .copy("favicon.svg"), .copy("components"), .copy("demo"),
                .copy("docs"), .copy("gifts"), .copy("media"), .copy("model"), .copy("styles"), .copy("svga"),
                .copy("wire"), .copy("words"),
            ],
            swiftSettings: strict),
        // What both commands write.
        .target(name: "OvationCommandLine", swiftSettings: strict),
        // The command of those who run it. The only place that joins adapters.
        .executableTarget(
            name: "ovation",
            dependencies: [
                "OvationClient", "OvationCommandLine", "OvationMedia", "OvationModel", "OvationRules", "OvationServer",
                "OvationStorage", "OvationStorageSQLite", "OvationWeb", "OvationWire", "SVGA",
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOFoundationCompat", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "ArgumentParser", package: "swift-argument-parser", condition: server),
                .product(name: "AsyncHTTPClient", package: "async-http-client", condition: server),
                .product(name: "Yams", package: "Yams", condition: server),
                .product(name: "Configuration", package: "swift-configuration", condition: server),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle", condition: server),
                .product(name: "UnixSignals", package: "swift-service-lifecycle", condition: server),
            ],
            swiftSettings: strict),
        // The command of those who measure it: load, storms, simulated worlds, benchmarks.
        .executableTarget(
            name: "ovation-lab",
            dependencies: [
                "CZlib", "OvationClient", "OvationCommandLine", "OvationJSON", "OvationMedia", "OvationMediaSamples",
                "OvationModel", "OvationProcess", "OvationRules", "OvationServer", "OvationSimulator", "OvationStorage",
                "OvationStorageSQLite", "OvationWire", "SVGA", "SVGAEffects", "SVGARaster",
                .product(name: "DequeModule", package: "swift-collections"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "ArgumentParser", package: "swift-argument-parser", condition: server),
            ],
            swiftSettings: strict),
        // What the parts cost, beside something that everybody knows.
        .executableTarget(
            name: "ovation-benchmarks",
            dependencies: [
                "OvationModel", "OvationRules", "OvationServer", "OvationStorage", "OvationStorageSQLite",
                "OvationTestKit", "OvationWire",
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ],
            path: "Benchmarks/Sources", swiftSettings: strict),

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
                "OvationModel", "OvationRules", "OvationStorage",
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ],
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
            name: "SVGARasterTests", dependencies: ["SVGA", "SVGAEffects", "SVGARaster"], swiftSettings: strict),
        .testTarget(
            name: "OvationStorageTests",
            dependencies: [
                "OvationModel", "OvationRules", "OvationStorage", "OvationStorageSQLite", "OvationTestKit",
                .product(name: "GRDB", package: "GRDB.swift"),
            ],
            swiftSettings: strict),
        .testTarget(
            name: "OvationSimulatorTests",
            dependencies: [
                "OvationModel", "OvationRules", "OvationServer", "OvationSimulator", "OvationStorage", "OvationTestKit",
            ],
            swiftSettings: strict),
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
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
                .product(name: "NIOWebSocket", package: "swift-nio"),
            ],
            swiftSettings: strict),
        // Declares what the vendor's library of sound and picture declares, as far as a test needs it.
        .target(name: "TXLiteAVSDK", path: "Tests/TXLiteAVSDK", swiftSettings: strict),
        .testTarget(
            name: "AtomicXCoreTests",
            dependencies: [
                "AtomicXCore", "OvationClient", "OvationModel", "OvationTestKit", "OvationWire", "RTCRoomEngine",
                "RTCRoomEngineTRTC", "TXLiteAVSDK",
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "OpenCombineShim", package: "OpenCombine"),
            ],
            swiftSettings: strict),
        .testTarget(
            name: "TUILiveKitTests",
            dependencies: [
                "AtomicXCore", "OvationClient", "OvationModel", "OvationTestKit", "OvationWire", "TUILiveKit",
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "OpenCombineShim", package: "OpenCombine"),
            ],
            swiftSettings: strict),
        .testTarget(
            name: "VideoSDKRTCTests", dependencies: ["OvationModel", "OvationTestKit", "OvationWire", "VideoSDKRTC"],
            swiftSettings: strict),
        .testTarget(
            name: "OvationServerTests",
            dependencies: [
                "CZlib",
                "OvationMedia", "OvationMediaSamples", "OvationModel", "OvationProcess", "OvationRules",
                "OvationServer", "OvationStorage",
                "OvationStorageSQLite", "OvationWire",
                "OvationTestKit", "OvationWeb", "SVGA",
                .product(name: "HTTPTypes", package: "swift-http-types", condition: server),
                .product(name: "Hummingbird", package: "hummingbird", condition: server),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Metrics", package: "swift-metrics", condition: server),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOEmbedded", package: "swift-nio"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
                .product(name: "NIOWebSocket", package: "swift-nio"),
            ],
            swiftSettings: strict),
        .testTarget(
            name: "OvationCommandTests",
            dependencies: [
                "ovation", "OvationClient", "OvationMedia", "OvationModel", "OvationServer",
                .product(name: "ArgumentParser", package: "swift-argument-parser", condition: server),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle", condition: server),
                .product(name: "UnixSignals", package: "swift-service-lifecycle", condition: server),
            ],
            swiftSettings: strict),
        .testTarget(
            name: "OvationLabTests",
            dependencies: [
                "CZlib", "ovation-lab", "OvationMedia", "OvationMediaSamples", "OvationModel", "OvationServer",
                "OvationTestKit", "OvationWire",
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOEmbedded", package: "swift-nio"),
                .product(name: "ArgumentParser", package: "swift-argument-parser", condition: server),
            ],
            swiftSettings: strict),
        .testTarget(
            name: "EndToEndTests",
            dependencies: [
                "AtomicXCore", "CZlib", "ovation", "ovation-lab", "OvationClient", "OvationMedia",
                "OvationMediaSamples", "OvationModel", "OvationProcess", "OvationRules", "OvationServer",
                "OvationStorage",
                "OvationStorageSQLite", "OvationWire", "OvationTestKit", "TUILiveKit", "VideoSDKRTC",
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "OpenCombineShim", package: "OpenCombine"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle", condition: server),
            ],
            swiftSettings: strict),
    ]
)
