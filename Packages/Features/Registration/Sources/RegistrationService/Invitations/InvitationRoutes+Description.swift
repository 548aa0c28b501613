import AccountsServiceAPI
import HTTPServingAPI
import HTTPTypes
import PasswordQuality
import Presenting
import RegistrationContract
import SessionsServiceAPI

extension RouteDescription {
    /// - Parameter steps: What people can do.
    static func acceptInvitation(offering steps: [NextStep]) -> RouteDescription {
        RouteDescription(
            "acceptInvitation", .accounts, "Make an account by an invitation",
            """
            Whoever runs the server invites an address (`essentiald accounts invite`), to which a link goes that is good
            once. The account has that address, which counts as proved; it is made also where registration is closed.
            """,
            body: .json(
                .invitedRegistration,
                example: [
                    "invitation": "8J0RmVnvHhYtY2dUDkVv3x5Xq9mYcXbV2m1sXn4QeWk", "name": "Ana",
                    "password": "four green tea pots",
                ]),
            answers: [
                .json(
                    .created, "The account is made.", .registered,
                    example: [
                        "next": "signed_in",
                        "token": .tokenGrant(
                            refreshToken: "Z0pFZ888xyeTnf0fXSZ6F-pbEOFoi4zIKjIfE1xmr1g", scope: "feed:read"),
                        "user": .user(isVerified: true),
                    ]),
                .problem(
                    .invitationOver,
                    "It was used, is too old, was taken back, or was never made (`invitation_over`).",
                    codes: .invitation),
                .problem(
                    .emailAlreadyInUse(offering: steps), "The address has an account by now.", codes: .registration),
                .invalidData(
                    .invalidData([.emptyName, FieldProblem(PasswordProblem.tooShort)]),
                    "Fields that can't be accepted, all of them.", codes: .registrationField),
            ])
    }
}

extension ProblemCodes {
    fileprivate static var invitation: ProblemCodes {
        ProblemCodes("Invitation", InvitationContract.Code.self)
    }
}

extension Schema {
    fileprivate static var invitedRegistration: Schema {
        Schema.object(
            .required("invitation", .string, "What the link of the letter has."),
            .required("name", .string, "As at making an account without an invitation."),
            .required("password", .password, "As at making an account without an invitation."),
            .optional("device", .string.orNull, "How the device calls itself, as at logging in.")
        ).named("InvitedRegistration")
    }
}
