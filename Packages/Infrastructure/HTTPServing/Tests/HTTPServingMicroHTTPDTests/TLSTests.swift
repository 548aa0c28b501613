import FoundationEssentials
import Glibc
import HTTPServingAPI
import HTTPServingMicroHTTPD
import HTTPServingRouting
import HTTPTypes
import KernelTesting
import Localization
import PluginKit
import Testing

struct TLSTests {
    /// A certificate of its own for `localhost`.
    private struct Credentials {
        let folder: TemporaryFolder
        var files: HTTPServerSettings.TLSFiles {
            .init(certificate: folder.path(of: "cert.pem"), key: folder.path(of: "key.pem"))
        }

        init() async throws {
            folder = try TemporaryFolder()
            let outcome = try await ChildProcess.run(
                "openssl",
                [
                    "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2",
                    "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1", "-keyout",
                    folder.path(of: "key.pem"), "-out", folder.path(of: "cert.pem"),
                ])
            try #require(outcome.exit == .status(0), "\(outcome.errorText)")
        }
    }

    private static func run(
        _ routes: [Route], limits: HTTPServerLimits = HTTPServerLimits(),
        _ body: (TestServer, Credentials) async throws -> Void
    ) async throws {
        let credentials = try await Credentials()
        let settings = HTTPServerSettings.test(tls: credentials.files, limits: limits)
        try await TestServer.run(routes, settings: settings) { server in try await body(server, credentials) }
    }

    private static func curl(
        _ server: TestServer, _ credentials: Credentials, _ path: String, _ arguments: [String] = []
    ) async throws -> ChildProcess.Outcome {
        try await ChildProcess.run(
            "curl",
            ["--silent", "--show-error", "--max-time", "20", "--cacert", credentials.files.certificate] + arguments
                + ["https://localhost:\(server.port)\(path)"])
    }

    @Test func servesOverTLS() async throws {
        try await Self.run([.hello]) { server, credentials in
            let outcome = try await Self.curl(server, credentials, "/hello", ["--include"])
            #expect(outcome.exit == .status(0), "\(outcome.errorText)")
            #expect(outcome.outputText.hasSuffix("hello"))
            #expect(outcome.outputText.contains("Strict-Transport-Security: max-age=31536000"))
            #expect(server.server.isSecure)
        }
    }

    @Test func carriesLargeBodiesBothWays() async throws {
        let route = Route(.post, "/echo", bodyLimit: .max) { request in
            .bytes(try await request.body.collect(), type: .octetStream)
        }
        try await Self.run([route]) { server, credentials in
            let bytes = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
            let path = credentials.folder.path(of: "body")
            try Data(bytes).write(to: URL(filePath: path))
            let outcome = try await Self.curl(server, credentials, "/echo", ["--data-binary", "@\(path)"])
            #expect(outcome.output == bytes)
        }
    }

