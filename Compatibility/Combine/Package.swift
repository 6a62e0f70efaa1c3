// swift-tools-version: 6.0
import PackageDescription

// Where the system has Combine, a module of ours under that name would hide it. The product is then one that only
// passes the system's on, so that an app's list of dependencies is the same everywhere.
#if canImport(Darwin)
    let module: Target = .target(name: "CombineSystem")
    let dependencies: [Package.Dependency] = []
#else
    // The product that decides between Combine and OpenCombine, rather than OpenCombine itself: it asks whether there
    // is a module Combine, and as a dependency of this one it is compiled before there is.
    let module: Target = .target(
        name: "Combine", dependencies: [.product(name: "OpenCombineShim", package: "OpenCombine")])
    let dependencies: [Package.Dependency] = [
        .package(url: "https://github.com/OpenCombine/OpenCombine", from: "0.14.0")
    ]
#endif

let package = Package(
    name: "Combine",
    products: [.library(name: "Combine", targets: [module.name])],
    dependencies: dependencies,
    targets: [module]
)
