import AccountsServiceAPI
import BrowserLoginContract
import HTTPServingAPI
import HTTPTypes
import ProofOfPossessionServiceAPI
import SessionsServiceAPI

extension RouteTag {
    fileprivate static let deviceLogin = RouteTag(
        "Device login", "Log a device in through a browser that is elsewhere (RFC 8628).")
}

extension RouteDescription {
    static var beginDeviceLogin: RouteDescription {
        RouteDescription(
            "beginDeviceLogin", .deviceLogin, "Have a device wait for somebody to let it in",
            """
            It shows `verification_uri` and `user_code`, which is typed there by hand; the address with the code in it
            doesn't exist. The device proves its key here and each time it asks (RFC 9449).
            """,
            body: .json(
                Schema.object(.optional("device", .string.orNull, "How the device calls itself."))
                    .named("DeviceWish"), example: ["device": "desk"]),
            answers: [
                .ok(
                    "It waits.",
                    Schema.object(
                        .required("device_code", .string), .required("user_code", .string),
                        .required("verification_uri", .uri), .required("expires_in", .integer, "Seconds."),
                        .required("interval", .integer, "How many seconds to wait before each question.")
                    ).named("DeviceAuthorization"),
                    example: [
                        "device_code": "GmRhmhcxhwAzkoEqiMEg_DnyEysNkuNhszIySk9eS00", "expires_in": 600,
                        "interval": 5, "user_code": "WDJB-MJHT",
                        "verification_uri": "https://essential.example/device",
                    ]), .problem(.proofRequired, "The request has to prove a key."), .unavailable,
            ])
    }

    static var logInByDeviceCode: RouteDescription {
        RouteDescription(
            "logInByDeviceCode", .deviceLogin, "Log a device in once it is let in",
            """
            The session gets in by what was proved to the one that let it in, and has no recent proof of its own
            (`/auth/reauthentication`). The person is told of it each time. A code that is shown once more, with its
            key, ends the session that it gave. The questions of each device are counted, and those with unknown
            codes by their address.
            """,
            body: .json(
                Schema.object(.required("device_code", .string)).named("DeviceQuestion"),
                example: ["device_code": "GmRhmhcxhwAzkoEqiMEg_DnyEysNkuNhszIySk9eS00"]),
            answers: [
                .ok(
                    "A session has begun.",
                    Schema.object(.required("user", .user), .required("token", .tokenGrant)).named("DeviceLoggedIn"),
                    example: ["token": .tokenGrant(), "user": .user()]),
                .problem(
                    .authorizationPending,
                    """
                    Nobody decided yet (`authorization_pending`); the device asked too early, and waits five seconds
                    longer from now on (`slow_down`); the person refused it (`access_denied`); the code is unknown, too
                    old, used or another key's (`expired_token`).
                    """, codes: .deviceLogin),
                .problem(
                    .insufficientAuthentication(.two),
                    "A second factor was turned on that the session which let it in didn't prove."),
                .problem(
                    .emailNotVerified, "The address of the account has to be proved first.", codes: .deviceLogin),
                .accountSuspended(.deviceLogin),
                .problem(.tooManyRequests(retryAfter: .seconds(300)), "It asks too often by far."), .unavailable,
            ])
    }

    static var findWaitingDevice: RouteDescription {
        RouteDescription(
            "findWaitingDevice", .deviceLogin, "Which device waits with a code",
            "What the device says of itself is proof of nothing. Each code counts; there are twenty in ten minutes.",
            body: .typedCode,
            answers: [
                .ok(
                    "It waits.",
                    Schema.object(
                        .optional("device", .string.orNull, "How it calls itself."),
                        .optional("location", .string.orNull, "Where its network is; nothing where nobody knows."),
                        .required("address", .string, "The address of its network."), .required("begun_at", .dateTime)
                    ).named("WaitingDevice"),
                    example: [
                        "address": "203.0.113.9", "begun_at": "2026-11-21T09:37:21Z", "device": "desk",
                        "location": "Madrid, Spain",
                    ]), .insufficientAuthentication, .unknownUserCode, .unavailable,
            ])
    }

    static var letDeviceIn: RouteDescription {
        RouteDescription(
            "letDeviceIn", .deviceLogin, "Let the device in that waits with a code", body: .typedCode,
            answers: [
                .noContent("It gets a session when it asks next."), .insufficientAuthentication,
                .problem(
                    .emailNotVerified, "The address of the account has to be proved first.", codes: .deviceLogin),
                .unknownUserCode, .unavailable,
            ])
    }

    static var refuseDevice: RouteDescription {
        RouteDescription(
            "refuseDevice", .deviceLogin, "Don't let the device in that waits with a code",
            "Who let it in can take that back, for as long as it has no session.", body: .typedCode,
            answers: [.noContent("It is told when it asks next."), .unknownUserCode, .unavailable])
    }
}

extension RouteBody {
    fileprivate static var typedCode: RouteBody {
        .json(
            Schema.object(.required("user_code", .string, "As it was typed.")).named("UserCode"),
            example: ["user_code": "WDJB-MJHT"])
    }
}

extension RouteAnswer {
    fileprivate static var unknownUserCode: RouteAnswer {
        .problem(
            .unknownUserCode, "No device waits with this code: it is unknown, too old, or decided.",
            codes: .deviceLogin)
    }
}

extension ProblemCodes {
    fileprivate static var deviceLogin: ProblemCodes {
        ProblemCodes("DeviceLogin", DeviceLoginContract.Code.self)
    }
}
