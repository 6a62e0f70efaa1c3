import Testing

/// Where the program of all tests begins.
///
/// Without this file SwiftPM looks for tests of XCTest, of which there are none, in an index of all sources. Writing that index takes a
/// fifth of a build's processor time (docs/decisions/tools.md), so `scripts/swift-debug` builds without it.
@main
struct XCTMain {
    static func main() async {
        await Testing.__swiftPMEntryPoint() as Never
    }
}
