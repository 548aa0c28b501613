public import HTTPServingAPI

extension RouteTag {
    /// What begins, renews and ends sessions.
    public static let sessions = RouteTag("Sessions", "Begin, renew and end sessions.")
}

extension Schema {
    /// The tokens of a session.
    public static var tokenGrant: Schema {
        Schema.object(
            .required("access_token", .string, "A JWT; see `bearer`."),
            .required("token_type", .values(["Bearer", "DPoP"]), "`DPoP` for tokens that are bound to a key."),
            .required("expires_in", .integer(1...), "Seconds."),
            .required("refresh_token", .string, "256 random bits in base64url; good for one exchange."),
            .required(
                "scope", .string, "Separated by spaces. `feed:read`, and `feed:write` once the address is proved.")
        ).described("The tokens of a session (RFC 6749, section 5.1).").named("TokenGrant")
    }

    /// New tokens of a session.
    public static var refreshed: Schema {
        Schema.object(.required("token", .tokenGrant)).named("Refreshed")
    }

    /// What names a session to its device alone.
    public static var refreshToken: Schema {
        Schema.object(.required("refresh_token", .string, "The refresh token of the session.")).named("RefreshToken")
    }
}

extension Schema.Member {
    /// What a login says that took the deletion of the account back.
    public static var accountKept: Schema.Member {
        .optional(
            "account_kept", .boolean.with("const", true), "The account was to be deleted, which this login took back.")
    }
}

extension JSONValue {
    /// An example of a session's tokens.
    ///
    /// - Parameters:
    ///   - refreshToken: The refresh token.
    ///   - scope: What the access token allows.
    public static func tokenGrant(
        refreshToken: String = "QfV173zYy8GD7oNyyBDGwRUTnCSNoNnVuUwJ2m388aI", scope: String = "feed:read feed:write"
    ) -> JSONValue {
        [
            "access_token": "eyJhbGciOiJFUzI1NiIsImtpZCI6IlBCRVJ3…", "expires_in": 300,
            "refresh_token": .string(refreshToken), "scope": .string(scope), "token_type": "Bearer",
        ]
    }
}
