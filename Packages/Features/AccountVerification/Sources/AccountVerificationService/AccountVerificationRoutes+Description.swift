import AccountVerificationContract
import AccountsServiceAPI
import HTTPServingAPI
import HTTPTypes

extension RouteDescription {
    static var verify: RouteDescription {
        RouteDescription(
            "verify", .accounts, "Prove an address with the mailed link or code",
            """
            Either the token of the link or the code, which were sent together; then both are used. A code counts for
            ten minutes and five tries; each try counts, right or wrong. A link counts for as long as
            `verification.link_lifetime` says.

            Whoever reads the mail of an address may not be whom its account was made by. So the person is in the
            account, with a session that began on the device, or `password` goes with the proof; without both the
            answer is 401, and 422 (`required` at `/password`) with a session that isn't enough.
            """,
            body: .json(.confirmation, example: ["code": "38207816"]),
            answers: [
                .ok(
                    "The address is proved. It counts for the person's running sessions at once.",
                    Schema.object(.required("user", .user)).named("Confirmed"), example: ["user": .user()]),
                .problem(
                    .foreignLink,
                    """
                    The link is for something else, or for another account than the one that is logged in
                    (`link_foreign`).
                    """, codes: .verification),
                .problem(
                    .expiredCode,
                    "The link or the code is right, and too old (`link_expired`) or used before (`link_used`).",
                    codes: .verification),
                .problem(
                    .wrongCode,
                    """
                    The code isn't the one that was sent last, or was tried too often (`invalid_code`); or nobody knows
                    the link, or another message took its place (`link_unknown`). A code with a wrong password is as
                    good as a wrong code.
                    """, codes: .verification),
                .invalidData(
                    .malformedCode,
                    """
                    What was sent has not the form of a code (`invalid_data`, with `invalid_code` at `/code`), which
                    doesn't count as a try.
                    """),
                .invalidData(
                    .wrongPassword,
                    """
                    The link counts, and this isn't the password of its account (`invalid_data`, with `wrong_password` at
                    `/password`). It can be sent again.
                    """),
            ])
    }

    static var resendVerification: RouteDescription {
        RouteDescription(
            "resendVerification", .accounts, "Ask for another message",
            """
            Sends a new link and code, which end those before, unless the address is proved already or got enough
            messages (one a minute, five an hour). The answer is the same in each case, also for an address without an
            account; the person with a session is told if the address is proved already (`already_confirmed`) or got
            enough messages (`too_soon`). With a session no body is needed.
            """,
            body: .jsonIfAny(.anotherCode),
            answers: [
                .json(
                    .accepted, "Heard, or there is nothing to send.", .resent, example: ["status": "check_mail"])
            ])
    }
}

extension ProblemCodes {
    fileprivate static var verification: ProblemCodes {
        ProblemCodes("AccountVerification", AccountVerificationContract.Code.self)
    }
}

extension Schema {
    private static let owner = "The address of the account, where nobody or somebody else is logged in."

    fileprivate static var confirmation: Schema {
        Schema.object(
            .optional("token", .string, "What stands behind `token=` in the link."),
            .optional("code", .string, "Eight digits; spaces and hyphens between them are fine."),
            .optional("email", .string.with("format", "email"), owner),
            .optional(
                "password", .string.with("format", "password"),
                "That of the account, without a session of it that began on this device.")
        ).described("Either `token` or `code`.").named("Confirmation")
    }

    fileprivate static var anotherCode: Schema {
        Schema.object(.required("email", .string.with("format", "email"), owner)).named("AnotherCode")
    }

    fileprivate static var resent: Schema {
        Schema.object(
            .required("status", .values(["check_mail", "already_confirmed", "too_soon"])),
            .optional("user", .user, "The person who is logged in, with `already_confirmed`.")
        ).named("Resent")
    }
}
