import AccountsServiceAPI
import HTTPServingAPI
import HTTPTypes
import SecondFactorContract
import SessionsServiceAPI

extension RouteDescription {
    static var listFactors: RouteDescription {
        RouteDescription(
            "listFactors", .accounts, "The second factors of who asks",
            answers: [
                .ok(
                    "What is in force.", .factors,
                    example: [
                        "authenticator_since": "2026-11-21T09:37:21Z", "recovery_codes_left": 10, "password": true,
                    ])
            ])
    }

    static var addAuthenticator: RouteDescription {
        RouteDescription(
            "addAuthenticator", .accounts, "Begin to set up an authenticator",
            "It comes into force with a code of it, within an hour. One that was begun before is forgotten.",
            answers: [
                .json(
                    .created, "What the authenticator has to know, which is shown this once.", .authenticatorSetup,
                    example: [
                        "secret": "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ",
                        "uri": """
                        otpauth://totp/Essential:ana%40example.com?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Essential
                        """,
                    ]),
                .insufficientAuthentication, .addressNotProved,
                .problem(.factorInForce, "An authenticator is in force.", codes: .secondFactor),
            ])
    }

    static var confirmAuthenticator: RouteDescription {
        RouteDescription(
            "confirmAuthenticator", .accounts, "Put an authenticator into force",
            "The person gets a message. From now on each login takes a code as well.",
            body: .json(
                Schema.object(.required("code", .string, "The six digits that it shows."))
                    .named("AuthenticatorConfirmation"), example: ["code": "287082"]),
            answers: [
                .ok("It is in force.", .recoveryCodes, example: .recoveryCodes),
                .problem(
                    .wrongCode,
                    """
                    The code is another one (`wrong_code`), or the person has to prove once more who they are
                    (`insufficient_user_authentication`).
                    """, codes: .secondFactor),
                .addressNotProved,
                .problem(
                    .noFactor, "Nothing is being set up, or for too long, or five codes were wrong: begin anew.",
                    codes: .secondFactor),
            ])
    }

    static var removeAuthenticator: RouteDescription {
        RouteDescription(
            "removeAuthenticator", .accounts, "Turn the second factor off",
            "The recovery codes go with it, and the person gets a message. Also the answer where none is in force.",
            answers: [.noContent("No second factor is in force."), .insufficientAuthentication])
    }

    static var makeRecoveryCodes: RouteDescription {
        RouteDescription(
            "makeRecoveryCodes", .accounts, "Make other recovery codes",
            "Those of before are worth nothing then, and the person gets a message.",
            answers: [
                .ok("The codes, which are shown this once.", .recoveryCodes, example: .recoveryCodes),
                .insufficientAuthentication,
                .problem(.noFactor, "No second factor is in force.", codes: .secondFactor),
            ])
    }

    static var takeBackFactorLoss: RouteDescription {
        RouteDescription(
            "takeBackFactorLoss", .accounts, "Keep a second factor that was said to be lost",
            """
            The person gets a message. Also the answer where it wasn't said. A device that a typed code let in keeps it
            only once its person proved who they are there.
            """,
            answers: [.noContent("The second factor stays in force."), .insufficientAuthentication])
    }

    static var authenticateAgain: RouteDescription {
        RouteDescription(
            "authenticateAgain", .sessions, "Prove once more who one is",
            """
            What `insufficient_user_authentication` asks for (RFC 9470). The password counts under the lockout of logging
            in, the code under that of second factors.
            """,
            body: .json(
                .reauthentication, example: ["password": "four green tea pots", "code": "287082"]),
            answers: [
                .noContent("The session counts as authenticated just now."),
                .problem(
                    .wrongPassword,
                    "The password (`invalid_credentials`) or the code (`wrong_code`) is another one.",
                    codes: .secondFactor),
                .problem(
                    .secondFactorRequired, "The password is right, and a second factor is in force.",
                    codes: .secondFactor),
                .problem(
                    .noPassword, "The account has no password (`no_password`), and nothing is counted.",
                    codes: .secondFactor),
                .problem(
                    .locked(for: 900), "There were too many wrong passwords or codes (`account_locked`).",
                    codes: .secondFactor),
            ])
    }
}

extension RouteAnswer {
    fileprivate static let addressNotProved = problem(
        .emailNotVerified, "The person has to prove the address of the account first.", codes: .secondFactor)
}

extension ProblemCodes {
    fileprivate static var secondFactor: ProblemCodes {
        ProblemCodes("SecondFactor", SecondFactorContract.Code.self)
    }
}

extension JSONValue {
    fileprivate static let recoveryCodes: JSONValue = ["recovery_codes": ["K7QPA-2MXHW", "T3ZRB-6LCDN"]]
}

extension Schema {
    fileprivate static var factors: Schema {
        Schema.object(
            .optional("authenticator_since", .dateTime.orNull, "When the authenticator came into force."),
            .required("recovery_codes_left", .integer),
            .optional(
                "factor_ends_at", .dateTime.orNull,
                "When the second factor ends, since somebody with the password said that it is lost."),
            .optional(
                "password", .boolean,
                "Whether the account has a password. One that has none proves itself by another login.")
        ).named("Factors")
    }

    fileprivate static var authenticatorSetup: Schema {
        Schema.object(
            .required("secret", .string, "The secret, in Base32, to be typed."),
            .required("uri", .string, "The same for a QR code, as authenticators read it.")
        ).named("AuthenticatorSetup")
    }

    fileprivate static var recoveryCodes: Schema {
        Schema.object(.required("recovery_codes", .array(of: .string), "Ten codes, each good once.")).named(
            "RecoveryCodes")
    }

    fileprivate static var reauthentication: Schema {
        Schema.object(
            .required("password", .password),
            .optional("code", .string.orNull, "The code of the second factor, where one is in force.")
        ).named("Reauthentication")
    }
}