    @Test func sendsFilesAndStreams() async throws {
        let bytes = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 &* 13) }
        let folder = try TemporaryFolder()
        let path = folder.path(of: "file")
        try Data(bytes).write(to: URL(filePath: path))
        let file = Route(.get, "/file") { _ in ServerResponse(body: .file(path: path), allowsRanges: true) }
        let stream = Route(.get, "/stream") { _ in
            ServerResponse(
                body: .stream { writer in
                    for start in stride(from: 0, to: bytes.count, by: 50_000) {
                        try await writer.write(Data(bytes[start..<start + 50_000]))
                    }
                })
        }
        try await Self.run([file, stream]) { server, credentials in
            let whole = try await Self.curl(server, credentials, "/file")
            #expect(whole.output == bytes)
            let part = try await Self.curl(server, credentials, "/file", ["--range", "10-19"])
            #expect(part.output == Array(bytes[10..<20]))
            let streamed = try await Self.curl(server, credentials, "/stream")
            #expect(streamed.output == bytes)
        }
    }

    @Test(arguments: [("-tls1_2", true), ("-tls1_3", true), ("-tls1_1", false), ("-tls1", false)])
    func speaksTLS12OrNewer(_ version: String, _ isSpoken: Bool) async throws {
        try await Self.run([.hello]) { server, credentials in
            let outcome = try await ChildProcess.run(
                "openssl",
                [
                    "s_client", version, "-cipher", "DEFAULT@SECLEVEL=0", "-CAfile", credentials.files.certificate,
                    "-connect", "127.0.0.1:\(server.port)",
                ], input: "")
            #expect((outcome.exit == .status(0)) == isSpoken)
            #expect(outcome.outputText.contains("Cipher is (NONE)") == !isSpoken)
        }
    }

    /// Within TLS, too, what is no request is seen before the library sees it.
    @Test(arguments: ["GET /hello\0.png HTTP/1.1\r\nHost: t\r\n\r\n", "GET /hello HTTP/1.1\nHost: t\r\n\r\n"])
    func refusesWhatIsNoRequest(_ request: String) async throws {
        try await Self.run([.hello]) { server, credentials in
            let outcome = try await ChildProcess.run(
                "openssl",
                [
                    "s_client", "-quiet", "-CAfile", credentials.files.certificate, "-connect",
                    "127.0.0.1:\(server.port)",
                ], input: request)
            #expect(outcome.outputText.hasPrefix("HTTP/1.1 400 Bad Request\r\n"), "\(outcome.outputText)")
            #expect(outcome.outputText.contains("application/problem+json"))
            #expect(outcome.outputText.contains("Strict-Transport-Security"))
            let next = try await Self.curl(server, credentials, "/hello")
            #expect(next.outputText == "hello")
        }
    }

    @Test func refusesAKeyOfAnotherCertificate() async throws {
        let one = try await Credentials()
        let other = try await Credentials()
        let files = HTTPServerSettings.TLSFiles(certificate: one.files.certificate, key: other.files.key)
        await #expect {
            try await TestServer.run([], settings: .test(tls: files)) { _ in }
        } throws: { error in
            if case .tls = error as? HTTPServingError { true } else { false }
        }
    }

    @Test func refusesAFileThatIsNotPEM() async throws {
        let one = try await Credentials()
        let path = one.folder.path(of: "noise")
        try Data("nothing".utf8).write(to: URL(filePath: path))
        await #expect(
            throws: HTTPServingError.tls(
                reason: LocalizedText(en: "\(path) is not a PEM file", es: "\(path) no es un archivo PEM"))
        ) {
            try await TestServer.run([], settings: .test(tls: .init(certificate: path, key: one.files.key))) { _ in }
        }
    }

    /// Nobody replaces a good key for what is said of a public file.
    @Test func certificateAndKeyThatAreSwappedAreToldSo() async throws {
        let one = try await Credentials()
        #expect(chmod(one.files.certificate, 0o644) == 0)
        var refusal: HTTPServingError?
        do {
            let swapped = HTTPServerSettings.TLSFiles(certificate: one.files.key, key: one.files.certificate)
            try await TestServer.run([], settings: .test(tls: swapped)) { _ in }
        } catch {
            refusal = error as? HTTPServingError
        }
        #expect(refusal?.text.english.contains("swapped") == true, "\(String(describing: refusal))")
    }

    @Test(arguments: [(0o600, true), (0o640, true), (0o644, false), (0o602, false)])
    func refusesAKeyThatEverybodyMayUse(_ mode: Int, _ isTaken: Bool) async throws {
        let credentials = try await Credentials()
        let path = credentials.files.key
        #expect(chmod(path, mode_t(mode)) == 0)
        var refusal: HTTPServingError?
        do {
            try await TestServer.run([], settings: .test(tls: credentials.files)) { _ in }
        } catch {
            refusal = error as? HTTPServingError
        }
        #expect(refusal == (isTaken ? nil : .exposedKey(path: path)))
    }

    @Test func closesAConnectionThatNeverShakesHands() async throws {
        try await Self.run([.hello], limits: HTTPServerLimits(headerTime: .seconds(1))) { server, _ in
            let connection = try server.connect()
            await connection.send([22, 3, 1])
            #expect(await connection.receiveAll() != nil)
            let plain = try server.connect()
            await plain.send("GET /hello HTTP/1.1\r\nHost: t\r\n\r\n")
            let answer = await plain.receiveAll()
            #expect(!String(decoding: answer ?? [], as: UTF8.self).contains("hello"))
        }
    }

    /// A certificate is replaced long before the server is.
    @Test(.requirement("OPS-04")) func readsItsCertificateAnewWithoutDroppingAConnection() async throws {
        let (words, say) = AsyncStream.makeStream(of: String.self)
        let route = Route(.get, "/events") { _ in
            .eventStream { events in for await word in words { try await events.send(ServerSentEvent(data: word)) } }
        }
        try await Self.run([.hello, route]) { server, before in
            let stream = try ChildProcess(
                "curl",
                [
                    "--silent", "--no-buffer", "--cacert", before.files.certificate,
                    "https://localhost:\(server.port)/events",
                ])
            say.yield("first")
            #expect(await stream.readOutput(until: "first").contains("first"))
            let now = try await Credentials()
            for (new, old) in [(now.files.certificate, before.files.certificate), (now.files.key, before.files.key)] {
                try Data(contentsOf: URL(filePath: new)).write(to: URL(filePath: old))
            }
            try await server.service.reload()
            #expect(try await Self.curl(server, now, "/hello").outputText == "hello")
            say.yield("second")
            #expect(await stream.readOutput(until: "second").contains("second"))
            // What can't be used changes nothing.
            try Data("nothing".utf8).write(to: URL(filePath: before.files.key))
            await #expect(throws: HTTPServingError.self) { try await server.service.reload() }
            #expect(try await Self.curl(server, now, "/hello").outputText == "hello")
            say.finish()
            #expect(await stream.outcome().exit == .status(0))
        }
    }

    @Test func findsWhatIsWrongBeforeItStarts() async throws {
        let credentials = try await Credentials()
        try await TestServer.run { server in
            let files = HTTPServerSettings.TLSFiles(
                certificate: credentials.files.key, key: credentials.files.key)
            let service = HTTPServingPlugin.assemble(
                .init(
                    settings: .test(port: server.port, tls: files), observer: server.observer,
                    makeRequestID: { "" }, makeResponder: { try Router(routes: [], observer: server.observer) })
            ).services[0]
            let problems = await service.problems().compactMap { $0 as? HTTPServingError }
            #expect(problems.count == 2 && problems.last == .portInUse(host: "127.0.0.1", port: server.port))
            guard case .tls? = problems.first else {
                Issue.record("\(problems)")
                return
            }
        }
    }

    @Test func stopsWithOpenConnections() async throws {
        let route = Route(.get, "/events") { _ in
            .eventStream { events in
                try await events.send(ServerSentEvent(data: "hello"))
                try await waitForCancellation()
            }
        }
        try await Self.run([route]) { server, credentials in
            let child = try ChildProcess(
                "curl",
                [
                    "--silent", "--no-buffer", "--cacert", credentials.files.certificate,
                    "https://localhost:\(server.port)/events",
                ])
            _ = await child.readOutput(until: "hello")
            await server.service.stop()
            let outcome = await child.outcome()
            #expect(outcome.exit == .status(0), "\(outcome.errorText)")
        }
    }
}
