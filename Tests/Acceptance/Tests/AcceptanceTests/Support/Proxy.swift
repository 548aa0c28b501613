import Foundation
import KernelTesting
import Testing

/// Debian's nginx, with what the documents say for it.
enum Proxy {
    /// The last block of nginx's configuration in a document.
    static func example(in document: String) throws -> String {
        let file = URL(fileURLWithPath: Programs.root + "/docs/" + document)
        let text = String(decoding: try Data(contentsOf: file), as: UTF8.self)
        return String(try #require(text.split(separator: "```nginx\n").last?.split(separator: "```").first))
    }

    /// Starts it, and waits until it listens.
    ///
    /// - Parameter site: What it serves; files are looked for in the folder.
    static func start(_ site: String, in folder: TemporaryFolder) async throws -> ChildProcess {
        let places = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map { "\($0)_temp_path \($0);" }
        let configuration = """
            daemon off; master_process off; pid running/nginx.pid; error_log error.log; events {}
            http { access_log off; \(places.joined(separator: " ")) \(site) }
            """
        try Data(configuration.utf8).write(to: URL(fileURLWithPath: folder.path(of: "nginx.conf")))
        let running = folder.path(of: "running")
        try FileManager.default.createDirectory(atPath: running, withIntermediateDirectories: false)
        let watch = try FolderWatch(running)
        let nginx = try ChildProcess(
            "/usr/sbin/nginx", ["-p", folder.path, "-c", "nginx.conf", "-e", folder.path(of: "error.log")],
            environment: Surroundings.variables)
        // It listens before it writes this file.
        _ = try await watch.waitForFile()
        return nginx
    }
}
