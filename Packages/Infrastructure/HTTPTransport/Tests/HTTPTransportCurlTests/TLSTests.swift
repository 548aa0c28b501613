import FoundationEssentials
import HTTPTransportAPI
import HTTPTypes
import KernelTesting
import Localization
import Testing

@Suite(.timeLimit(.minutes(15)))
struct TLSTests {
    private func answer(
        of server: SecureServer, trusting file: String?, host: String = "127.0.0.1"
    ) async throws -> HTTPResponse {
        let request = HTTPRequest(url: try server.url("/file", host: host))
        return try await Transport(authorityFile: file).transport.send(request)
    }

    private func refusal(of server: SecureServer, trusting file: String?) async -> HTTPTransportError? {
        await failure { try await answer(of: server, trusting: file) }
    }

    @Test(.requirement("ATS-03"), arguments: ["-tls1_2", "-tls1_3"])
    func trustsTheGivenAuthority(version: String) async throws {
        let authority = try await CertificateAuthority()
        let server = try await SecureServer.openssl(
            authority.issue(), options: [version], files: ["file": Data("secure".utf8)])
        #expect(try await answer(of: server, trusting: authority.file).body == Data("secure".utf8))
        #expect(try await answer(of: server, trusting: authority.file, host: "localhost").status == .ok)
    }

    @Test func refusesAnAuthorityThatIsNotTrusted() async throws {
        let authority = try await CertificateAuthority()
        let server = try await SecureServer.openssl(authority.issue())
        let other = try await CertificateAuthority()
        for file in [nil, other.file] {
            let error = try #require(await refusal(of: server, trusting: file))
            #expect(error.kind == .tls && error.text.english.contains("an authority that is trusted"), "\(error)")
        }
    }

    @Test(arguments: ["DNS:example.com", "IP:127.0.0.2"])
    func refusesTheNameOfAnother(name: String) async throws {
        let authority = try await CertificateAuthority()
        let server = try await SecureServer.openssl(authority.issue(name))
        let error = try #require(await refusal(of: server, trusting: authority.file))
        #expect(error.kind == .tls && error.text.english.contains("for another name"), "\(error)")
    }

    @Test func refusesACertificateThatHasExpired() async throws {
        let authority = try await CertificateAuthority()
        let server = try await SecureServer.openssl(authority.issue(days: -1))
        let error = await refusal(of: server, trusting: authority.file)
        guard case .tls(let reason, let server, let authorities) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(reason.contains("expired") && error?.text.english.contains("has expired") == true)
        #expect(server?.hasPrefix("127.0.0.1:") == true && authorities == authority.file)
    }

    @Test(.requirement("ATS-03"), arguments: ["-tls1", "-tls1_1"])
    func refusesOldVersions(version: String) async throws {
        let authority = try await CertificateAuthority()
        let server = try await SecureServer.openssl(
            authority.issue(), options: [version, "-cipher", "ALL@SECLEVEL=0"])
        #expect(await refusal(of: server, trusting: authority.file)?.kind == .tls)
    }

    @Test(.requirement("ATS-03"), arguments: ["AES256-GCM-SHA384", "ECDHE-RSA-AES256-SHA384"])
    func refusesCiphersWithoutForwardSecrecyOrAuthentication(cipher: String) async throws {
        let authority = try await CertificateAuthority()
        let server = try await SecureServer.openssl(
            authority.issue("IP:127.0.0.1", .rsa), options: ["-tls1_2", "-cipher", cipher])
        #expect(await refusal(of: server, trusting: authority.file)?.kind == .tls)
    }

    @Test func reportsAnAuthorityFileThatIsMissing() async throws {
        let authority = try await CertificateAuthority()
        let server = try await SecureServer.openssl(authority.issue())
        #expect(await refusal(of: server, trusting: "/nowhere/ca.pem")?.kind == .tls)
    }

    @Test func streamsOverAConnectionOfItsOwn() async throws {
        let contents = Data(repeating: 0x61, count: 1_000_000)
        let authority = try await CertificateAuthority()
        let server = try await SecureServer.openssl(
            authority.issue(), options: ["-alpn", "http/1.1"], files: ["file": contents])
        let transport = Transport(authorityFile: authority.file).transport
        var read = Data()
        for try await piece in try await transport.stream(HTTPRequest(url: server.url("/file"))).body { read += piece }
        let isWhole = read.elementsEqual(contents)
        #expect(isWhole)
    }
}
