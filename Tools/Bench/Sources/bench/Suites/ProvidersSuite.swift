import BenchKit
import CoreModels
import CryptographyAPI
import CryptographyOpenSSL
import ExternalProvidersTesting
import FoundationEssentials
import PluginKit

extension BenchSuite {
    /// What somebody costs who comes back from a provider: the code exchanged, the token
    /// verified, and the session on disk.
    ///
    /// The provider answers at once, and its own work, a signature, is counted as well.
    static let providers = BenchSuite("providers") {
        let bench = try await ProviderBench()
        return [
            BenchCase(
                "log in by a provider", goals: [.microseconds(3_000)],
                [
                    Contestant(elsewhere: "Essential", .subject) { try await bench.logIn($0) },
                    Contestant("the signature of the provider", .neighbour) { try bench.sign($0) },
                ])
        ]
    }
}

/// Somebody whom a provider knows, at a server with a thousand people.
private final class ProviderBench: Sendable {
    private let server: ScaledServer
    private let key: any SigningKey

    init() async throws {
        server = try await ScaledServer(count: 1_000)
        key = try CryptographyPlugin.assemble(.init()).exports.cryptography.signatures.makeSigningKey(.es256)
        // Makes the account.
        _ = try await logIn(1)
    }

    private struct Begun: Decodable {
        let address: String
        let attempt: String
    }

    func logIn(_ count: Int) async throws -> Sample {
        var answers: [String] = []
        for _ in 0..<count {
            let question = try await server.ask("/auth/providers/acme/attempts", "")
            let begun = try JSONDecoder().decode(Begun.self, from: Data(question.utf8))
            let back = try server.provider.authorize(begun.address)
            answers.append(
                #"{"attempt":"\#(begun.attempt)","provider":"acme","state":"\#(back.state)","code":"\#(back.code)","device":"bench"}"#
            )
        }
        let prepared = answers
        return try await Sample.measuring(count) { _ in
            for answer in prepared { _ = try await server.ask("/auth/providers/answer", answer) }
        }
    }

    func sign(_ count: Int) throws {
        for number in 0..<count { _ = try key.signature(for: Data("\(number)".utf8)) }
    }
}
