import AccountsServiceAPI
import HTTPServingAPI
import HTTPTypes
import PasswordQuality
import Presenting
import RegistrationContract
import SessionsServiceAPI

extension RouteDescription {
    /// - Parameter steps: What people can do.
    static func register(offering steps: [NextStep]) -> RouteDescription {
        let sendsMessages = steps.contains(.verify)
        var description = RouteDescription(
            "register", .accounts, "Make an account",
            sendsMessages
                ? """
                Also sends a message with a code that proves the address. What is answered for an address that has an
                account is configuration: `accounts.enumeration=friendly` answers 409, `strict` always answers 202 and
                writes to the owner.
                """ : nil,
            body: .json(
                .registration,
                example: ["name": "Ana", "email": "ana@example.com", "password": "four green tea pots"]),
            answers: [
                .json(
                    .created, "The account is made.", .registered,
                    example: [
                        "next": sendsMessages ? "confirmation" : "signed_in",
                        "token": .tokenGrant(
                            refreshToken: "Z0pFZ888xyeTnf0fXSZ6F-pbEOFoi4zIKjIfE1xmr1g", scope: "feed:read"),
                        "user": .user(isVerified: !sendsMessages),
                    ]),
                .problem(
                    .emailAlreadyInUse(offering: steps),
                    "The address has an account (`accounts.enumeration=friendly`).", codes: .registration),
                .invalidData(
                    .invalidData([.emptyName, .invalidEmail, FieldProblem(PasswordProblem.tooShort)]),
                    """
                    Fields that can't be accepted, all of them; the codes of `errors` are those of `RegistrationFieldCode`.
                    """,
                    codes: .registrationField),
            ])
        if sendsMessages { description.add(.checkMail) }
        return description
    }
}

extension RouteAnswer {
    fileprivate static var checkMail: RouteAnswer {
        .json(
            .accepted,
            "With `accounts.enumeration=strict`, the one answer to every request that could make an account.",
            Schema.object(.required("status", .constant("check_mail"))).named("CheckMail"),
            example: ["status": "check_mail"])
    }
}

extension ProblemCodes {
    static var registration: ProblemCodes {
        ProblemCodes(
            "Registration", RegistrationContract.Code.self,
            "`replay_detected` is reserved: clients know it, this server does not answer it yet.")
    }
}

extension Schema {
    static var registrationField: Schema {
        .codes(of: RegistrationContract.FieldCode.self).named("RegistrationFieldCode")
    }

    fileprivate static var registration: Schema {
        Schema.object(
            .required(
                "name", .string,
                "1 to 100 characters after trimming and NFC, without control characters and turns of text direction."),
            .required("email", .emailAddress),
            .required(
                "password", .password,
                "At least 8 code points after NFC, at most 1024 bytes. Nothing is demanded of its characters."),
            .optional("device", .string.orNull, "How the device calls itself, as at logging in.")
        ).named("Registration")
    }

    static var registered: Schema {
        Schema.object(
            .required("user", .user),
            .optional("token", .tokenGrant, "The session that began; absent when the person has to log in."),
            .required("next", .afterRegistration),
            .optional(
                "device_token", .string,
                """
                To be sent with the next login to this account on this device, as after a login; absent without a
                session.
                """
            )
        ).named("Registered")
    }

    private static var afterRegistration: Schema {
        Schema.values(of: RegistrationContract.Next.self)
            .described("Where the person goes next (`accounts.after_registration`).").named("AfterRegistration")
    }
}
