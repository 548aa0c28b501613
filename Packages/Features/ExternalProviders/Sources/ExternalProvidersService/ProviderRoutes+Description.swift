import AccountsServiceAPI
import ExternalProvidersContract
import HTTPServingAPI
import HTTPTypes
import SessionsServiceAPI

extension RouteTag {
    fileprivate static let providers = RouteTag("Providers", "Sign in through somebody else who knows the person.")
}

extension RouteDescription {
    static var listProviders: RouteDescription {
        RouteDescription(
            "listProviders", .providers, "The providers of this server", "Perhaps none; operators set them.",
            answers: [.ok("The providers.", .providers, example: ["providers": []])])
    }

    static var beginAttempt: RouteDescription {
        RouteDescription(
            "beginProviderAttempt", .providers, "Begin to sign in through a provider",
            """
            The person goes on at `address`, in a browser, and comes back to an address of this server with what
            `/auth/providers/answer` is sent. `attempt` stays where the attempt was begun: who has it is who comes back.
            It counts once, for five minutes. Who is logged in already is asked there to log in anew, where the provider
            knows how to.
            """,
            parameters: [.path("name", "The name of the provider.", .string)],
            answers: [
                .json(
                    .created, "An attempt has begun.", .begun,
                    example: [
                        "address": "https://accounts.example/authorize?response_type=code",
                        "attempt": "QfV173zYy8GD7oNyyBDGwRUTnCSNoNnVuUwJ2m388aI", "expires_in": 300,
                    ]),
                .problem(.unknownProvider, "There is no such provider.", codes: .providers),
                .problem(
                    .providerUnavailable, "The provider can't be reached, or isn't one.", codes: .providers),
            ])
    }

    static var finishAttempt: RouteDescription {
        RouteDescription(
            "finishProviderAttempt", .providers, "Sign in with what a provider answered",
            """
            Who is linked with an account gets a session. Who isn't, and of whose address the provider says that it is
            theirs, gets an account without a password, unless one has the address: then `offer` can be taken by
            who proves to be that account's person, by logging in (`POST /auth/ways-in`). Who is logged in gets an `offer`
            for what isn't linked.
            """,
            body: .json(
                .providerAnswer,
                example: [
                    "attempt": "QfV173zYy8GD7oNyyBDGwRUTnCSNoNnVuUwJ2m388aI", "code": "SplxlOBeZQQYbYS6WxSbIA",
                    "iss": "https://accounts.example", "provider": "acme", "state": "af0ifjsldkj",
                ]),
            answers: [
                .ok(
                    "A session has begun, or there is an offer.", .outcome,
                    example: ["token": .tokenGrant(), "user": .user()]),
                .problem(
                    .signInCancelled,
                    """
                    The person stopped at the provider (`sign_in_cancelled`), was not let in (`sign_in_denied`), or has no
                    link, and the provider doesn't say that the address is theirs (`address_not_vouched`). Or they are
                    logged in already, and logged in there too long ago to prove that it is them (`sign_in_not_recent`).
                    """, codes: .providers),
                .problem(
                    .attemptOver, "Nobody knows the attempt, it was answered, is too old, or isn't of this answer.",
                    codes: .providers),
                .problem(.linkedElsewhere, "It is linked with somebody else's account.", codes: .providers),
                .problem(
                    .secondFactorRequired,
                    """
                    The person's second factor has to be proved as well: `ticket` goes to `POST /auth/login/code` with a
                    code. Or the address of the account has to be proved first (`email_not_verified`).
                    """, codes: .providers,
                    with: .object(.optional("ticket", .string, "That the first step is done."))),
                .accountSuspended(.providers),
                .problem(
                    .answerNotBelieved,
                    """
                    The provider can't be reached (`provider_unavailable`), makes no sense (`provider_refused`), or what
                    came back can't be believed (`answer_not_believed`).
                    """, codes: .providers),
            ])
    }

    static var listWaysIn: RouteDescription {
        RouteDescription(
            "listWaysIn", .providers, "The ways into the account of who asks",
            answers: [
                .ok(
                    "The ways in.", .ways,
                    example: [
                        "links": [
                            [
                                "email": "ana@example.com", "id": "2f1b7d0c-6a4e-4a0e-9a39-0f2b6c6f6f11",
                                "leads_in": true, "linked_at": "2026-11-21T09:37:21Z", "provider": "google",
                                "title": "Google",
                            ]
                        ], "changeable": true, "others": 0, "password": true,
                    ])
            ])
    }

