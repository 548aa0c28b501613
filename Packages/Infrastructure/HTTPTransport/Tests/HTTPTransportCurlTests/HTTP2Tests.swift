import FoundationEssentials
import HTTPTransportAPI
import HTTPTypes
import KernelTesting
import Locking
import Testing

/// Against a server that speaks nothing but HTTP/2, over TLS.
@Suite(.timeLimit(.minutes(15)))
struct HTTP2Tests {
    @Test func sendsManyRequestsOverOneConnection() async throws {
        let authority = try await CertificateAuthority()
        let server = try await SecureServer.nghttpd(
            authority.issue(), files: ["file": Data("two".utf8)])
        let transport = Transport(authorityFile: authority.file).transport
        let request = HTTPRequest(url: try server.url("/file"), fields: ["X-Note": "hello"])
        let bodies = try await withThrowingTaskGroup(of: Data.self) { group in
            for _ in 0..<20 { group.addTask { try await transport.send(request).body } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(bodies == Array(repeating: Data("two".utf8), count: 20))
        let log = await server.log()
        #expect(log.contains("negotiated protocol: h2"))
        #expect(log.contains("[id=1]"))
        #expect(!log.contains("[id=2]"))
    }

    @Test func readsStatusAndFields() async throws {
        let authority = try await CertificateAuthority()
        let server = try await SecureServer.nghttpd(authority.issue())
        let transport = Transport(authorityFile: authority.file).transport
        let response = try await transport.send(HTTPRequest(url: try server.url("/missing")))
        #expect(response.status == .notFound)
        #expect(response.fields[.server]?.hasPrefix("nghttpd") == true)
        #expect(!response.body.isEmpty)
    }

    @Test(arguments: [0, 1, 2_000_000])
    func sendsABody(count: Int) async throws {
        let authority = try await CertificateAuthority()
        let server = try await SecureServer.nghttpd(authority.issue(), options: ["--echo-upload"])
        let transport = Transport(authorityFile: authority.file).transport
        let body = Data((0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) })
        let response = try await transport.send(
            HTTPRequest(method: .post, url: try server.url("/"), body: .bytes(body)))
        let isWhole = response.body.elementsEqual(body)
        #expect(isWhole)

        let folder = try TemporaryFolder()
        try body.write(to: URL(filePath: folder.path(of: "body")))
        let echo = try await transport.send(
            HTTPRequest(method: .put, url: try server.url("/"), body: .file(path: folder.path(of: "body"))))
        let echoIsWhole = echo.body.elementsEqual(body)
        #expect(echoIsWhole)
    }

    @Test func downloadsManyFilesAtOnce() async throws {
        let contents = Data((0..<500_000).map { UInt8(truncatingIfNeeded: $0 / 7) })
        let authority = try await CertificateAuthority()
        let server = try await SecureServer.nghttpd(authority.issue(), files: ["file": contents])
        let transport = Transport(authorityFile: authority.file).transport
        let folder = try TemporaryFolder()
        let request = HTTPRequest(url: try server.url("/file"))
        let last = Locked<TransferProgress?>(nil)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<10 {
                group.addTask {
                    _ = try await transport.download(request, toFile: folder.path(of: "\(number)")) { report in
                        last.withLock { $0 = report }
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(folder.files().count == 10)
        for name in folder.files() {
            let isWhole = folder.contents(of: name)?.elementsEqual(contents) == true
            #expect(isWhole)
        }
        #expect(last.current == TransferProgress(completedBytes: 500_000, totalBytes: 500_000))
    }

    /// libcurl 7.88 can leave a stream without data beside others that were
    /// cancelled on its connection: the transport notices, and asks again on
    /// another one.
    @Test func losesNothingWhenCancellationsRace() async throws {
        let authority = try await CertificateAuthority()
        let server = try await SecureServer.nghttpd(authority.issue(), files: ["file": Data(count: 50_000)])
        let transport = Transport(authorityFile: authority.file).transport
        let request = HTTPRequest(url: try server.url("/file"), limits: HTTPLimits(idle: .seconds(15)))
        let succeeded = await withTaskGroup(of: Bool.self) { group in
            for number in 0..<500 {
                group.addTask {
                    let task = Task { try await transport.send(request).body.count }
                    if number.isMultiple(of: 2) {
                        task.cancel()
                        _ = try? await task.value
                        return false
                    }
                    return (try? await task.value) == 50_000
                }
            }
            return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        #expect(succeeded == 250)
    }

    @Test func reportsAServerThatGoesAway() async throws {
        let authority = try await CertificateAuthority()
        let server = try await SecureServer.nghttpd(authority.issue(), files: ["file": Data("x".utf8)])
        let transport = Transport(authorityFile: authority.file).transport
        let request = HTTPRequest(url: try server.url("/file"))
        _ = try await transport.send(request)
        _ = await server.log()
        #expect(await failure { try await transport.send(request) }?.kind == .connectivity)
    }
}
