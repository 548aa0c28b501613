import CryptographyAPI
import CryptographyTesting
import FoundationEssentials
import HTTPServingAPI
import HTTPServingTesting
import HTTPTypes
import KernelTesting
import ProofOfPossessionContract
import ProofOfPossessionService
import ProofOfPossessionServiceTesting
import Testing

struct ProofCheckingTests {
    @Test(.requirement("D16")) func tellsTheKeyOfAGoodProof() async throws {
        let server = try await ProofServer()
        #expect(try await server.answer(server.proof()) == server.forge.thumbprint)
    }

    @Test func aRequestWithoutAProofPasses() async throws {
        #expect(try await ProofServer().answer() == "nobody")
    }

    @Test func acceptsTheProofOfTheStandard() async throws {
        // RFC 9449, section 4.1, figure 1; its time is in section 4.2.
        let proof = """
            eyJ0eXAiOiJkcG9wK2p3dCIsImFsZyI6IkVTMjU2IiwiandrIjp7Imt0eSI6IkVDIiwieCI6Imw4dEZyaHgtMzR0VjNoUklDUkRZOXpDa0RscEJo\
            RjQyVVFVZldWQVdCRnMiLCJ5IjoiOVZFNGpmX09rX282NHpiVFRsY3VOSmFqSG10NnY5VERWclUwQ2R2R1JEQSIsImNydiI6IlAtMjU2In19.eyJ\
            qdGkiOiItQndDM0VTYzZhY2MybFRjIiwiaHRtIjoiUE9TVCIsImh0dSI6Imh0dHBzOi8vc2VydmVyLmV4YW1wbGUuY29tL3Rva2VuIiwiaWF0Ijo\
            xNTYyMjYyNjE2fQ.2-GxA6T8lP4vfrg8v-FdWP0A0zdrj8igiMLvqRMUvwnQg4PtFLbdLXiOSsX0x7NVY-FNyJK70nfbV37xRZT3Lg
            """
        let server = try await ProofServer(date: ManualDate(Date(timeIntervalSince1970: 1_562_262_616)))
        // Section 6.1: the name of that key.
        #expect(
            try await server.answer(proof, host: "server.example.com", path: "/token")
                == "0ZcOCORZNYy-DWpqq30jZyJGHTN0d2HglBV3uiguA4I")
        #expect(try await server.answer(proof, host: "server.example.com", path: "/token") == "replay_detected")
    }

    @Test func readsTheTokenOfAProofOfTheStandard() async throws {
        // RFC 9449, section 7.1, figure 13.
        let proof = """
            eyJ0eXAiOiJkcG9wK2p3dCIsImFsZyI6IkVTMjU2IiwiandrIjp7Imt0eSI6IkVDIiwieCI6Imw4dEZyaHgtMzR0VjNoUklDUkRZOXpDa0RscEJo\
            RjQyVVFVZldWQVdCRnMiLCJ5IjoiOVZFNGpmX09rX282NHpiVFRsY3VOSmFqSG10NnY5VERWclUwQ2R2R1JEQSIsImNydiI6IlAtMjU2In19.eyJ\
            qdGkiOiJlMWozVl9iS2ljOC1MQUVCIiwiaHRtIjoiR0VUIiwiaHR1IjoiaHR0cHM6Ly9yZXNvdXJjZS5leGFtcGxlLm9yZy9wcm90ZWN0ZWRyZXN\
            vdXJjZSIsImlhdCI6MTU2MjI2MjYxOCwiYXRoIjoiZlVIeU8ycjJaM0RaNTNFc05yV0JiMHhXWG9hTnk1OUlpS0NBcWtzbVFFbyJ9.2oW9RP35yR\
            qzhrtNP86L-Ey71EOptxRimPPToA1plemAgR6pxHF8y6-yqyVnmcw6Fy1dqd-jfxSYoMxhAJpLjA
            """
        let signatures = try Cryptography.real().signatures
        let claims = try ProofReader(signatures: signatures).read(proof).claims
        #expect(claims.method == "GET")
        #expect(claims.address == "https://resource.example.org/protectedresource")
        let digest = try Cryptography.real().hashing.sha256(Data("Kz~8mXK1EalYznwH-LC-1fBAo.4Ljp~zsPE_NeO.gxU".utf8))
        #expect(claims.accessTokenDigest == Base64URL.encode(digest))
    }

    @Test(.requirement("REPLAY-01"), arguments: [-60, -59, 0, 59, 60])
    func acceptsATimeWithinAMinute(offset: Int) async throws {
        let server = try await ProofServer()
        let proof = try server.proof(at: server.date.value.addingTimeInterval(Double(offset)))
        #expect(try await server.answer(proof) == server.forge.thumbprint)
    }

    /// RFC 7519, sections 4.1.4 and 4.1.5.
    @Test(.requirement("D16")) func acceptsAProofWithinTheTimesThatItNames() async throws {
        let server = try await ProofServer()
        let now = Int(server.date.value.timeIntervalSince1970)
        let claims = """
            {"jti":"1","htm":"POST","htu":"\(ProofServer.url)","iat":\(now),"nbf":\(now),"exp":\(now + 1)}
            """
        let proof = try server.forge.sign(header: server.forge.header, claims: claims)
        #expect(try await server.answer(proof) == server.forge.thumbprint)
    }

    @Test func comparesAddressesNotTheirSpelling() async throws {
        let server = try await ProofServer()
        let proof = try server.forge.proof(.post, "HTTPS://Example.com:443/auth/%6Cogin?x#y", at: server.date.value)
        #expect(try await server.answer(proof) == server.forge.thumbprint)
    }

    @Test func thePublicAddressCountsWhateverHostARequestNames() async throws {
        let server = try await ProofServer(publicAddress: "https://example.com/base")
        let url = "https://example.com/base/auth/login"
        let good = try server.forge.proof(.post, url, at: server.date.value)
        #expect(
            try await server.answer(good, host: "127.0.0.1:8080", path: "/base/auth/login", isSecure: false)
                == server.forge.thumbprint)
        let other = try server.forge.proof(.post, "https://evil.example/base/auth/login", at: server.date.value)
        #expect(
            try await server.answer(other, host: "evil.example", path: "/base/auth/login") == "dpop_address_mismatch")
    }

    @Test func whoUsesAnotherAddressIsToldThePublicOne() async throws {
        let server = try await ProofServer(publicAddress: "http://localhost:8080")
        var request = ServerRequest.sample(.post, "/auth/login")
        request.fields["DPoP"] = try server.forge.proof(
            .post, "http://127.0.0.1:8080/auth/login", at: server.date.value)
        let problem = await #expect(throws: HTTPProblem.self) {
            try await server.proofs.middleware.respond(to: request) { _ in .noContent }
        }
        // In both languages.
        let text = String(describing: problem?.detail)
        #expect(
            text.split(separator: "essential --server http://localhost:8080", omittingEmptySubsequences: false).count
                == 3)
    }

    @Test func answersWithAChallenge() async throws {
        let server = try await ProofServer()
        var request = ServerRequest.sample(.post, "/")
        request.fields["DPoP"] = "x"
        let problem = await #expect(throws: HTTPProblem.self) {
            try await server.proofs.middleware.respond(to: request) { _ in .noContent }
        }
        #expect(problem?.status == .unauthorized)
        #expect(
            problem?.fields[.wwwAuthenticate]
                == """
                DPoP realm="essential", error="invalid_dpop_proof", error_description="invalid_dpop_proof", algs="ES256"
                """)
    }
}
