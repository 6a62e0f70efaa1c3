// swift-tools-version: 6.2
import Foundation
import PackageDescription

// In an app of your own: .package(url: "…", from: "1.0.0", traits: []). The trait that is left out is the server's.
let ovation = URL(fileURLWithPath: Context.packageDirectory).deletingLastPathComponent().deletingLastPathComponent()

let package = Package(
    name: "FirstLines",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(path: ovation.path, traits: []),
        .package(path: ovation.appendingPathComponent("Compatibility/Combine").path),
    ],
    targets: [
        .executableTarget(
            name: "FirstLines",
            dependencies: [
                .product(name: "AtomicXCore", package: ovation.lastPathComponent.lowercased()),
                .product(name: "Combine", package: "combine"),
            ])
    ]
)
