import HTTPServingAPI

extension Schema {
    static var passkey: Schema {
        Schema.object(
            .required("id", .uuid), .required("name", .string), .required("made_at", .dateTime),
            .optional("used_at", .dateTime, "When it was used last."),
            .required("backed_up", .boolean, "Whether it is on several devices, or in somebody's cloud."),
            .optional("copy_seen_at", .dateTime, "When something answered as an older copy of it would.")
        ).named("Passkey")
    }

    static var passkeys: Schema { Schema.object(.required("passkeys", .array(of: .passkey))).named("Passkeys") }

    static var makingQuestion: Schema {
        Schema.object(
            .required("rp", .object(.required("id", .string), .required("name", .string))),
            .required(
                "user",
                .object(
                    .required("id", .string, "By what authenticators know the person; 32 bytes."),
                    .required("name", .string), .required("displayName", .string))),
            .required("challenge", .string),
            .required(
                "pubKeyCredParams", .array(of: .object(.required("type", .string), .required("alg", .integer)))),
            .required("timeout", .integer, "Milliseconds."),
            .required(
                "excludeCredentials",
                .array(
                    of: .object(
                        .required("type", .string), .required("id", .string),
                        .required("transports", .array(of: .string))))),
            .required(
                "authenticatorSelection",
                .object(
                    .required("residentKey", .constant("required")), .required("requireResidentKey", .boolean),
                    .required("userVerification", .constant("required")))),
            .required("attestation", .constant("none"))
        ).named("PasskeyMakingQuestion")
    }

    static var answerQuestion: Schema {
        Schema.object(
            .required("challenge", .string), .required("timeout", .integer, "Milliseconds."),
            .required("rpId", .string), .required("userVerification", .constant("required"))
        ).named("PasskeyQuestion")
    }

    static var madeCredential: Schema {
        Schema.object(
            .required("id", .string),
            .required(
                "response",
                .object(
                    .required("clientDataJSON", .string), .required("attestationObject", .string),
                    .optional("transports", .array(of: .string).orNull)))
        ).named("MadePasskey")
    }

    static var answeredCredential: Schema {
        Schema.object(
            .required("id", .string),
            .required(
                "response",
                .object(
                    .required("clientDataJSON", .string), .required("authenticatorData", .string),
                    .required("signature", .string), .optional("userHandle", .string.orNull)))
        ).named("PasskeyAnswer")
    }
}

/// Examples: those of WebAuthn level 3, section 16.1, where they come from there.
extension JSONValue {
    static let passkey: JSONValue = [
        "id": "2f1b7d0c-6a4e-4a0e-9a39-0f2b6c6f6f11", "name": "Telephone", "made_at": "2026-11-21T09:37:21Z",
        "used_at": "2026-11-22T08:00:00Z", "backed_up": true,
    ]

    static let makingQuestion: JSONValue = [
        "rp": ["id": "example.org", "name": "example.org"],
        "user": [
            "id": "AMMPt4UxxGTStncdq417YDwBFi8vpIa-pw8oOuVW4TA", "name": "ana@example.com", "displayName": "Ana",
        ], "challenge": .challenge, "pubKeyCredParams": [["type": "public-key", "alg": -7]], "timeout": 300_000,
        "excludeCredentials": [],
        "authenticatorSelection": [
            "residentKey": "required", "requireResidentKey": true, "userVerification": "required",
        ], "attestation": "none",
    ]

    static let answerQuestion: JSONValue = [
        "challenge": .challenge, "timeout": 300_000, "rpId": "example.org", "userVerification": "required",
    ]

    private static let challenge: JSONValue = "OcDnUhQXulTUPo3JUXT0I97pvzzYBP9tZchXyav01Ag"

    static let madeCredential: JSONValue = [
        "id": "-R85HbTJsv3g6nAYnLo_tj9Xm6YSKzOtlP8-wzAIS-Q",
        "response": [
            "clientDataJSON": "eyJ0eXBlIjoid2ViYXV0aG4uY3JlYXRlIn0", "attestationObject": "o2NmbXRkbm9uZQ",
            "transports": ["internal"],
        ],
    ]

    static let answeredCredential: JSONValue = [
        "id": "-R85HbTJsv3g6nAYnLo_tj9Xm6YSKzOtlP8-wzAIS-Q",
        "response": [
            "clientDataJSON": "eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0",
            "authenticatorData": "v6vDdDKViwYzYNOtZGHJxHNa5_jt1GWSpeDwFFKy5LUZAAAAAA", "signature": "MEUCIQD1Ck4uRAkk",
            "userHandle": "AMMPt4UxxGTStncdq417YDwBFi8vpIa-pw8oOuVW4TA",
        ],
    ]
}
