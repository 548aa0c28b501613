import HTTPServingAPI
import ProofOfPossessionServiceAPI
import SessionsServiceAPI
import TokenRefreshContract

extension RouteDescription {
    static var refresh: RouteDescription {
        RouteDescription(
            "refresh", .sessions, "Renew a session",
            """
            Exchanges a refresh token for new tokens. A request that is repeated gets the same successor again, as long
            as nobody used that one, and for `tokens.refresh_grace` (30 s) in any case, so that a lost answer logs
            nobody out. An older token means that somebody has a copy: the session ends.
            """,
            body: .json(
                .refreshToken, example: ["refresh_token": "QfV173zYy8GD7oNyyBDGwRUTnCSNoNnVuUwJ2m388aI"]),
            answers: [
                .ok(
                    "New tokens; the refresh token that was sent is spent.", .refreshed,
                    example: ["token": .tokenGrant(refreshToken: "5nq2pYcUu2nYp0mB6tY0cQyO0v6r3b3Zb0u0m1m0n9E")]),
                .problem(
                    .invalidGrant,
                    """
                    `invalid_grant` is the only answer that ends a session for a client. It says that the
                    person deletes the account (`account_closed`), and what the operator did: `account_suspended`,
                    `ended_by_operator`. Else it says why to none but a device that proves the key of its session, and
                    only this: `token_reuse`, because an old token of the account was used again, which ends all its
                    sessions and is told its owner by mail.
                    """,
                    codes: ProblemCodes("TokenRefresh", TokenRefreshContract.Code.self),
                    with: .tokenRefreshReason),
                .problem(
                    .proofOfOtherKey,
                    """
                    A session that is bound to a key is answered `dpop_key_mismatch` or `dpop_proof_required` without
                    that key, and stays as it was.
                    """, codes: ProblemCodes("SessionKey", of: .proofOfOtherKey, .proofRequired)),
            ])
    }
}

extension Schema {
    fileprivate static var tokenRefreshReason: Schema {
        .object(
            .optional(
                TokenRefreshContract.reason,
                .codes(of: TokenRefreshContract.Reason.self).named("TokenRefreshReason")))
    }
}
