import Foundation

/// Whether a sanitizer slows everything down, as `scripts/sanitize-thread` says.
enum Sanitizer {
    static let isOn = ProcessInfo.processInfo.environment["OVATION_SANITIZER"] != nil
}
