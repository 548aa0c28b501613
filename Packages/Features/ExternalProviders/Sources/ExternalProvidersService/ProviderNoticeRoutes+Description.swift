import ExternalProvidersContract
import HTTPServingAPI
import HTTPTypes

extension RouteTag {
    fileprivate static let notices = RouteTag(
        "Providers' notices", "What providers tell of their own accord; nobody else asks these.")
}

extension RouteDescription {
    static var signOutByProvider: RouteDescription {
        RouteDescription(
            "signOutByProvider", .notices, "Tell that somebody logged out at a provider",
            """
            OpenID Connect Back-Channel Logout 1.0: its address is what a provider calls `backchannel_logout_uri`, with
            `backchannel_logout_session_required` true or false. The sessions that began by the provider's word are over
            when this is answered: those of `sid` or, without it, all of `sub`. A token counts once.
            """,
            parameters: [.path("name", "The name of the provider.", .string)],
            body: RouteBody(
                .urlEncodedForm, .object(.required("logout_token", .string, "What the provider signed.")),
                refusals: [.unreadable, .bodyTooLarge, .unsupportedMediaType(.urlEncodedForm)]),
            answers: [
                RouteAnswer(.ok, "The sessions are over. There is no body."), .unknownProvider, .noticeRefused,
                .unavailable,
            ])
    }

    static var tellByProvider: RouteDescription {
        RouteDescription(
            "tellByProvider", .notices, "Tell what happened to an account at a provider",
            """
            A security event token (RFC 8417), pushed by RFC 8935, with an event of OpenID's RISC: the sessions that began
            by the provider's word end, and the link goes where nobody comes by it any more. Others mean nothing here.
            """,
            parameters: [.path("name", "The name of the provider.", .string)],
            body: RouteBody(
                .securityEvent, .string, refusals: [.unreadable, .bodyTooLarge, .unsupportedMediaType(.securityEvent)]),
            answers: [
                RouteAnswer(.accepted, "It is taken, now or before. There is no body."), .unknownProvider,
                .noticeRefused, .unavailable,
            ])
    }

    static var tellByApple: RouteDescription {
        RouteDescription(
            "tellByApple", .notices, "Tell what happened to somebody's Apple Account",
            """
            The endpoint of Apple's server-to-server notifications. `consent-revoked` unlinks Apple where there is another
            way in, and `account-delete` in any case; both end the sessions that began by Apple's word.
            """,
            parameters: [.path("name", "The name of the provider, `apple`.", .string)],
            body: .json(
                .object(.required("payload", .string, "What Apple signed.")).named("AppleNotification"),
                example: ["payload": "eyJraWQiOiJ4In0.eyJpc3MiOiJ4In0.c2ln"]),
            answers: [
                RouteAnswer(.ok, "It is taken, now or before. There is no body."), .unknownProvider, .noticeRefused,
                .unavailable,
            ])
    }

    static var deauthorizeByFacebook: RouteDescription {
        RouteDescription(
            "deauthorizeByFacebook", .notices, "Tell that somebody removed this server at Facebook",
            "Facebook's deauthorize callback. It unlinks Facebook where there is another way in, and ends sessions.",
            parameters: [.path("name", "The name of the provider, `facebook`.", .string)], body: .signedRequest,
            answers: [
                RouteAnswer(.ok, "It is taken, now or before. There is no body."), .unknownProvider, .noticeRefused,
                .unavailable,
            ])
    }

    static var deleteByFacebook: RouteDescription {
        RouteDescription(
            "deleteByFacebook", .notices, "Tell that what Facebook told of somebody is to be deleted",
            "Facebook's data deletion callback. It is deleted when this is answered: the link, with what is in it.",
            parameters: [.path("name", "The name of the provider, `facebook`.", .string)], body: .signedRequest,
            answers: [
                .ok(
                    "It is deleted, now or before.",
                    .object(
                        .required("url", .uri, "Where the person reads of it."),
                        .required("confirmation_code", .string)
                    ).named("DeletionReceipt"),
                    example: [
                        "confirmation_code": "5f0c6a3f9d0b4c1e8a7d2b6e4c3f1a09",
                        "url": "https://essential.example/data-deletion/5f0c6a3f9d0b4c1e8a7d2b6e4c3f1a09",
                    ]),
                .unknownProvider, .noticeRefused, .unavailable,
            ])
    }

    static var showDeletion: RouteDescription {
        RouteDescription(
            "showProviderDeletion", .notices, "What was deleted because a provider wanted it",
            parameters: [.path("code", "The confirmation code.", .string)],
            answers: [
                .ok(
                    "It was deleted.",
                    .object(
                        .required("title", .string, "How people call the provider."),
                        .required("deleted_at", .dateTime)
                    ).named("ProviderDeletion"),
                    example: ["deleted_at": "2026-11-26T09:37:21Z", "title": "Facebook"]),
                .problem(.unknownDeletion, "Nobody got that code.", codes: .notices), .unavailable,
            ])
    }
}

extension RouteBody {
    fileprivate static var signedRequest: RouteBody {
        RouteBody(
            .urlEncodedForm, .object(.required("signed_request", .string, "What Facebook signed.")),
            refusals: [.unreadable, .bodyTooLarge, .unsupportedMediaType(.urlEncodedForm)])
    }
}

extension RouteAnswer {
    fileprivate static var unknownProvider: RouteAnswer {
        .problem(.unknownProvider, "There is no such provider.", codes: .notices)
    }

    fileprivate static var noticeRefused: RouteAnswer {
        .problem(
            .noticeRefused, "It can't be read, isn't the provider's, isn't for this server, or came before.",
            codes: .notices,
            with: .object(
                .optional("error", .string, "OpenID Connect Back-Channel Logout 1.0, section 2.8."),
                .optional("err", .string, "RFC 8935, section 2.3.")))
    }

    fileprivate static var unreadable: RouteAnswer {
        .problem(.badRequest(), "The request can't be read.", codes: .common)
    }
}

extension ProblemCodes {
    fileprivate static var notices: ProblemCodes {
        ProblemCodes("ProviderNotices", ExternalProvidersContract.NoticeCode.self)
    }
}
