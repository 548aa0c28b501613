import AccountsServiceAPI
import HTTPServingAPI
import PasswordChangeContract
import SessionsServiceAPI

extension RouteDescription {
    static var changePassword: RouteDescription {
        RouteDescription(
            "changePassword", .accounts, "Choose another password",
            """
            The current password is checked under the lockout of logging in; a session is counted apart, like a device
            that is known. Where a second factor is in force, it takes a recent authentication with that as well
            (RFC 9470). The new password, the end of all other sessions and the new tokens of this one are one step;
            the person gets a message. The tokens of before are worth nothing then, but for this: who sends the
            `refresh_token` and loses the answer can exchange it at `/auth/refresh` for the new one, until that was
            used. Tokens by which devices are known are good until the password is replaced; this device gets another
            one. An account has three other passwords an hour: each makes the letters of recovery worth nothing that
            are open, and whoever knows the password mustn't keep its owner out by that.
            """,
            body: .json(
                .passwordChange,
                example: ["current_password": "four green tea pots", "new_password": "seven blue coffee cups"]),
            answers: [
                .ok(
                    "The password is changed; these are the tokens of the session from now on.", .passwordChanged,
                    example: ["token": .tokenGrant()]),
                .problem(
                    .wrongCurrentPassword,
                    """
                    The current password is another one (`invalid_credentials`, without `WWW-Authenticate`), or a second
                    factor is in force and has to be proved at `/auth/reauthentication` (`insufficient_user_authentication`).
                    """, codes: .passwordChange),
                .invalidData(
                    .invalidData([.samePassword]),
                    """
                    What was sent can't be accepted, with everything that is wrong with it: `same_password`, or why the
                    new password is too weak and what would be better. It doesn't count as an attempt.
                    """),
                .problem(.noPassword, "There is none to be changed.", codes: .passwordChange),
                .problem(
                    .currentPasswordLocked(for: 900),
                    """
                    There were too many wrong passwords (`account_locked`), or too many changes (`too_many_requests`).
                    """, codes: .passwordChange),
            ])
    }
}

extension ProblemCodes {
    fileprivate static var passwordChange: ProblemCodes {
        ProblemCodes("PasswordChange", PasswordChangeContract.Code.self)
    }
}

extension Schema {
    fileprivate static var passwordChanged: Schema {
        Schema.object(
            .required("token", .tokenGrant),
            .optional(
                "device_token", .string,
                "To be sent with the next login with the new password on this device. It opens nothing.")
        ).named("PasswordChanged")
    }

    fileprivate static var passwordChange: Schema {
        Schema.object(
            .required("current_password", .password, "1 to 1024 bytes."),
            .required(
                "new_password", .password,
                """
                At least 8 code points after NFC, at most 1024 bytes; neither common nor personal nor predictable, and
                not the current one.
                """),
            .optional(
                "refresh_token", .string.orNull,
                "The refresh token of the session, so that a lost answer costs nobody the session.")
        ).named("PasswordChange")
    }
}
