import Foundation

/// How long a test that could go on for ever is to go on.
///
/// `make test` tries enough of it to see a fault that somebody has just made; `make verify` sets `OVATION_VERIFY` and tries all of it.
public enum Thoroughness {
    /// True in `make verify`.
    public static let isWhole = ProcessInfo.processInfo.environment["OVATION_VERIFY"] != nil

    /// The rounds of a test: few in `make test`, many in `make verify`.
    public static func rounds(_ few: Int, verify many: Int) -> Int { isWhole ? many : few }
}
