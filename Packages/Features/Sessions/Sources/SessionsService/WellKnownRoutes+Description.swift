import HTTPServingAPI

extension RouteDescription {
    static var getKeys: RouteDescription {
        RouteDescription(
            "getKeys", .keys, "The public keys of access tokens (RFC 7517)",
            answers: [
                .ok(
                    "The keys.",
                    Schema.object(.required("keys", .array(of: .key).with("minItems", 1))).named("KeySet"),
                    example: [
                        "keys": [
                            [
                                "alg": "ES256", "crv": "P-256", "kid": "PBERw__Hu5ugYhiEH9q2TjMzV9P1pn_lSOls6h8HwKQ",
                                "kty": "EC", "use": "sig", "x": "2Egh6YuR1yvHh59SN5Xe61OcM-oH_O49mocPpLctXtw",
                                "y": "gXyXSn8EBHtZTL_u4qYsF5KOlRcoTDzFIpikRLl1ir0",
                            ]
                        ]
                    ], fields: [.fiveMinutes])
            ])
    }

    static var getServerMetadata: RouteDescription {
        RouteDescription(
            "getServerMetadata", .keys, "What the server can do as an authorization server (RFC 8414)",
            answers: [
                .ok(
                    """
                    The metadata. There is no authorization endpoint and no OAuth token endpoint, so the lists are
                    empty.
                    """, .serverMetadata,
                    example: [
                        "grant_types_supported": [], "issuer": "http://127.0.0.1:8080",
                        "jwks_uri": "http://127.0.0.1:8080/.well-known/jwks.json", "response_types_supported": [],
                        "scopes_supported": ["feed:read", "feed:write"],
                    ], fields: [.fiveMinutes])
            ])
    }
}

extension RouteTag {
    fileprivate static let keys = RouteTag("Keys", "What others need to verify access tokens.")
}

extension Schema {
    fileprivate static var key: Schema {
        Schema.object(
            .required("kty", .constant("EC")), .required("crv", .constant("P-256")), .required("x", .string),
            .required("y", .string), .required("kid", .string, "The thumbprint of the key (RFC 7638)."),
            .required("alg", .constant("ES256")), .required("use", .constant("sig"))
        ).named("Key")
    }

    fileprivate static var serverMetadata: Schema {
        let nothing = Schema.array(of: .string).with("maxItems", 0)
        return Schema.object(
            .required("issuer", .uri, "The `iss` and `aud` of access tokens."), .required("jwks_uri", .uri),
            .required("scopes_supported", .array(of: .string)), .required("response_types_supported", nothing),
            .required("grant_types_supported", nothing)
        ).named("ServerMetadata")
    }
}
