import AccountsServiceAPI
import CaptchaServiceAPI
import HTTPServingAPI
import HTTPTypes
import LoginContract
import SessionsServiceAPI

extension RouteDescription {
    /// - Parameter asksForProof: Whether people can prove their address, and may
    ///   have to.
    static func logIn(asksForProof: Bool) -> RouteDescription {
        var description = logIn
        if asksForProof { description.add(.addressNotProved) }
        return description
    }

    private static var logIn: RouteDescription {
        RouteDescription(
            "logIn", .sessions, "Log in",
            """
            An unknown address is answered like a wrong password, after the same work. Five failures within five minutes
            lock the account for 15 minutes, each further lock twice as long up to four hours, and a client address
            after thirty; a device that sends its `device_token` is counted apart.
            """,
            parameters: [.waited],
            body: .json(
                .credentials,
                example: ["email": "ana@example.com", "password": "four green tea pots", "device": "desk"]),
            answers: [
                .ok("A session has begun.", .loggedIn, example: ["token": .tokenGrant(), "user": .user()]),
                .problem(
                    .invalidCredentials(),
                    """
                    The address and the password don't belong together. There is no `WWW-Authenticate`: this is no
                    request with credentials of HTTP.
                    """, codes: .login, with: .captchaOfNextAttempt),
                .invalidData(
                    .invalidData([.invalidEmail]),
                    """
                    What was sent can't be right: no address, or a password without or with more than 1024 bytes. It
                    doesn't count as an attempt.
                    """, codes: .loginField),
                .captchaRequired(
                    """
                    There were three failures before, or eighteen from this client address, or an attack goes on, so
                    `captcha` has to be answered first; the password was not looked at, and this is no failure. It gets
                    harder with each further failure. For unknown addresses it is the same.
                    """, codes: .login),
                .problem(
                    .secondFactorRequired(ticket: "Yk3VdZlq8dRb2LJ6tTqWvdg3uJ1mA1v0L3QmDg2Zp3c"),
                    """
                    The password is right, and a second factor is in force: the `ticket` is sent with a code to
                    `/auth/login/code`, within five minutes, from the same device.
                    """, codes: .login, with: .ticket),
                .accountSuspended(.login), .accountClosing(.login),
                .problem(
                    .accountLocked(for: 900),
                    "There were too many wrong passwords (`account_locked`). For unknown addresses it is the same.",
                    codes: .login),
            ])
    }

    static var proveFactor: RouteDescription {
        RouteDescription(
            "proveSecondFactor", .sessions, "The second step of a login",
            """
            The code of an authenticator or a recovery code, each good once. Five wrong codes within five minutes lock the
            second step for 15 minutes, each further lock twice as long up to four hours, whatever the failures of
            passwords. A wrong code leaves the ticket good; it is for one session, and over when the password changes.
            """,
            body: .json(
                .secondStep, example: ["ticket": "Yk3VdZlq8dRb2LJ6tTqWvdg3uJ1mA1v0L3QmDg2Zp3c", "code": "287082"]),
            answers: [
                .ok("A session has begun.", .loggedIn, example: ["token": .tokenGrant(), "user": .user()]),
                .accountSuspended(.login),
                .problem(
                    .wrongCode,
                    """
                    The code is wrong or was used before (`wrong_code`), or the first step has to be done again
                    (`login_expired`). There is no `WWW-Authenticate`.
                    """, codes: .login),
                .problem(
                    .accountLocked(for: 900), "There were too many wrong codes (`account_locked`).", codes: .login),
            ])
    }

    static var reportFactorLoss: RouteDescription {
        RouteDescription(
            "reportFactorLoss", .sessions, "Say that the second factor is lost",
            """
            For who has neither the authenticator nor a recovery code. The factor ends at the time that is answered, after
            days in which the person gets messages; until then a right code takes it back, a session does
            (`DELETE /auth/factors/loss`), and so does another password. It can be said three times a day: each time
            the person gets messages.
            """,
            body: .json(.loss, example: ["ticket": "Yk3VdZlq8dRb2LJ6tTqWvdg3uJ1mA1v0L3QmDg2Zp3c"]),
            answers: [
                .json(
                    .accepted, "It is noted, or was before.", .lossReported,
                    example: ["factor_ends_at": "2026-11-28T09:37:21Z"]),
                .problem(
                    .loginExpired, "The first step has to be done again. There is no `WWW-Authenticate`.",
                    codes: .login),
                .problem(.factorStays, "`second_factor.loss_delay` is `0s`: only the operator does it.", codes: .login),
                .problem(
                    .tooManyLosses(retryAfter: .seconds(3_600)),
                    "It was said three times within a day (`too_many_losses`), or there were too many requests.",
                    codes: .login),
            ])
    }

