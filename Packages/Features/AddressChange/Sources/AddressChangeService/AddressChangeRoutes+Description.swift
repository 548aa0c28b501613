import AccountsServiceAPI
import AddressChangeContract
import HTTPServingAPI
import HTTPTypes
import SessionsServiceAPI

extension RouteDescription {
    static var requestAddressChange: RouteDescription {
        RouteDescription(
            "requestAddressChange", .accounts, "Ask for another address",
            """
            Has a code sent to the new address; until that is typed nothing is changed. It takes an authentication
            within five minutes (RFC 9470), with the second factor where one is in force. The answer is the same whether
            or not somebody else has the address, whose owner gets another message then. An account asks five times an
            hour, and has one message a minute sent to an address; of all accounts an address gets at most twenty an
            hour, the last ten for accounts that had none sent there.
            """,
            body: .json(
                Schema.object(.required("email", .emailAddress, "The new address.")).named("AddressWish"),
                example: ["email": "ana@example.net"]),
            answers: [
                .json(
                    .accepted, "Heard.",
                    Schema.object(.required("status", .values(["check_mail"]))).named("AddressWishHeard"),
                    example: ["status": "check_mail"]),
                .insufficientAuthentication,
                .invalidData(
                    .invalidData([.sameAddress]),
                    "It is no address (`invalid_email`), or that of the account (`same_address`).",
                    codes: .addressChangeField),
                .problem(
                    .tooManyChanges(retryAfter: .seconds(600)),
                    "The account asked for five codes within an hour (`too_many_changes`).", codes: .addressChange),
                .unavailable,
            ])
    }

    static var confirmAddressChange: RouteDescription {
        RouteDescription(
            "confirmAddressChange", .accounts, "Prove the new address with the mailed code",
            """
            The account has the new address then, which counts as proved, and nobody logs in with the old one any more.
            Sessions, passkeys and providers stay; the devices are told (`way_in_changed`). The old address gets a
            letter, where it was proved and no earlier change can be undone with a link that undoes it for a week: it
            gives the address back with another password, and ends all sessions. Until then nobody else can have the old
            address. A code counts for ten minutes and five tries.
            """,
            body: .json(
                Schema.object(
                    .required("code", .string, "Eight digits; spaces and hyphens between them are fine.")
                ).named("AddressCode"), example: ["code": "38207816"]),
            answers: [
                .ok(
                    "The address is another one.",
                    Schema.object(
                        .required("user", .user),
                        .optional(
                            "device_token", .string,
                            "To be sent with the next login with the new address on this device. It opens nothing."),
                        .optional(
                            "undo_until", .dateTime,
                            "Until when the link in the letter to the old address undoes it; not there if it has none.")
                    ).named("AddressChanged"), example: ["user": .user()]),
                .problem(.expiredCode, "The code is right, and too old.", codes: .addressChange),
                .problem(
                    .wrongCode, "The code isn't the one that was sent last, or was tried too often (`invalid_code`).",
                    codes: .addressChange),
                .invalidData(
                    .invalidData([.malformedCode]),
                    "What was sent has not the form of a code, which doesn't count as a try.",
                    codes: .addressChangeField),
                .unavailable,
            ])
    }
}

extension ProblemCodes {
    fileprivate static var addressChange: ProblemCodes {
        ProblemCodes("AddressChange", AddressChangeContract.Code.self)
    }
}

extension Schema {
    fileprivate static var addressChangeField: Schema {
        .codes(of: AddressChangeContract.FieldCode.self).named("AddressChangeFieldCode")
    }
}
