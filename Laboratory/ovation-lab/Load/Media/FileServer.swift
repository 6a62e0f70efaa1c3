import Foundation
import NIOCore
import OvationProcess

/// An nginx that serves files from a folder of its own, in one process, for a comparison.
struct FileServer: Sendable {
    let process: ChildProcess
    let address: SocketAddress
    let files: [String]
    private let folder: URL

    /// The program, where this machine has it.
    static var program: String? {
        ["/usr/sbin/nginx", "/usr/local/sbin/nginx", "/usr/bin/nginx", "/opt/homebrew/bin/nginx"]
            .first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    /// Starts it, with so many files of so many bytes.
    ///
    /// - Parameters:
    ///   - processors: where it may run; empty for everywhere.
    ///   - port: a port that is free.
    /// - Throws: ``LoadProblem`` where it cannot be started.
    static func start(fileCount: Int, bytes: [UInt8], processors: [Int], port: Int) async throws -> FileServer {
        guard let program else {
            throw LoadProblem(
                "There is no nginx to compare with. Install it (apt-get install nginx-light), or leave --beside-nginx out."
            )
        }
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("ovation-files-\(UUID().uuidString)")
        let root = folder.appendingPathComponent("files")
        try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
        let files = (0..<fileCount).map { "\($0).m4s" }
        for file in files { try Data(bytes).write(to: root.appendingPathComponent(file)) }
        let configuration = folder.appendingPathComponent("nginx.conf")
        try Data(text(folder: folder.path, root: root.path, port: port).utf8).write(to: configuration)
        var command = [program, "-p", folder.path, "-c", configuration.path, "-e", folder.path + "/error.log"]
        if !processors.isEmpty, let taskset = Machine.taskset {
            command = [taskset, "-c", processors.map(String.init).joined(separator: ",")] + command
        }
        let server = FileServer(
            process: try ChildProcess.spawn(command, output: .nothing, error: .nothing),
            address: try SocketAddress(ipAddress: "127.0.0.1", port: port), files: files, folder: folder)
        for _ in 0..<200 {
            if await server.answers() { return server }
            try await Task.sleep(for: .milliseconds(25))
        }
        let log = (try? String(contentsOfFile: folder.path + "/error.log", encoding: .utf8)) ?? ""
        await server.stop()
        throw LoadProblem("nginx did not start: \(log)")
    }

    private static func text(folder: String, root: String, port: Int) -> String {
        let user = getuid() == 0 ? "user root;" : ""
        return """
            \(user)
            daemon off;
            master_process off;
            pid \(folder)/nginx.pid;
            worker_rlimit_nofile 65536;
            events { worker_connections 16384; }
            http {
                access_log off;
                sendfile on;
                tcp_nopush on;
                keepalive_requests 1000000;
                keepalive_timeout 3600;
                client_body_temp_path \(folder)/body;
                proxy_temp_path \(folder)/proxy;
                fastcgi_temp_path \(folder)/fastcgi;
                uwsgi_temp_path \(folder)/uwsgi;
                scgi_temp_path \(folder)/scgi;
                server {
                    listen 127.0.0.1:\(port) backlog=4096;
                    root \(root);
                    types { video/mp4 m4s; }
                }
            }
            """
    }

    private func answers() async -> Bool {
        // Any answer of HTTP says that it listens.
        await MetricsPage.fetch(host: "localhost", address: address) != nil
    }

    /// Stops it, and throws its files away. To be called once.
    func stop() async {
        process.signal(SIGTERM)
        _ = await process.end()
        try? FileManager.default.removeItem(at: folder)
    }
}
