import FoundationEssentials
import KernelTesting
import Testing

/// Each program carries its own side only (R7), but for the clients of those who
/// come to the server with a browser (ADR 0039), and only the C libraries that it
/// should.
struct LinkageTests {
    private let client: LinkagePolicy
    private let server: LinkagePolicy

    init() throws {
        let modules = try Self.modules()
        let clients = modules.filter { $0.hasSuffix("Client") || $0.hasSuffix("Presentation") }
        // They ask the server from within.
        let atBrowsers: Set = [
            "AccountVerificationClient", "AccountsClient", "AddressChangeClient", "AdministrationClient",
            "BrowserLoginClient",
            "CommentsClient", "ExternalProvidersClient", "FeedClient", "LoginClient", "PasskeysClient",
            "PasswordChangeClient", "PasswordRecoveryClient", "RegistrationClient", "SecondFactorClient",
            "SessionsClient", "TokenRefreshClient",
        ]
        let services = modules.filter { $0.hasSuffix("Service") || $0.hasSuffix("ServiceAPI") }
        try #require(clients.count > 5 && services.count > 5)
        client = LinkagePolicy(
            libraries: ["libcurl", "libssl", "libcrypto", "libjpeg", "libpng16", "libmicrohttpd", "libgnutls"],
            others: services,
            own: clients)
        // libgd is loaded by the process that decodes, and by no other.
        server = LinkagePolicy(
            libraries: ["libmicrohttpd", "libgnutls", "libsqlite3", "libcrypto", "libcurl", "libssl"],
            others: clients.filter { !atBrowsers.contains($0) }, own: services)
    }

    /// The modules of the features: the folders of their sources.
    private static func modules() throws -> [String] {
        let features = Programs.root + "/Packages/Features"
        return try FileManager.default.contentsOfDirectory(atPath: features).flatMap { name in
            try FileManager.default.contentsOfDirectory(atPath: "\(features)/\(name)/Sources")
        }
    }

    @Test func theClientCarriesNothingOfTheServer() async throws {
        #expect(try await client.violations(of: LinkedProgram(Programs.essential)) == [])
    }

    @Test func theServerCarriesNothingOfTheClient() async throws {
        #expect(try await server.violations(of: LinkedProgram(Programs.essentiald)) == [])
    }

    @Test func aProgramOfTheOtherSideIsRefused() async throws {
        let sentences = client.violations(of: try await LinkedProgram(Programs.essentiald))
        #expect(sentences.contains("It links libsqlite3, which it has no use for."))
        #expect(sentences.contains("It carries LoginService, of the other program."))
        let others = server.violations(of: try await LinkedProgram(Programs.essential))
        #expect(others.contains("It doesn't link libsqlite3."))
        #expect(others.contains("It carries LoginPresentation, of the other program."))
        #expect(others.contains("No module of its own was found in it."))
    }
}
