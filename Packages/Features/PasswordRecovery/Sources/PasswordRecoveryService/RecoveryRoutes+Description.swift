import AccountsServiceAPI
import CaptchaServiceAPI
import HTTPServingAPI
import HTTPTypes
import PasswordRecoveryContract

extension RouteDescription {
    static var requestReset: RouteDescription {
        RouteDescription(
            "requestReset", .accounts, "Ask for a message that lets one choose another password",
            """
            Sends a link and a code, which end those before, unless the address got enough messages (one a minute, five
            an hour). The answer and the time it takes are the same in each case, also for an address without an
            account.
            """,
            body: .json(.resetRequest),
            answers: [
                .json(
                    .accepted, "Heard.",
                    Schema.object(.required("status", .constant("check_mail"))).named("CheckMail"),
                    example: ["status": "check_mail"]),
                .invalidData(
                    .invalidData([.invalidEmail]),
                    "What was sent is no address (`invalid_data`, with `invalid_email` at `/email`)."),
                .captchaRequired(
                    """
                    Three messages were asked for within an hour, to this address or, six times as many, from this
                    client address, or an attack goes on, so `captcha` has to be answered first; nothing was sent. It
                    gets harder with each further one. For unknown addresses it is the same.
                    """, codes: .recovery),
            ])
    }

    static var resetPassword: RouteDescription {
        RouteDescription(
            "resetPassword", .accounts, "Choose another password with the mailed link or code",
            """
            Either the token of the link, or the code with the address it was sent to; both are used then. All sessions
            of the person end, and the person gets a message. A code counts for ten minutes and five tries, a link for
            half an hour, unless `recovery.code_lifetime` and `recovery.link_lifetime` say otherwise.
            """,
            body: .json(
                .passwordReset,
                example: [
                    "code": "38207816", "email": "ana@example.com", "new_password": "seven blue coffee cups",
                ]),
            answers: [
                .noContent("The password is changed."),
                .problem(.foreignLink, "The link is for something else (`link_foreign`).", codes: .recovery),
                .problem(
                    .expiredLink,
                    "The link or the code is right, and too old (`link_expired`) or used before (`link_used`).",
                    codes: .recovery),
                .problem(
                    .unknownLink,
                    """
                    The code isn't the one that was sent last, or was tried too often (`invalid_code`); or nobody knows
                    the link, or another message took its place (`link_unknown`).
                    """, codes: .recovery),
                .invalidData(
                    .invalidData([.malformedCode]),
                    """
                    What was sent can't be accepted (`invalid_data`): of a password at `/new_password` it says why and
                    what would be better, and the link or the code counts still. That it is the account's password
                    already (`same_password`) is said to who has proved to read its mail.
                    """),
            ])
    }
}

extension ProblemCodes {
    fileprivate static var recovery: ProblemCodes {
        ProblemCodes("PasswordRecovery", PasswordRecoveryContract.Code.self)
    }
}

extension Schema {
    fileprivate static var resetRequest: Schema {
        Schema.object(
            .required("email", .string.with("format", "email"), "The address of the account."),
            .optional("captcha", .string, "The answer to the `captcha` of 428.")
        ).named("ResetRequest")
    }

    fileprivate static var passwordReset: Schema {
        Schema.object(
            .optional("token", .string, "What stands behind `token=` in the link."),
            .optional("code", .string, "Eight digits; spaces and hyphens between them are fine."),
            .optional("email", .string.with("format", "email"), "The address the code was sent to."),
            .optional(
                "new_password", .password,
                """
                At least 8 code points after NFC, at most 1024 bytes; neither common nor personal nor predictable.
                Without it nothing is set: a proof that counts is answered with `required`, and counts still.
                """)
        ).described("Either `token`, or `code` and `email`.").named("PasswordReset")
    }
}
