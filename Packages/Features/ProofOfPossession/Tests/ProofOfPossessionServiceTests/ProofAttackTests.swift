import CryptographyAPI
import CryptographyTesting
import FoundationEssentials
import HTTPTypes
import KernelTesting
import ProofOfPossessionServiceTesting
import Testing

/// What somebody tries with proofs, and the code with which it is refused.
struct ProofAttackTests {
    struct Attack: Sendable, CustomTestStringConvertible {
        let name: String
        let code: String
        let prepare: @Sendable (ProofServer) throws -> String

        init(_ name: String, _ code: String, _ prepare: @escaping @Sendable (ProofServer) throws -> String) {
            self.name = name
            self.code = code
            self.prepare = prepare
        }

        var testDescription: String { name }
    }

    /// A proof whose header or claims are changed, signed by its key.
    private static func forged(
        _ server: ProofServer, header: (String) -> String = { $0 }, claims: (String) -> String = { $0 }
    ) throws -> String {
        let good = """
            {"jti":"1","htm":"POST","htu":"\(ProofServer.url)","iat":\(Int(server.date.value.timeIntervalSince1970))}
            """
        return try server.forge.sign(header: header(server.forge.header), claims: claims(good))
    }

    private static func parts(_ server: ProofServer) throws -> [String] {
        try server.proof().split(separator: ".").map(String.init)
    }

    /// A good proof whose signature is written in another way.
    private static func resigned(_ server: ProofServer, _ change: (Data) -> Data) throws -> String {
        let parts = try parts(server)
        return "\(parts[0]).\(parts[1]).\(Base64URL.encode(change(try #require(Base64URL.decode(parts[2])))))"
    }

