import CoreModels
import CryptographyAPI
import CryptographyTesting
import FoundationEssentials
import HTTPServingLoopback
import HTTPServingTesting
import HTTPTransportAPI
import HTTPTypes
import KernelTesting
import ProofOfPossessionServiceTesting
import SessionsServiceAPI
import SessionsServiceTesting
import Testing

/// What somebody tries with tokens that were seen on their way, and the code
/// with which it is refused; attacks on the form of proofs are tested where
/// proofs are checked.
struct TokenAttackTests {
    /// A person with a bound session, and a thief who sees all of it but the
    /// key.
    struct Scene: Sendable {
        let slice: Slice
        let victim: ProofForge
        let thief: ProofForge
        let grant: TokenGrant

        static let whoAmI = "http://localhost:8080/whoami"
        static let refresh = "http://localhost:8080/auth/refresh"

        init() async throws {
            slice = try await Slice()
            victim = try ProofForge()
            thief = try ProofForge()
            grant = try await slice.server.issuing.issueSession(
                for: slice.user, on: SessionClient(keyThumbprint: victim.thumbprint)
            ).grant
        }

        var access: String { grant.accessToken.withText { $0 ?? "" } }
        var refreshToken: String { grant.refreshToken.withText { $0 ?? "" } }

        func proof(by forge: ProofForge? = nil, for token: String? = nil) throws -> String {
            try (forge ?? victim).proof(.get, Self.whoAmI, at: slice.server.date.value, token: token ?? access)
        }

        func refreshProof(by forge: ProofForge? = nil) throws -> String {
            try (forge ?? victim).proof(.post, Self.refresh, at: slice.server.date.value)
        }