    static var linkWayIn: RouteDescription {
        RouteDescription(
            "linkWayIn", .providers, "Take an offer",
            "From then on the person logs in through the provider as well.",
            body: .json(.acceptance, example: ["attempt": "QfV173zYy8GD7oNyyBDGwRUTnCSNoNnVuUwJ2m388aI"]),
            answers: [
                .json(
                    .created, "It is linked.", .link,
                    example: [
                        "email": "ana@example.com", "id": "2f1b7d0c-6a4e-4a0e-9a39-0f2b6c6f6f11",
                        "leads_in": true, "linked_at": "2026-11-21T09:37:21Z", "provider": "google", "title": "Google",
                    ]),
                .insufficientAuthentication,
                .problem(
                    .emailNotVerified, "The person has to prove the address of the account first.", codes: .providers),
                .problem(.attemptOver, "Nobody knows the offer, or it is over.", codes: .providers),
                .problem(.linkedElsewhere, "It is linked with somebody else's account.", codes: .providers),
            ])
    }

    static var unlinkWayIn: RouteDescription {
        RouteDescription(
            "unlinkWayIn", .providers, "Take a way in away",
            "The sessions that began that way end, but for the one that asks.",
            parameters: [.path("id", "The identifier of a way in.")],
            answers: [
                .noContent("Nobody comes in that way any more."), .insufficientAuthentication,
                .problem(.unknownWay, "The person has no such way in.", codes: .providers),
                .problem(.lastWay, "It is the last way in, and stays.", codes: .providers),
            ])
    }
}

extension ProblemCodes {
    fileprivate static var providers: ProblemCodes {
        ProblemCodes("Providers", ExternalProvidersContract.Code.self)
    }
}

extension Schema {
    fileprivate static var providers: Schema {
        Schema.object(
            .required(
                "providers", .array(of: .object(.required("name", .string), .required("title", .string))))
        ).named("Providers")
    }

    fileprivate static var begun: Schema {
        Schema.object(
            .required("address", .uri, "Where the person goes on."),
            .required("attempt", .string, "256 random bits in base64url."),
            .required("expires_in", .integer(1...), "Seconds.")
        ).named("ProviderAttempt")
    }

    fileprivate static var providerAnswer: Schema {
        Schema.object(
            .required("attempt", .string), .required("provider", .string, "To whose address the person came back."),
            .required("state", .string), .optional("code", .string.orNull), .optional("iss", .string.orNull),
            .optional("error", .string.orNull),
            .optional("user", .string.orNull, "What Apple sends by that name, the first time."),
            .optional("device", .string.orNull, "How the device calls itself.")
        ).named("ProviderAnswer")
    }

    fileprivate static var outcome: Schema {
        Schema.object(
            .optional("user", .user), .optional("token", .tokenGrant), .accountKept, .optional("offer", .offer)
        ).named("ProviderOutcome")
    }

    fileprivate static var offer: Schema {
        Schema.object(
            .required("attempt", .string, "By which the offer is known."), .required("provider", .string),
            .optional("email", .string),
            .required(
                "account_exists", .boolean, "Whether an account has the address, so that its person has to log in.")
        ).named("ProviderOffer")
    }

    fileprivate static var acceptance: Schema {
        Schema.object(.required("attempt", .string)).named("ProviderAcceptance")
    }

    fileprivate static var link: Schema {
        Schema.object(
            .required("id", .uuid), .required("provider", .string), .required("title", .string),
            .optional("email", .string), .required("linked_at", .dateTime),
            .optional(
                "leads_in", .boolean,
                "Whether anybody gets in by it now; not while the server doesn't have that provider any more.")
        ).named("WayIn")
    }

    fileprivate static var ways: Schema {
        Schema.object(
            .required("password", .boolean, "Whether the account has a password."),
            .required("links", .array(of: .link)),
            .required("others", .integer, "How many others there are: passkeys."),
            .optional("changeable", .boolean, "Whether the person proved lately enough who they are to change them.")
        ).named("WaysIn")
    }
}