    static let attacks = [
        Attack("another method", "dpop_method_mismatch") {
            try $0.forge.proof(.get, ProofServer.url, at: $0.date.value)
        },
        Attack("a method in lower case", "dpop_method_mismatch") {
            try forged($0, claims: { $0.replacing("POST", with: "post") })
        },
        Attack("another path", "dpop_address_mismatch") {
            try $0.forge.proof(.post, "https://example.com/auth/logout", at: $0.date.value)
        },
        Attack("another host", "dpop_address_mismatch") {
            try $0.forge.proof(.post, "https://evil.example/auth/login", at: $0.date.value)
        },
        Attack("another port", "dpop_address_mismatch") {
            try $0.forge.proof(.post, "https://example.com:8443/auth/login", at: $0.date.value)
        },
        Attack("no encryption", "dpop_address_mismatch") {
            try $0.forge.proof(.post, "http://example.com/auth/login", at: $0.date.value)
        },
        Attack("a host that looks like a user", "dpop_address_mismatch") {
            try $0.forge.proof(.post, "https://example.com@evil.example/auth/login", at: $0.date.value)
        },
        Attack("a path alone", "dpop_address_mismatch") {
            try $0.forge.proof(.post, "/auth/login", at: $0.date.value)
        },
        Attack("an old proof", "dpop_proof_outdated") {
            try $0.proof(at: $0.date.value.addingTimeInterval(-61))
        },
        Attack("a proof of years ago", "dpop_proof_outdated") { try $0.proof(at: Date(timeIntervalSince1970: 0)) },
        Attack("a proof from the future", "dpop_proof_outdated") {
            try $0.proof(at: $0.date.value.addingTimeInterval(61))
        },
        Attack("a time beyond all times", "dpop_proof_outdated") {
            try forged($0, claims: { $0.replacing(/"iat":\d+/, with: "\"iat\":1e300") })
        },
        Attack("a proof whose exp has come", "dpop_proof_outdated") {
            try forged($0, claims: { $0.replacing(/"iat":(\d+)/) { "\"iat\":\($0.output.1),\"exp\":\($0.output.1)" } })
        },
        Attack("a proof whose nbf has yet to come", "dpop_proof_outdated") {
            let soon = Int($0.date.value.timeIntervalSince1970) + 1
            return try forged($0, claims: { $0.replacing("\"iat\"", with: "\"nbf\":\(soon),\"iat\"") })
        },
        Attack("an exp that is text", "invalid_dpop_proof") {
            try forged($0, claims: { $0.replacing("\"iat\"", with: #""exp":"never","iat""#) })
        },
        Attack("another typ", "invalid_dpop_proof") {
            try forged($0, header: { $0.replacing("dpop+jwt", with: "at+jwt") })
        },
        Attack("no typ", "invalid_dpop_proof") {
            try forged($0, header: { $0.replacing(#""typ":"dpop+jwt","#, with: "") })
        },
        Attack("no algorithm", "invalid_dpop_proof") {
            try forged($0, header: { $0.replacing("ES256", with: "none") })
        },
        Attack("no algorithm and no signature", "invalid_dpop_proof") { server in
            let parts = try parts(server)
            let header = Base64URL.encode(server.forge.header.replacing("ES256", with: "none").utf8)
            return "\(header).\(parts[1])."
        },
        Attack("an empty part among three others", "invalid_dpop_proof") { server in
            let parts = try parts(server)
            return "\(parts[0])..\(parts[1]).\(parts[2])"
        },
        Attack("a symmetric algorithm", "invalid_dpop_proof") {
            try forged($0, header: { $0.replacing("ES256", with: "HS256") })
        },
        Attack("an algorithm of RSA", "invalid_dpop_proof") {
            try forged($0, header: { $0.replacing("ES256", with: "RS256") })
        },
        Attack("a symmetric key", "invalid_dpop_proof") { server in
            try forged(
                server, header: { _ in #"{"typ":"dpop+jwt","alg":"ES256","jwk":{"kty":"oct","k":"AAAA"}}"# })
        },
        Attack("the secret half of the key", "invalid_dpop_proof") {
            try forged($0, header: { $0.replacing(#""kty""#, with: #""d":"AAAA","kty""#) })
        },
        Attack("no key", "invalid_dpop_proof") { server in
            try forged(server, header: { _ in #"{"typ":"dpop+jwt","alg":"ES256"}"# })
        },
        Attack("a key elsewhere", "invalid_dpop_proof") { server in
            try forged(
                server, header: { _ in #"{"typ":"dpop+jwt","alg":"ES256","jku":"https://evil.example/"}"# })
        },
        Attack("a point off the curve", "invalid_dpop_proof") { server in
            let zero = Base64URL.encode(Data(count: 32))
            return try forged(
                server,
                header: { _ in
                    #"{"typ":"dpop+jwt","alg":"ES256","jwk":{"kty":"EC","crv":"P-256","x":"\#(zero)","y":"\#(zero)"}}"#
                })
        },
        Attack("another curve's key", "invalid_dpop_proof") { server in
            let key = try Cryptography.real().signatures.makeSigningKey(.edDSA)
            let x = key.verificationKey.jsonWebKey.x ?? ""
            return try ProofForge(key).sign(
                header: #"{"typ":"dpop+jwt","alg":"EdDSA","jwk":{"kty":"OKP","crv":"Ed25519","x":"\#(x)"}}"#,
                claims: "{}")
        },
        Attack("a critical extension", "invalid_dpop_proof") {
            try forged($0, header: { $0.replacing(#""typ""#, with: #""crit":["exp"],"typ""#) })
        },
        Attack("the signature of another key", "invalid_dpop_proof") { server in
            let claims = try parts(server)[1]
            let other = try ProofForge()
            let text = String(decoding: try #require(Base64URL.decode(claims)), as: UTF8.self)
            return try other.sign(header: server.forge.header, claims: text)
        },
        Attack("changed claims", "invalid_dpop_proof") { server in
            let mine = try parts(server), other = try parts(server)
            return "\(mine[0]).\(other[1]).\(mine[2])"
        },
        Attack("no signature", "invalid_dpop_proof") { server in
            let parts = try parts(server)
            return "\(parts[0]).\(parts[1])."
        },
        Attack("a signature of zeros", "invalid_dpop_proof") { server in
            let parts = try parts(server)
            return "\(parts[0]).\(parts[1]).\(Base64URL.encode(Data(count: 64)))"
        },
        Attack("a signature in DER", "invalid_dpop_proof") { try resigned($0) { $0.der } },
        Attack("half a signature", "invalid_dpop_proof") { try resigned($0) { $0.prefix(32) } },
        Attack("a signature with more behind it", "invalid_dpop_proof") { try resigned($0) { $0 + [0] } },
        Attack("no jti", "invalid_dpop_proof") {
            try forged($0, claims: { $0.replacing(#""jti":"1","#, with: "") })
        },
        Attack("an empty jti", "invalid_dpop_proof") {
            try forged($0, claims: { $0.replacing(#""jti":"1""#, with: #""jti":"""#) })
        },
        Attack("a jti that fills the memory", "invalid_dpop_proof") {
            try forged(
                $0, claims: { $0.replacing(#""jti":"1""#, with: "\"jti\":\"\(String(repeating: "1", count: 257))\"") })
        },
        Attack("no time", "invalid_dpop_proof") { try forged($0, claims: { $0.replacing(/,"iat":\d+/, with: "") }) },
        Attack("a time that is text", "invalid_dpop_proof") {
            try forged($0, claims: { $0.replacing(/"iat":(\d+)/) { "\"iat\":\"\($0.output.1)\"" } })
        },
        Attack("claims that are a list", "invalid_dpop_proof") { try forged($0, claims: { "[\($0)]" }) },
        Attack("too long", "invalid_dpop_proof") { _ in String(repeating: "x", count: 5_000) },
        Attack("nothing", "invalid_dpop_proof") { _ in "" },
        Attack("two proofs in one", "invalid_dpop_proof") { try "\($0.proof()), \($0.proof())" },
    ]

    @Test(.requirement("REPLAY-01", "D16"), arguments: attacks)
    func refuses(attack: Attack) async throws {
        let server = try await ProofServer()
        #expect(try await server.answer(attack.prepare(server)) == attack.code)
        // Nor when the key is known, whose header is not read again.
        #expect(try await server.answer(server.proof()) == server.forge.thumbprint)
        #expect(try await server.answer(attack.prepare(server)) == attack.code)
    }

    /// Whoever names two keys is taken for neither or for the one that signed.
    @Test(.requirement("D16")) func nobodyProvesAKeyByNamingItBesideAnother() async throws {
        let server = try await ProofServer()
        let thief = try ProofForge()
        func member(_ forge: ProofForge) throws -> Substring {
            try #require(forge.header.firstMatch(of: /"jwk":\{[^}]*\}/)).output
        }
        let claims = try #require(Base64URL.decode(Self.parts(server)[1]))
        for keys in try [[member(server.forge), member(thief)], [member(thief), member(server.forge)]] {
            let header = #"{"typ":"dpop+jwt","alg":"ES256","# + keys.joined(separator: ",") + "}"
            let answer = try await server.answer(
                thief.sign(header: header, claims: String(decoding: claims, as: UTF8.self)))
            #expect([thief.thumbprint, "invalid_dpop_proof", "replay_detected"].contains(answer))
        }
    }

    @Test func refusesTwoProofs() async throws {
        let server = try await ProofServer()
        #expect(try await server.answer(server.proof(), server.proof()) == "invalid_dpop_proof")
    }

    @Test func refusesEveryChangedCharacter() async throws {
        let server = try await ProofServer()
        let proof = Array(try server.proof())
        for index in stride(from: 0, to: proof.count, by: 5) {
            var changed = proof
            changed[index] = changed[index] == "A" ? "B" : "A"
            let answer = try await server.answer(String(changed))
            #expect(answer == "invalid_dpop_proof", "position \(index)")
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