        /// The code of the answer, or its status if it has none.
        func ask(_ credentials: String..., proof: String? = nil) async throws -> String {
            var request = HTTPRequest(url: try #require(URL(string: Self.whoAmI)))
            for value in credentials { request.fields.append(.authorization, value) }
            request.fields["DPoP"] = proof
            return try await code(of: request)
        }

        func refresh(_ token: String? = nil, proof: String? = nil) async throws -> String {
            var request = HTTPRequest(method: .post, url: try #require(URL(string: Self.refresh)))
            request.fields[.contentType] = "application/json"
            request.fields["DPoP"] = proof
            request.body = .bytes(Data("{\"refresh_token\":\"\(token ?? refreshToken)\"}".utf8))
            return try await code(of: request)
        }

        private func code(of request: HTTPRequest) async throws -> String {
            let answer = try await slice.loopback.send(request)
            return ServerAnswer(answer).problem.code ?? "\(answer.status)"
        }

        /// The access token with another payload, and header if given.
        func forged(header: String? = nil, _ change: (String) -> String = { $0 }) throws -> String {
            let parts = access.split(separator: ".").map(String.init)
            let payload = String(decoding: try #require(Base64URL.decode(parts[1])), as: UTF8.self)
            let head = header.map { Base64URL.encode($0.utf8) } ?? parts[0]
            return "\(head).\(Base64URL.encode(change(payload).utf8)).\(parts[2])"
        }
    }

    struct Attack: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let code: String
        let perform: @Sendable (Scene) async throws -> String

        init(_ name: String, _ code: String, _ perform: @escaping @Sendable (Scene) async throws -> String) {
            testDescription = name
            self.code = code
            self.perform = perform
        }
    }

    static let attacks = [
        Attack("a bound token as a bearer's", "dpop_proof_required") { try await $0.ask("Bearer \($0.access)") },
        Attack("a bearer's with a good proof", "dpop_proof_required") {
            try await $0.ask("Bearer \($0.access)", proof: $0.proof())
        },
        Attack("no proof", "dpop_proof_required") { try await $0.ask("DPoP \($0.access)") },
        Attack("a proof of the thief's key", "dpop_key_mismatch") {
            try await $0.ask("DPoP \($0.access)", proof: $0.proof(by: $0.thief))
        },
        Attack("a proof without a token", "dpop_token_mismatch") {
            let proof = try $0.victim.proof(.get, Scene.whoAmI, at: $0.slice.server.date.value)
            return try await $0.ask("DPoP \($0.access)", proof: proof)
        },
        Attack("a proof for another token", "dpop_token_mismatch") {
            try await $0.ask("DPoP \($0.access)", proof: $0.proof(for: "another"))
        },
        Attack("a proof that was seen", "replay_detected") {
            let proof = try $0.proof()
            #expect(try await $0.ask("DPoP \($0.access)", proof: proof) == "200")
            return try await $0.ask("DPoP \($0.access)", proof: proof)
        },
        Attack("a proof that was held back", "dpop_proof_outdated") {
            let proof = try $0.proof()
            $0.slice.server.date.advance(by: .seconds(61))
            return try await $0.ask("DPoP \($0.access)", proof: proof)
        },
        Attack("a proof for another address", "dpop_address_mismatch") {
            let proof = try $0.victim.proof(
                .get, "http://localhost:8080/feed", at: $0.slice.server.date.value, token: $0.access)
            return try await $0.ask("DPoP \($0.access)", proof: proof)
        },
        Attack("a proof for another method", "dpop_method_mismatch") {
            let proof = try $0.victim.proof(.delete, Scene.whoAmI, at: $0.slice.server.date.value, token: $0.access)
            return try await $0.ask("DPoP \($0.access)", proof: proof)
        },
        Attack("a token bound to the thief's key instead", "invalid_token") {
            let (mine, theirs) = ($0.thief.thumbprint, $0.victim.thumbprint)
            let token = try $0.forged { $0.replacing(theirs, with: mine) }
            return try await $0.ask("DPoP \(token)", proof: $0.proof(by: $0.thief, for: token))
        },
        Attack("a token that is bound no more", "invalid_token") {
            let token = try $0.forged { $0.replacing(/"cnf":\{[^}]*\},/, with: "") }
            return try await $0.ask("Bearer \(token)")
        },
        Attack("a token without a signature", "invalid_token") {
            let token = try $0.forged(header: #"{"alg":"none","typ":"at+jwt"}"#)
            return try await $0.ask("DPoP \(token)", proof: $0.proof(for: token))
        },
        Attack("a token that brings its own key", "invalid_token") {
            let header = $0.thief.header.replacing("dpop+jwt", with: "at+jwt")
            let payload = $0.access.split(separator: ".").map(String.init)[1]
            let text = String(decoding: try #require(Base64URL.decode(payload)), as: UTF8.self)
            let token = try $0.thief.sign(header: header, claims: text)
            return try await $0.ask("DPoP \(token)", proof: $0.proof(by: $0.thief, for: token))
        },
        Attack("a token of a key that is not the server's", "invalid_token") {
            let header = #"{"alg":"ES256","kid":"\#($0.thief.thumbprint)","typ":"at+jwt"}"#
            let payload = $0.access.split(separator: ".").map(String.init)[1]
            let text = String(decoding: try #require(Base64URL.decode(payload)), as: UTF8.self)
            let token = try $0.thief.sign(header: header, claims: text)
            return try await $0.ask("DPoP \(token)", proof: $0.proof(for: token))
        },
        Attack("a longer life", "invalid_token") {
            let token = try $0.forged { $0.replacing(/"exp":\d+/, with: "\"exp\":9999999999") }
            return try await $0.ask("DPoP \(token)", proof: $0.proof(for: token))
        },
        Attack("more rights", "invalid_token") {
            let token = try $0.forged { $0.replacing("feed:read", with: "feed:read admin") }
            return try await $0.ask("DPoP \(token)", proof: $0.proof(for: token))
        },
        Attack("an expired token", "token_expired") {
            $0.slice.server.date.advance(by: .seconds(306))
            return try await $0.ask("DPoP \($0.access)", proof: $0.proof())
        },
        Attack("a token of a session that was ended", "session_ended") {
            try await $0.slice.server.ending.endSessions(of: $0.slice.user.id, except: nil, because: .terminated)
            return try await $0.ask("DPoP \($0.access)", proof: $0.proof())
        },
        Attack("a refresh token as an access token", "invalid_token") {
            try await $0.ask("DPoP \($0.refreshToken)", proof: $0.proof(for: $0.refreshToken))
        },
        Attack("a proof as an access token", "invalid_token") {
            let token = try $0.proof()
            return try await $0.ask("DPoP \(token)", proof: $0.proof(for: token))
        },
        Attack("two tokens", "invalid_token") {
            try await $0.ask("DPoP \($0.access)", "DPoP \($0.access)", proof: $0.proof())
        },
        Attack("a bearer's token as a bound one", "invalid_token") {
            let grant = try await $0.slice.server.issuing.issueSession(for: $0.slice.user, on: SessionClient()).grant
            let token = grant.accessToken.withText { $0 ?? "" }
            return try await $0.ask("DPoP \(token)", proof: $0.proof(by: $0.thief, for: token))
        },
        Attack("a refresh token without a proof", "dpop_proof_required") { try await $0.refresh() },
        Attack("a refresh token with the thief's key", "dpop_key_mismatch") {
            try await $0.refresh(proof: $0.refreshProof(by: $0.thief))
        },
        Attack("somebody else's refresh token with the victim's proof", "dpop_key_mismatch") {
            let own = try await $0.slice.server.issuing.issueSession(
                for: $0.slice.user, on: SessionClient(keyThumbprint: $0.thief.thumbprint)
            ).grant
            return try await $0.refresh(own.refreshToken.withText { $0 ?? "" }, proof: $0.refreshProof())
        },
        Attack("a refresh with a proof that was seen", "replay_detected") {
            let proof = try $0.refreshProof()
            #expect(try await $0.refresh(proof: proof) == "200")
            return try await $0.refresh(proof: proof)
        },
        Attack("a refresh with a proof for something else", "dpop_method_mismatch") {
            try await $0.refresh(proof: $0.proof())
        },
        Attack("a made-up refresh token", "invalid_grant") {
            try await $0.refresh(String(repeating: "A", count: 43), proof: $0.refreshProof())
        },
        Attack("an access token as a refresh token", "invalid_grant") {
            try await $0.refresh($0.access, proof: $0.refreshProof())
        },
        Attack("the refresh token of a session that was ended", "invalid_grant") {
            try await $0.slice.server.ending.endSessions(of: $0.slice.user.id, except: nil, because: .terminated)
            return try await $0.refresh(proof: $0.refreshProof())
        },
        Attack("a refresh token that was found a month later", "invalid_grant") {
            $0.slice.server.date.advance(by: .seconds(31 * 86_400))
            return try await $0.refresh(proof: $0.refreshProof())
        },
        Attack("an old refresh token with the key: a copy of the device", "invalid_grant") { scene in
            for _ in 0..<2 {
                let session = try await scene.slice.server.refreshing.refresh(
                    scene.grant.refreshToken, on: SessionClient(keyThumbprint: scene.victim.thumbprint))
                guard case .rotated(let next) = session else { break }
                _ = try await scene.slice.server.refreshing.refresh(
                    next.refreshToken, on: SessionClient(keyThumbprint: scene.victim.thumbprint))
                scene.slice.server.date.advance(by: .seconds(31))
            }
            #expect(try await scene.ask("DPoP \(scene.access)", proof: scene.proof()) == "session_ended")
            return try await scene.refresh(proof: scene.refreshProof())
        },
    ]

    @Test(.requirement("D16", "REPLAY-01", "TOKEN-24"), arguments: attacks)
    func refuses(attack: Attack) async throws {
        #expect(try await attack.perform(Scene()) == attack.code)
    }

    @Test(.requirement("D16"), arguments: attacks.filter { !["session_ended", "invalid_grant"].contains($0.code) })
    func endsNothing(attack: Attack) async throws {
        let scene = try await Scene()
        _ = try await attack.perform(scene)
        let outcome = try await scene.slice.server.refreshing.refresh(
            scene.grant.refreshToken, on: SessionClient(keyThumbprint: scene.victim.thumbprint))
        switch outcome {
        case .refused(let refusal), .refusedToItsDevice(let refusal): Issue.record("\(refusal)")
        case .rotated, .repeated, .unproven: break
        }
    }

    /// The table for people, `docs/attacks.md`.
    @Test func theDocumentNamesEachWithItsAnswer() throws {
        let root = "/" + #filePath.split(separator: "/").dropLast(6).joined(separator: "/")
        let text = String(decoding: try Data(contentsOf: URL(filePath: root + "/docs/attacks.md")), as: UTF8.self)
        let missing = Self.attacks.map { "| \($0.testDescription) | `\($0.code)` |" }.filter { !text.contains($0) }
        #expect(missing == [])
    }
}
