import AccountsServiceAPI
import BrowserLoginContract
import HTTPServingAPI
import HTTPTypes
import SessionsServiceAPI

extension RouteTag {
    fileprivate static let browserLogin = RouteTag(
        "Browser login", "Log a program in through the browser of its machine (RFC 8252).")
}

extension RouteDescription {
    static var findAuthorizationPage: RouteDescription {
        RouteDescription(
            "findAuthorizationPage", .browserLogin, "Where a program sends the browser of its machine",
            """
            The program adds `code_challenge` (S256 of RFC 7636), `state`, `port`, `dpop_jkt` (RFC 9449, section 10) and
            `device`. The browser comes back to `http://127.0.0.1:{port}/` with `code`, or `error=access_denied`, and
            with `state` and `iss` (RFC 9207).
            """,
            answers: [
                .ok(
                    "The page.",
                    Schema.object(
                        .required("issuer", .uri, "What `iss` will be."), .required("page", .uri)
                    ).named("AuthorizationPage"),
                    example: ["issuer": "https://essential.example", "page": "https://essential.example/authorize"])
            ])
    }

    static var letProgramIn: RouteDescription {
        RouteDescription(
            "letProgramIn", .browserLogin, "Let a program in, as its person",
            """
            The page asks it for the session of the browser. The code is good once, for a minute, for whoever has the
            verifier and proves the key.
            """,
            body: .json(
                Schema.object(
                    .required("code_challenge", .string), .required("port", .integer),
                    .required("dpop_jkt", .string, "The thumbprint of the program's key (RFC 7638)."),
                    .optional("device", .string.orNull, "How the device calls itself.")
                ).named("ProgramAdmission"),
                example: [
                    "code_challenge": "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM", "device": "desk",
                    "dpop_jkt": "0ZcOCORZNYy-DWpqq30jZyJGHTN0d2HglBV3uiguA4I", "port": 40_123,
                ]),
            answers: [
                .json(
                    .created, "The code.",
                    Schema.object(.required("code", .string)).named("AuthorizationCode"),
                    example: ["code": "SplxlOBeZQQYbYS6WxSbIA1RkV3nVhdJ5kQmWnXgqgo"]), .insufficientAuthentication,
                .problem(
                    .emailNotVerified, "The address of the account has to be proved first.", codes: .browserLogin),
                .invalidData(
                    .invalidData([.invalidProgram]), "The challenge, the port or the key can't be."), .unavailable,
            ])
    }

    static var logInByBrowser: RouteDescription {
        RouteDescription(
            "logInByBrowser", .browserLogin, "Log in with a code that the browser brought",
            """
            The session is as well authenticated as the browser's, and was at the same time. A code that is shown once
            more, with its verifier, ends the session that it gave (RFC 6749, section 4.1.2).
            """,
            body: .json(
                Schema.object(
                    .required("code", .string), .required("code_verifier", .string),
                    .required("port", .integer, "Where the program waited.")
                ).named("BrowserLogin"),
                example: [
                    "code": "SplxlOBeZQQYbYS6WxSbIA1RkV3nVhdJ5kQmWnXgqgo",
                    "code_verifier": "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk", "port": 40_123,
                ]),
            answers: [
                .ok(
                    "A session has begun.",
                    Schema.object(.required("user", .user), .required("token", .tokenGrant)).named("BrowserLoggedIn"),
                    example: ["token": .tokenGrant(), "user": .user()]),
                .problem(
                    .codeRefused,
                    """
                    The code is unknown, too old, used or another program's (`login_code_refused`), or a second factor
                    was turned on that the browser's session didn't prove (`insufficient_user_authentication`).
                    """, codes: .browserLogin),
                .problem(
                    .emailNotVerified, "The address of the account has to be proved first.", codes: .browserLogin),
                .accountSuspended(.browserLogin), .unavailable,
            ])
    }
}

extension ProblemCodes {
    fileprivate static var browserLogin: ProblemCodes {
        ProblemCodes("BrowserLogin", BrowserLoginContract.Code.self)
    }
}