    static var foreseeFactorLoss: RouteDescription {
        RouteDescription(
            "foreseeFactorLoss", .sessions, "What saying that the second factor is lost does",
            "To be shown to who is about to say so. Nothing is noted, and nobody is written to.",
            body: .json(.loss, example: ["ticket": "Yk3VdZlq8dRb2LJ6tTqWvdg3uJ1mA1v0L3QmDg2Zp3c"]),
            answers: [
                .ok(
                    "When the factor would end, or does since it was said before.", .lossReported,
                    example: ["factor_ends_at": "2026-11-28T09:37:21Z"]),
                .problem(
                    .loginExpired, "The first step has to be done again. There is no `WWW-Authenticate`.",
                    codes: .login),
                .problem(.factorStays, "`second_factor.loss_delay` is `0s`: only the operator does it.", codes: .login),
                .problem(
                    .tooManyLosses(retryAfter: .seconds(3_600)),
                    "Saying it would be refused (`too_many_losses`).", codes: .login),
            ])
    }

    static var logOut: RouteDescription {
        RouteDescription(
            "logOut", .sessions, "Log out",
            "Ends the session of a refresh token. Its access tokens are refused from then on.",
            body: .json(
                .refreshToken, example: ["refresh_token": "QfV173zYy8GD7oNyyBDGwRUTnCSNoNnVuUwJ2m388aI"]),
            answers: [
                .noContent(
                    "The session is over. Also the answer to a token that nobody knows (RFC 7009, section 2.2).")
            ])
    }
}

extension RouteAnswer {
    fileprivate static let addressNotProved = RouteAnswer.problem(
        .emailNotVerified,
        "The password is right, and `accounts.verification=required` asks for a proved address first.", codes: .login)
}

extension RouteParameter {
    fileprivate static let waited = RouteParameter.header(
        LoginContract.waitedField,
        "That it waited on the device for a connection: it takes no deletion of the account back, and is refused then.",
        .constant(LoginContract.waited), example: .string(LoginContract.waited))
}

extension ProblemCodes {
    fileprivate static var login: ProblemCodes { ProblemCodes("Login", LoginContract.Code.self) }
}

extension Schema {
    fileprivate static var loginField: Schema { .codes(of: LoginContract.FieldCode.self).named("LoginFieldCode") }

    fileprivate static var credentials: Schema {
        Schema.object(
            .required("email", .emailAddress), .required("password", .password, "1 to 1024 bytes."),
            .optional("device", .string.orNull, "How the device calls itself."),
            .optional(
                "device_token", .string.orNull,
                """
                The `device_token` of an earlier login to this account on this device: failures of strangers don't lock
                it out.
                """),
            .optional("captcha", .string.orNull, "The answer to the `captcha` of 428.")
        ).named("Credentials")
    }

    fileprivate static var ticket: Schema {
        Schema.object(.required("ticket", .string, "Says that the first step is done.")).named("LoginTicket")
    }

    fileprivate static var loss: Schema {
        Schema.object(.required("ticket", .string, "The `ticket` of the first step.")).named("FactorLoss")
    }

    fileprivate static var lossReported: Schema {
        Schema.object(.required("factor_ends_at", .dateTime, "When the second factor ends.")).named(
            "FactorLossReported")
    }

    fileprivate static var secondStep: Schema {
        Schema.object(
            .required("ticket", .string, "The `ticket` of the first step."),
            .required("code", .string, "Six digits, or a recovery code; spaces, hyphens and case don't count.")
        ).named("SecondStep")
    }

    fileprivate static var loggedIn: Schema {
        Schema.object(
            .required("user", .user), .required("token", .tokenGrant),
            .optional(
                "device_token", .string,
                "To be sent with the next login to this account on this device. It opens nothing."),
            .accountKept
        ).named("LoggedIn")
    }
}
