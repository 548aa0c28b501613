import FoundationEssentials
import Glibc
import KernelTesting
import Testing

/// HTTPS between the two programs, with an authority made by OpenSSL.
struct TLSTests {
    private let folder: TemporaryFolder

    init() async throws {
        folder = try TemporaryFolder()
        try await openssl(
            "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=authority",
            "-keyout ca.key -out ca.pem")
        try await openssl(
            "req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj /CN=server",
            "-addext subjectAltName=IP:127.0.0.1 -keyout server.key -out server.csr")
        try await openssl(
            "x509 -req -in server.csr -CA ca.pem -CAkey ca.key -CAcreateserial -days 2 -copy_extensions copy",
            "-out server.pem")
    }

    private func openssl(_ words: String...) async throws {
        let arguments = words.joined(separator: " ").split(separator: " ").map(String.init)
        let outcome = try await ChildProcess.run("openssl", arguments, directory: folder.path)
        try #require(outcome.exit == .status(0), "\(outcome.errorText)")
    }

    private var flags: [String] {
        ["--server.tls.certificate", folder.path(of: "server.pem"), "--server.tls.key", folder.path(of: "server.key")]
    }

    @Test func theClientTrustsTheAuthorityItIsGivenAndNoOther() async throws {
        let server = try await Server(data: folder.path(of: "data"), flags)
        #expect(server.address.hasPrefix("https://"))
        let client = Client(home: folder.path(of: "home"), address: server.address)
        let authority = folder.path(of: "ca.pem")
        #expect(try await client.object("feed", "--ca-file", authority)["source"]?.text == "remote")
        let ben = Person.ben
        try await client.object(
            "register", "--ca-file", authority, "--name", ben.name, "--email", ben.email, "--password-stdin",
            input: ben.password + "\n")
        #expect(try await client.object("whoami")["user"]?["name"]?.text == ben.name, "the file is remembered")

        // Another home, since the feed of this one is cached.
        let stranger = Client(home: folder.path(of: "other"), address: server.address)
        let untrusted = try await stranger.run("feed", "--json")
        #expect(untrusted.exit == .status(4), "\(untrusted.outputText)")
        #expect(untrusted.errorText.contains("certificate"), "\(untrusted.errorText)")
        #expect(untrusted.errorText.contains("--ca-file") && untrusted.errorText.contains(server.address.dropFirst(8)))
        var variable = stranger
        variable.environment["ESSENTIAL_CA_FILE"] = authority
        #expect(try await variable.object("feed")["source"]?.text == "remote")
        #expect(try await stranger.object("feed")["source"]?.text == "remote", "also that of the variable")
        var profile = stranger
        profile.environment["ESSENTIAL_PROFILE"] = "work"
        #expect(try await profile.run("feed").exit == .status(4), "but not in another profile")
        // A name for which the certificate isn't.
        let other = Client(
            home: folder.path(of: "other"), address: server.address.replacing("127.0.0.1", with: "localhost"))
        #expect(try await other.run("feed", "--ca-file", authority).exit == .status(4))
        // Who looks how things stand learns which it is.
        let unknown = try await profile.run("status")
        #expect(unknown.outputText.contains("authority that is trusted"), "\(unknown.outputText)")
        let named = try await other.run("status", "--ca-file", authority)
        #expect(named.outputText.contains("for another name"), "\(named.outputText)")
        #expect(await server.stop() == .status(0))
    }

