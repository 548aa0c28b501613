import FoundationEssentials
import HTTPServingAPI
import ProofOfPossessionContract
import ProofOfPossessionServiceAPI
import Testing

struct ProofContractTests {
    @Test func codesReadAsAlways() {
        #expect(
            ProofContract.Code.allCases.map(\.rawValue) == [
                "invalid_dpop_proof", "replay_detected", "dpop_method_mismatch", "dpop_address_mismatch",
                "dpop_proof_outdated", "dpop_token_mismatch", "dpop_key_mismatch", "dpop_proof_required",
            ])
    }

    @Test func sharedProblemsUseTheCodesOfTheContract() {
        #expect(HTTPProblem.proofRequired.code == ProofContract.Code.required.rawValue)
        #expect(HTTPProblem.proofOfOtherKey.code == ProofContract.Code.wrongKey.rawValue)
        #expect(HTTPProblem.proofOfOtherToken.code == ProofContract.Code.wrongToken.rawValue)
    }

    @Test func claimsReadAsInTheStandard() throws {
        // RFC 9449, section 4.2, figure 2, and section 7.1.
        let text = """
            {"jti":"-BwC3ESc6acc2lTc","htm":"POST","htu":"https://server.example.com/token","iat":1562262616,
            "ath":"fUHyO2r2Z3DZ53EsNrWBb0xWXoaNy59IiKCAqksmQEo"}
            """
        let claims = try JSONDecoder().decode(ProofClaims.self, from: Data(text.utf8))
        #expect(
            claims
                == ProofClaims(
                    identifier: "-BwC3ESc6acc2lTc", method: "POST", address: "https://server.example.com/token",
                    issuedAt: 1_562_262_616, accessTokenDigest: "fUHyO2r2Z3DZ53EsNrWBb0xWXoaNy59IiKCAqksmQEo"))
    }
}
