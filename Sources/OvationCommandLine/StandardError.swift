import Foundation

/// What a command says beside its output: errors, warnings, progress.
package enum StandardError {
    /// Writes a line.
    package static func print(_ line: String) { FileHandle.standardError.write(Data((line + "\n").utf8)) }
}
