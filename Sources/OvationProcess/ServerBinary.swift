import Foundation

/// Locates the program `ovation` for tools and tests that start servers.
package enum ServerBinary {
    /// The program was not found.
    package struct Missing: Error, CustomStringConvertible {
        /// Where the program was expected.
        package let path: String

        package var description: String {
            "There is no server at \(path). Build it with \"swift build --product ovation\" (as this program was built, with or "
                + "without \"-c release\"), or name another one by OVATION_BIN."
        }
    }

    /// Returns the path: `OVATION_BIN`, or `ovation` in the folder of the running program.
    ///
    /// - Throws: ``Missing`` if the file is not executable.
    package static func path(environment: [String: String] = ProcessInfo.processInfo.environment) throws -> String {
        let path = environment["OVATION_BIN"] ?? folder.appendingPathComponent("ovation").path
        guard FileManager.default.isExecutableFile(atPath: path) else { throw Missing(path: path) }
        return path
    }

    /// The folder of the running program.
    private static var folder: URL {
        #if os(Linux)
            let program = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        #else
            let program = Bundle.main.executableURL ?? URL(fileURLWithPath: CommandLine.arguments[0])
        #endif
        return program.deletingLastPathComponent()
    }
}
