// swift-tools-version: 6.2
import Foundation
import PackageDescription

// In a package of your own: .package(url: "…", from: "0.1.0", traits: []). The trait that is left out is the server's.
let ovation = URL(fileURLWithPath: Context.packageDirectory).deletingLastPathComponent().deletingLastPathComponent()
let name = ovation.lastPathComponent.lowercased()

let package = Package(
    name: "BotAudience",
    platforms: [.macOS(.v15)],
    dependencies: [.package(path: ovation.path, traits: [])],
    targets: [
        // OvationModel and OvationWire are parts of the product OvationClient.
        .executableTarget(name: "BotAudience", dependencies: [.product(name: "OvationClient", package: name)])
    ]
)
