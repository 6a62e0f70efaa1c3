import ArgumentParser
import Foundation
import Testing

@testable import ovation

/// A data folder is used by one process at a time.
@Suite struct DataFolderLockTests {
    private static func holder(_ address: String? = nil) -> DataFolderLock.Holder {
        var holder = DataFolderLock.Holder(
            command: "ovation serve", startedAt: Date(timeIntervalSince1970: 1_732_156_800))
        holder.address = address
        return holder
    }

    private func withFolder(_ body: (String) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "ovation-\(UUID())").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try body(folder)
    }

    @Test func `a folder in use is refused with the process that uses it, and is free afterwards`() throws {
        try withFolder { folder in
            #expect(DataFolderLock.holder(of: folder) == nil)
            let lock = try DataFolderLock.take(folder, for: Self.holder())
            #expect(DataFolderLock.holder(of: folder) == Self.holder())
            lock.note(Self.holder("https://127.0.0.1:8443"))
            lock.note(Self.holder("http://[::1]:80"))
            let problem = StartupProblem.dataFolderInUse(path: folder, holder: Self.holder("http://[::1]:80"))
            #expect(throws: problem) { try DataFolderLock.take(folder, for: Self.holder(), patience: .zero) }
            #expect(
                problem.description.hasPrefix(
                    "The data folder \(folder) is in use by \"ovation serve\", process \(getpid()), started at "
                        + "2024-11-21T02:40:00Z, listening on http://[::1]:80. "), "\(problem.description)")
            lock.release()
            #expect(DataFolderLock.holder(of: folder) == nil, "a released folder names no holder")
            let next = try DataFolderLock.take(folder, for: Self.holder(), patience: .zero)
            #expect(DataFolderLock.holder(of: folder)?.address == nil)
            next.release()
        }
    }

    @Test func `a lock ends with its holder, and a link to a folder is the same folder`() throws {
        try withFolder { folder in
            let name = folder + "-link"
            try FileManager.default.createSymbolicLink(atPath: name, withDestinationPath: folder)
            defer { try? FileManager.default.removeItem(atPath: name) }
            do {
                let lock = try DataFolderLock.take(folder, for: Self.holder())
                #expect(throws: StartupProblem.dataFolderInUse(path: name, holder: Self.holder())) {
                    try DataFolderLock.take(name, for: Self.holder(), patience: .zero)
                }
                withExtendedLifetime(lock) {}
            }
            // A process that another test starts right now has a copy of the lock until it runs its own program.
            _ = try DataFolderLock.take(name, for: Self.holder())
        }
    }

    @Test func `asking for the holder takes no lock, and an unreadable note does not unlock the folder`() throws {
        try withFolder { folder in
            for _ in 0..<3 { #expect(DataFolderLock.holder(of: folder) == nil) }
            let lock = try DataFolderLock.take(folder, for: Self.holder(), patience: .zero)
            try Data("nonsense".utf8).write(to: URL(filePath: folder + "/server.json"))
            #expect(throws: StartupProblem.dataFolderInUse(path: folder, holder: nil)) {
                try DataFolderLock.take(folder, for: Self.holder(), patience: .zero)
            }
            lock.release()
        }
    }
}

/// The server that a command means if it names none.
@Suite struct ServerPlaceTests {
    private let settings = ServerSettings(isDev: false, logsToTerminal: false)

    @Test func `an option overrides the environment, then the folder's running server, then the configuration`() {
        var holder = DataFolderLock.Holder(command: "ovation serve")
        holder.address = "https://127.0.0.1:8443"
        let environment = ["OVATION_SERVER_URL": "http://b"]
        func place(
            _ named: String?, _ running: DataFolderLock.Holder?, _ environment: [String: String]
        ) -> ServerPlace { ServerPlace(named: named, of: settings, running: running, environment: environment) }
        #expect(place("http://a", holder, environment).url == "http://a")
        #expect(place(nil, holder, environment).url == "http://b")
        #expect(place(nil, holder, [:]).url == "https://127.0.0.1:8443")
        #expect(place(nil, nil, [:]).url == "http://127.0.0.1:8080")
        #expect(place(nil, holder, [:]).isOfLockHolder && !place("http://a", holder, [:]).isOfLockHolder)
        var encrypted = settings
        encrypted.tlsCertificate = "cert.pem"
        encrypted.port = 443
        #expect(ServerPlace(named: nil, of: encrypted, running: nil, environment: [:]).url == "https://127.0.0.1:443")
    }

    @Test func `a file of authorities without a certificate is refused`() throws {
        let place = ServerPlace(named: "https://a", of: settings, running: nil, environment: [:])
        #expect(try ServerTrust(authority: nil, for: place, environment: [:]) == .system)
        for (path, reason) in [
            ("/nonexistent.pem", "No such file or directory"), ("/dev/null", "It has no certificate in PEM form"),
        ] {
            let problem = StartupProblem.authorityUnreadable(path: path, reason: reason)
            #expect(throws: problem) { try ServerTrust(authority: path, for: place, environment: [:]) }
            #expect(throws: problem) { try ServerTrust(authority: nil, for: place, environment: ["OVATION_CA": path]) }
        }
    }
}

/// The configuration of the machine's own server.
@Suite struct SystemConfigurationTests {
    private func load(
        _ flags: [String] = [], environment: [String: String] = [:], isDev: Bool = false, systemFile: String
    ) throws -> LoadedConfiguration {
        let options = try ConfigurationOptions.parse(flags)
        return try ConfigurationReader.load(
            flags: options.flags(), file: options.config, isDev: isDev, environment: environment, systemFile: systemFile
        )
    }

    @Test func `the system's configuration is read if no other is named, but never by a developer's server`() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "ovation-\(UUID())").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let file = folder + "/ovation.yaml"
        #expect(try load(systemFile: file).settings.dataFolder == "./data", "a missing system file leaves the defaults")
        try Data("server: {data: /var/lib/ovation, port: 99}\n".utf8).write(to: URL(filePath: file))
        #expect(try load(systemFile: file).settings.dataFolder == "/var/lib/ovation")
        #expect(try load(["--data", "x"], systemFile: file).settings.port == 99)
        #expect(try load(isDev: true, systemFile: file).settings.port == 8_080)
        #expect(try load(["--config", "/dev/null"], systemFile: file).settings.port == 8_080)
        #expect(try load(environment: ["OVATION_CONFIG": "/dev/null"], systemFile: file).settings.port == 8_080)
        let problems = try load(["--port", "x"], systemFile: file).problems
        #expect(problems.count == 1)
    }

    @Test func `a system configuration that is not a file is an error that says what to do`() {
        #expect(throws: StartupProblem.configurationFileUnreadable(path: "/", reason: "It is no file")) {
            try load(systemFile: "/")
        }
        let problem = StartupProblem.configurationFileUnreadable(
            path: ConfigurationReader.systemFile, reason: "Permission denied")
        #expect(problem.description.contains("sudo") && problem.description.contains("/dev/null"))
    }
}
