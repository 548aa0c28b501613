import AccountsServiceAPI
import BenchKit
import CNeighbours
import CoreModels
import CryptographyAPI
import CryptographyOpenSSL
import FoundationEssentials
import HTTPServingAPI
import HTTPTypes
import PasskeysTesting
import PluginKit
import SessionsService
import SessionsServiceAPI

extension BenchSuite {
    /// What somebody costs who logs in with a passkey: the answer read and verified, and
    /// the session on disk.
    ///
    /// Asking and answering are left out.
    static let passkeys = BenchSuite("passkeys") {
        let bench = try await PasskeyBench()
        return [
            BenchCase(
                "log in with a passkey", goals: [.microseconds(2_000)],
                [
                    Contestant(elsewhere: "Essential", .subject) { try await bench.logIn($0) },
                    Contestant("a session that begins without any proof", .neighbour) { try await bench.begin($0) },
                    neighbour("C over EVP, the signature alone", .limit) { neighbour_es256_verify($0, 256) },
                ])
        ]
    }
}

/// Somebody with a passkey, at a server with a thousand people.
private final class PasskeyBench: Sendable {
    private let server: ScaledServer
    private let authenticator: ScriptedAuthenticator
    private let manner = ScriptedAuthenticator.Manner(at: "https://example.com")
    private let user: User

    init() async throws {
        server = try await ScaledServer(count: 1_000)
        let cryptography = try CryptographyPlugin.assemble(.init()).exports.cryptography
        authenticator = ScriptedAuthenticator(cryptography)
        guard let user = try await server.accounts.account(UserID(ScaledServer.id(1))) else {
            throw NeighbourFailure(step: 1)
        }
        self.user = user
        let session = try await begin()
        let token = "Bearer " + (session.grant.accessToken.withText { $0 ?? "" })
        let question = try await server.ask("/auth/passkeys/new/question", "", [.authorization: token])
        let made = try authenticator.make(question, manner)
        _ = try await server.ask(
            "/auth/passkeys", #"{"name":"Telephone","credential":\#(made)}"#, [.authorization: token])
    }

    /// Each answer is for a question of its own.
    func logIn(_ count: Int) async throws -> Sample {
        var answers: [String] = []
        for _ in 0..<count {
            guard
                let answer = try authenticator.answer(try await server.ask("/auth/login/passkey/question", ""), manner)
            else { throw NeighbourFailure(step: 2) }
            answers.append(#"{"credential":\#(answer),"device":"bench"}"#)
        }
        let prepared = answers
        return try await Sample.measuring(count) { _ in
            for answer in prepared { _ = try await server.ask("/auth/login/passkey", answer) }
        }
    }

    func begin(_ count: Int) async throws { for _ in 0..<count { _ = try await begin() } }

    private func begin() async throws -> IssuedSession {
        let client = SessionClient(device: "bench")
        let issuing = server.sessions.issuing
        return try await issuing.issueSession(try await issuing.admit(user, by: .password, on: client), on: client)
    }
}
