import Foundation

/// Whether a sanitizer slows the tests down. `scripts/sanitize-thread` says so in the environment.
enum Sanitizer {
    static let isOn = ProcessInfo.processInfo.environment["OVATION_SANITIZER"] != nil
}
