import AccountsServiceAPI
import AdministrationContract
import CoreModels
import HTTPServingAPI
import HTTPTypes
import SessionsServiceAPI

extension RouteDescription {
    static var showAdministrator: RouteDescription {
        RouteDescription(
            "showAdministrator", .accounts, "Whether who asks is an administrator",
            """
            The server's own pages ask it; what administrators see and do is on these pages and has no other address.
            """,
            answers: [
                .ok("They are, and proved who they are within the last five minutes.", .administrator),
                .insufficientAuthentication,
                .problem(.notAdministrator, "They aren't (`not_administrator`).", codes: .administration),
            ])
    }

    static var acceptAdministration: RouteDescription {
        RouteDescription(
            "acceptAdministration", .accounts, "Become an administrator by an invitation",
            """
            Whoever has the machine makes invitations (`essentiald admin invite`); each is good once, within a day. Also
            the answer to who is an administrator already, which uses up nothing.
            """,
            body: .json(
                Schema.object(.required("token", .string, "What the link of the invitation has.")).named(
                    "AdministratorInvitation"),
                example: ["token": "8J0RmVnvHhYtY2dUDkVv3x5Xq9mYcXbV2m1sXn4QeWk"]),
            answers: [
                .noContent("The person is an administrator."),
                .insufficientAuthentication,
                .problem(.emailNotVerified, "The address isn't proved.", codes: .administration),
                .problem(
                    .invitationOver, "It was used, is too old, or was never made (`invitation_over`).",
                    codes: .administration),
            ])
    }
}

extension ProblemCodes {
    fileprivate static var administration: ProblemCodes {
        ProblemCodes("Administration", AdministrationContract.Code.self)
    }
}

extension Schema {
    fileprivate static var administrator: Schema {
        Schema.object(
            .required("user", .string, "The person's identifier."),
            .required("session", .string, "In which session they are there.")
        ).named("AdministratorStanding")
    }
}
