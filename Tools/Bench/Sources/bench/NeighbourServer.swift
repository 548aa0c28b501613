import CNeighbours
import Foundation
import Glibc

/// A server of somebody else, until the last reference goes.
final class NeighbourServer: LoadedServer {
    /// The program's name among the contestants.
    let name: String
    let port: Int
    private let program: ServerProcess
    private let folder: URL?

    var process: Int32 { program.process }

    private init(_ name: String, port: Int, _ program: ServerProcess, folder: URL? = nil) {
        self.name = name
        self.port = port
        self.program = program
        self.folder = folder
    }

    deinit {
        program.end()
        if let folder { try? FileManager.default.removeItem(at: folder) }
    }

    // MARK: The limit

    /// The argument by which this program becomes the C program.
    static let argument = "--neighbour"

    /// Serves as the C program, if this process was started to do that.
    static func serveIfAsked(_ arguments: [String]) {
        guard arguments.first == argument else { return }
        let isReady = arguments.dropFirst().first == "ready"
        let body = Array((arguments.dropFirst(2).first ?? "").utf8)
        let result = unsafe body.withUnsafeBytes { bytes in
            unsafe neighbour_serve(
                isReady ? neighbour_ready : neighbour_encoded, bytes.assumingMemoryBound(to: CChar.self).baseAddress,
                bytes.count)
        }
        exit(result)
    }

    /// The C program over libmicrohttpd.
    ///
    /// - Parameter body: What it answers; nil to encode a page each time.
    static func microHTTPD(answering body: String?) throws -> NeighbourServer {
        let program = try ServerProcess(
            URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().path(),
            [argument] + (body.map { ["ready", $0] } ?? ["encoded"]), until: "\n")
        let port = Int(program.text.prefix { $0.isNumber })
        guard let port else { throw BenchServer.Failure(reason: "the C program does not serve") }
        return NeighbourServer("C over libmicrohttpd", port: port, program)
    }

    // MARK: What a user would pick instead

    /// nginx, with a file of these bytes; it logs each request, as it does
    /// unless told otherwise, and as we do.
    ///
    /// - Returns: nil where it isn't installed.
    static func nginx(serving body: String) throws -> NeighbourServer? {
        guard installed("nginx") != nil else {
            print("  without nginx: apt-get install nginx-light")
            return nil
        }
        let folder = try makeFolder("nginx")
        try Data(body.utf8).write(to: folder.appending(path: "body.json"))
        return try nginx(
            "nginx, a file of the same size", serving: folder, in: folder, types: "default_type application/json;")
    }

    /// nginx, with the files of a folder.
    static func nginx(serving files: URL) throws -> NeighbourServer {
        try nginx(
            "nginx, the same files", serving: files, in: makeFolder("nginx"),
            types: "types { text/html html; text/css css; text/javascript js; image/svg+xml svg; } "
                + "default_type image/jpeg;")
    }

    private static func nginx(
        _ name: String, serving files: URL, in folder: URL, types: String
    ) throws -> NeighbourServer {
        guard let nginx = installed("nginx") else { throw BenchServer.Failure(reason: "there is no nginx") }
        let port = try freePort(), cores = ProcessInfo.processInfo.activeProcessorCount
        let settings = """
            daemon off; worker_processes \(cores); pid \(folder.path())/pid; error_log stderr notice;
            events { worker_connections 1024; }
            http {
              access_log \(folder.path())/access.log; \(types) sendfile on;
              keepalive_requests 100000000;
              client_body_temp_path \(folder.path())/body; proxy_temp_path \(folder.path())/proxy;
              fastcgi_temp_path \(folder.path())/fcgi; uwsgi_temp_path \(folder.path())/uwsgi;
              scgi_temp_path \(folder.path())/scgi;
              server { listen 127.0.0.1:\(port); root \(files.path()); index index.html; }
            }
            """
        try Data(((getuid() == 0 ? "user root;\n" : "") + settings).utf8).write(
            to: folder.appending(path: "nginx.conf"))
        let program = try ServerProcess(
            nginx, ["-p", folder.path(), "-c", folder.appending(path: "nginx.conf").path()],
            until: "start worker process")
        return NeighbourServer(name, port: port, program, folder: folder)
    }

    /// FastAPI on uvicorn, with one worker a processor.
    ///
    /// - Returns: nil where it isn't installed.
    static func fastAPI() throws -> NeighbourServer? {
        let python = "/usr/bin/python3"
        guard installed("python3") != nil,
            (try? Command.output(of: python, ["-c", "import fastapi, uvicorn; print(1)"])) == "1\n"
        else {
            print("  without FastAPI: apt-get install python3-fastapi uvicorn")
            return nil
        }
        let folder = try makeFolder("fastapi"), port = try freePort()
        try Data(application.utf8).write(to: folder.appending(path: "feed.py"))
        let cores = ProcessInfo.processInfo.activeProcessorCount
        let program = try ServerProcess(
            python,
            [
                "-m", "uvicorn", "feed:app", "--app-dir", folder.path(), "--port", "\(port)", "--workers", "\(cores)",
                "--no-access-log",
            ], until: "Application startup complete", times: cores)
        return NeighbourServer("FastAPI with uvicorn", port: port, program, folder: folder)
    }

    private static let application = """
        from fastapi import FastAPI
        app = FastAPI()
        def item(i):
            id = f"{i:08x}-0000-4000-8000-{i:012x}"
            return {"id": id, "description": f"A lake in the mountains at sunrise, number {i}",
                    "location": "Bled, Slovenia", "image": f"http://127.0.0.1:8080/image/{id}"}
        items = [item(i) for i in range(5000, 4980, -1)]
        @app.get("/healthz")
        async def healthz(): return {"status": "ok"}
        @app.get("/feed")
        async def feed(): return {"items": items}
        """

    // MARK: Starting

    private static func makeFolder(_ name: String) throws -> URL {
        let folder = URL(filePath: NSTemporaryDirectory()).appending(path: "bench-\(name)-\(getpid())-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return folder
    }

    /// A port that was free a moment ago.
    private static func freePort() throws -> Int {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        unsafe address.sin_addr.s_addr = inet_addr("127.0.0.1")
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let code = unsafe withUnsafeMutableBytes(of: &address) { bytes in
            let pointer = unsafe bytes.assumingMemoryBound(to: sockaddr.self).baseAddress
            return unsafe bind(descriptor, pointer, length) == 0 ? getsockname(descriptor, pointer, &length) : -1
        }
        guard code == 0 else { throw BenchServer.Failure(reason: "there is no free port") }
        return Int(UInt16(bigEndian: address.sin_port))
    }
}
