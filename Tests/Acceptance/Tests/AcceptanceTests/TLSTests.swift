import FoundationEssentials
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
        #expect(try await client.object("whoami", "--ca-file", authority)["user"]?["name"]?.text == ben.name)

        // Another home, since the feed of this one is cached.
        let stranger = Client(home: folder.path(of: "other"), address: server.address)
        let untrusted = try await stranger.run("feed", "--json")
        #expect(untrusted.exit == .status(4), "\(untrusted.outputText)")
        #expect(untrusted.errorText.contains("certificate"), "\(untrusted.errorText)")
        // A name for which the certificate isn't.
        let other = Client(
            home: folder.path(of: "other"), address: server.address.replacing("127.0.0.1", with: "localhost"))
        #expect(try await other.run("feed", "--ca-file", authority).exit == .status(4))
        #expect(await server.stop() == .status(0))
    }

    @Test func plainHTTPIsNotAnsweredOnTheTLSPort() async throws {
        let server = try await Server(data: folder.path(of: "data"), flags)
        #expect(try await server.ask("GET", "/healthz") == nil)
        let client = Client(home: folder.path(of: "home"), address: server.address)
        #expect(try await client.run("feed", "--ca-file", folder.path(of: "ca.pem")).exit == .status(0))
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
            #expect(await child.outcome().exit == .status(1))
        }
        let log = Server.log(of: data)
        #expect(log.contains("belong together") && log.contains("missing.pem"), "\(log)")
    }
}
