import HTTPServingAPI
import SecurityMetricsContract

extension RouteDescription {
    static var showTrailHead: RouteDescription {
        RouteDescription(
            "showTrailHead", RouteTag("Audit trail", "How clients see that the server's audit trail wasn't rewritten."),
            "How the audit trail is, signed",
            """
            The latest head of the server's audit trail, a Merkle tree (RFC 9162): how many events it has, and the root
            of their tree, signed with Ed25519. With `since`, a proof that the tree goes on from an earlier one of so many
            events (section 2.1.4): whoever keeps a head finds out when events before it are changed or cut off. It says
            nothing of anybody's events but how many there are.

            What is signed are five lines, each with its end: `essentiald audit trail`, `size`, `root`, `at`, and
            `removed` with its number. `key` is the thumbprint (RFC 7638) of `public_key`.
            """,
            parameters: [
                .query(
                    SecurityMetricsContract.sinceParameter, "How many events the earlier head is of.", .integer(0...))
            ],
            answers: [
                .ok("The head.", .trailHead, example: example),
                .invalidData(
                    .invalidData([
                        .outOfRange(pointer: "/" + SecurityMetricsContract.sinceParameter, range: 0...Int.max)
                    ]), "`since` is no number of events (`out_of_range`)."),
                .unavailable,
            ])
    }

    private static var example: JSONValue {
        [
            "at": "2026-11-21T10:02:00.000Z",
            "consistency": ["vBoGQ7EuTS18d5GPROD095uKg2z57FtcKD4fTYhZnms="],
            "key": "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k",
            "public_key": [
                "crv": "Ed25519", "kty": "OKP", "x": "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo",
            ],
            "removed": 0, "root": "3duLpABDgJMldQ0yY814kpwpQreUKjS3fhIslZSnTIw=",
            "signature": "VGhlIHNpZ25hdHVyZSBoYXMgNjQgYnl0ZXMsIGFuZCB0aGVzZSBhcmUganVzdCB0aGF0IG1hbnkuISE=", "size": 8,
        ]
    }
}

extension Schema {
    fileprivate static var trailHead: Schema {
        Schema.object(
            .required("at", .string, "When it was signed, in ISO 8601 with milliseconds."),
            .optional(
                "consistency", .array(of: .string),
                "The proof, each hash in Base64; only with a `since` of fewer events, and not of none."),
            .required("key", .string, "The thumbprint of the key that signed."),
            .required(
                "public_key",
                Schema.object(
                    .required("crv", .constant("Ed25519")), .required("kty", .constant("OKP")), .required("x", .string)
                ).described("The key (RFC 8037).").named("TrailKey")),
            .required(
                "removed", .integer(0...), "Of how many of the first events only the hashes are kept, for their age."),
            .required("root", .string, "The root of the tree, in Base64."),
            .required("signature", .string, "In Base64."), .required("size", .integer(0...), "How many events.")
        ).named("TrailHead")
    }
}
