import HTTPServingAPI
import ProofOfPossessionContract

/// What proofs are, in the description of the API.
struct ProofConvention: HTTPConvention {
    func section(for routes: [Route]) -> ConventionSection? {
        ConventionSection(
            "Proof of possession",
            """
            DPoP, RFC 9449. Any request may carry a proof in the field `DPoP`: a JWT of type `dpop+jwt`, signed with
            ES256 by the P-256 key in its header's `jwk`, with `jti`, `htm`, `htu` and `iat`. It is checked whatever the
            route, may be 60 s off, counts within `nbf` and `exp` if it has them, and is good for one request. `htu` is
            compared with `server.public_url`, or with `Host` where there is none. A session that begins with a proof is
            bound to its key: its tokens have `token_type: DPoP`, refreshing needs a proof of the same key, and its
            access token is sent as `Authorization: DPoP` with a proof that has `ath`. What doesn't hold is answered 401
            with `WWW-Authenticate: DPoP` and a code of `ProofCode`. Where `tokens.require_dpop` is on, sessions begin
            with a proof only.
            """,
            mentions: [
                ProblemCodes("Proof", ProofContract.Code.self, "what proofs of possession cause on any route.").codes
            ])
    }
}