    @Test(.requirement("PUBFEED-04"), .timeLimit(.minutes(5)))
    func thePagesSayThatACertificateIsNotTrusted() async throws {
        try await SeededData.shared.copy(to: folder.path(of: "data"))
        let server = try await Server(data: folder.path(of: "data"), flags)
        var client = Client(home: folder.path(of: "home"), address: server.address)
        try await client.object("feed", "--ca-file", folder.path(of: "ca.pem"))
        try await openssl(
            "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=other",
            "-keyout other.key -out other.pem")
        client.environment["ESSENTIAL_CA_FILE"] = folder.path(of: "other.pem")
        let (app, link) = try await AppVisitor.start(client), person = try await AppVisitor()
        let feed = try await person.does(#"{"go": "\#(link)", "until": "\#(AppVisitor.root(of: link))"}"#)
        let text = try #require(feed["text"]?.text)
        #expect(text.contains("isn't from an authority that is trusted here"), "\(text)")
        #expect(text.contains("These are the pictures as they were"), "\(text)")
        await person.leaves()
        app.send(SIGINT)
        #expect(await app.outcome().exit == .status(0))
        #expect(await server.stop() == .status(0))
    }

    /// As `certbot` and its like do it: the file changes, the server is told.
    @Test(.requirement("OPS-04")) func aCertificateIsReplacedWithoutAStop() async throws {
        let server = try await Server(data: folder.path(of: "data"), flags)
        let client = Client(home: folder.path(of: "home"), address: server.address)
        #expect(try await client.run("feed", "--ca-file", folder.path(of: "ca.pem")).exit == .status(0))
        try await openssl(
            "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=new",
            "-addext subjectAltName=IP:127.0.0.1 -keyout server.key -out server.pem")
        server.send(SIGHUP)
        let next = Client(home: folder.path(of: "next"), address: server.address)
        var isNew = false
        for _ in 0..<300 where !isNew {
            isNew = try await next.run("feed", "--ca-file", folder.path(of: "server.pem")).exit == .status(0)
        }
        #expect(isNew, "\(Server.log(of: server.data))")
        let old = Client(home: folder.path(of: "old"), address: server.address)
        #expect(try await old.run("feed", "--ca-file", folder.path(of: "ca.pem")).exit == .status(4))
        #expect(await server.stop() == .status(0))
    }

    @Test func plainHTTPIsNotAnsweredOnTheTLSPort() async throws {
        let server = try await Server(data: folder.path(of: "data"), flags)
        #expect(try await server.ask("GET", "/healthz") == nil)
        let client = Client(home: folder.path(of: "home"), address: server.address)
        #expect(try await client.run("feed", "--ca-file", folder.path(of: "ca.pem")).exit == .status(0))
    }

    /// The proxy of `docs/operating.md`, as it stands there but for its places.
    @Test(.timeLimit(.minutes(10))) func theProxyOfTheDocumentsPassesOnWhatItShould() async throws {
        let data = folder.path(of: "data"), port = Ports.next(), seed = try await SeededData.shared
        try await seed.copy(to: data)
        let address = "https://127.0.0.1:\(port)"
        let server = try await Server(
            data: data, ["--server.public-url", address, "--server.trusted-proxies", "127.0.0.1"])
        let nginx = try await startProxy(port: port, of: server)
        defer { nginx.send(SIGTERM) }
        let client = Client(
            home: folder.path(of: "home"), address: address,
            environment: ["ESSENTIAL_CA_FILE": folder.path(of: "ca.pem")])
        _ = try await client.logIn(as: .ana)
        try await client.object("comment", seed.picture, "Through a proxy")
        // More than nginx takes unless it is told to.
        let file = folder.path(of: "picture.jpg")
        try await client.object("image", seed.picture, "--output", file)
        var picture = try Data(contentsOf: URL(fileURLWithPath: file))
        picture.append(Data(count: 3 << 20))
        try picture.write(to: URL(fileURLWithPath: file))
        try await client.object("post", file, "--description", "Large")
        try await client.object("sessions")
        let metrics = try await ChildProcess.run(
            "openssl", ["s_client", "-quiet", "-connect", "127.0.0.1:\(port)", "-CAfile", folder.path(of: "ca.pem")],
            input: "GET /metrics HTTP/1.0\r\nHost: 127.0.0.1\r\n\r\n")
        #expect(metrics.outputText.hasPrefix("HTTP/1.1 404"), "\(metrics.outputText)\(metrics.errorText)")
    }

    private func startProxy(port: Int, of server: Server) async throws -> ChildProcess {
        let site = try Proxy.example(in: "operating.md").replacing("listen 443", with: "listen 127.0.0.1:\(port)")
            .replacing("/etc/ssl/essential/fullchain.pem", with: "server.pem")
            .replacing("/etc/ssl/essential/key.pem", with: "server.key")
            .replacing("127.0.0.1:8080", with: "127.0.0.1:\(server.port)")
        return try await Proxy.start(site, in: folder)
    }

    @Test(arguments: [("en", "speaks http, not https"), ("es", "habla http, no https")])
    func aPortThatSpeaksHTTPIsToldFromOneThatIsNotTrusted(language: String, text: String) async throws {
        let server = try await Server(data: folder.path(of: "data"))
        let client = Client(
            home: folder.path(of: "home"), address: server.address.replacing("http://", with: "https://"))
        let outcome = try await client.run("feed", "--language", language)
        #expect(outcome.exit == .status(4) && outcome.errorText.contains("127.0.0.1:\(server.port) \(text)"))
    }

    @Test func whatIsWrongWithTheAuthoritiesNamesTheirFile() async throws {
        let server = try await Server(data: folder.path(of: "data"), flags)
        let client = Client(home: folder.path(of: "home"), address: server.address)
        let missing = try await client.run("feed", "--ca-file", folder.path(of: "missing.pem"))
        #expect(missing.exit == .status(2) && missing.errorText.contains("missing.pem"))
        let key = try await client.run("feed", "--ca-file", folder.path(of: "ca.key"))
        #expect(key.exit == .status(2) && key.errorText.contains("--ca-file"))
        // One that is trusted and isn't the server's.
        try await openssl(
            "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=other",
            "-keyout other.key -out other.pem")
        let other = folder.path(of: "other.pem")
        let wrong = try await client.run("feed", "--ca-file", other)
        #expect(wrong.exit == .status(4) && wrong.errorText.contains(other) && wrong.errorText.contains("--ca-file"))
        let again = try await client.run("feed")
        #expect(again.exit == .status(4) && again.errorText.contains(other), "it is remembered")
        #expect(try await client.run("feed", "--ca-file", folder.path(of: "ca.pem")).exit == .status(0))
    }

    @Test(arguments: [("en", "at 127.0.0.1:9 can't"), ("es", "en 127.0.0.1:9")])
    func whatCannotBeReachedIsNamed(language: String, text: String) async throws {
        let client = Client(home: folder.path(of: "home"), address: "http://127.0.0.1:9")
        let outcome = try await client.run("feed", "--language", language)
        #expect(outcome.exit == .status(4) && outcome.errorText.contains(text), "\(outcome.errorText)")
    }

    @Test func aCertificateNeedsItsKey() async throws {
        let data = folder.path(of: "data")
        for flags in [
            Array(flags.prefix(2)),
            ["--server.tls.certificate", folder.path(of: "server.pem"), "--server.tls.key", folder.path(of: "ca.key")],
            [
                "--server.tls.certificate", folder.path(of: "missing.pem"), "--server.tls.key",
                folder.path(of: "server.key"),
            ],
        ] {
            let child = try Server.spawn(data: data, ["--listen", "127.0.0.1:0"] + flags)
            #expect(await child.outcome().exit == .status(2))
        }
        let log = Server.log(of: data)
        #expect(log.contains("belong together") && log.contains("missing.pem"), "\(log)")
    }
}
