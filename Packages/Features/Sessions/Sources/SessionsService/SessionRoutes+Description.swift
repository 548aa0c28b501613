import HTTPServingAPI
import HTTPTypes
import SessionsContract
import SessionsServiceAPI

extension RouteDescription {
    static var listSessions: RouteDescription {
        RouteDescription(
            "listSessions", .sessions, "The sessions of who asks",
            """
            Those that aren't over, the one used last first. `last_seen_at` is right to within the life of an access
            token. `device` and `location` are `unknown` where nobody knows them; `knows_places` is false where the
            server has no locator.
            """,
            answers: [
                .ok(
                    "The sessions.",
                    Schema.object(
                        .required("items", .array(of: .session)),
                        .optional("knows_places", .boolean, "Whether the server knows where networks are.")
                    ).named("SessionList"),
                    example: [
                        "items": [
                            [
                                "acr": "aal1", "amr": ["pwd"], "authenticated_at": "2026-11-21T09:37:21Z",
                                "created_at": "2026-11-21T09:37:21Z", "current": true, "device": "desk",
                                "id": "2f1b7d0c-6a4e-4a0e-9a39-0f2b6c6f6f11", "last_seen_at": "2026-11-21T10:02:00Z",
                                "location": "Madrid, Spain",
                                "place": ["country": "ES", "en": "Madrid, Spain", "es": "Madrid, España"],
                                "suspicious": false,
                            ]
                        ], "knows_places": true,
                    ])
            ])
    }

    static var endOtherSessions: RouteDescription {
        RouteDescription(
            "endOtherSessions", .sessions, "End all sessions but the one that asks",
            "Their access tokens are refused from the answer on, and their event streams told.",
            answers: [.noContent("There is no other session any more."), .insufficientAuthentication])
    }

    static var endSession: RouteDescription {
        RouteDescription(
            "endSession", .sessions, "End one session",
            """
            Its access tokens are refused from the answer on, and its event streams told. A session of somebody else,
            one that is over and one that never was get the same 404. A device that a typed code let in ends others only
            once its person proved who they are there.
            """,
            parameters: [.sessionID],
            answers: [
                .noContent("The session is over."), .insufficientAuthentication, .sessionNotFound,
                .problem(
                    .currentSession, "It is the session that asks, which is ended by logging out.",
                    codes: .sessionList),
            ])
    }

    static var confirmSession: RouteDescription {
        RouteDescription(
            "confirmSession", .sessions, "\"It was me\"",
            """
            The session isn't suspicious any more, and its device and network count as known. A device that a typed
            code let in says so only once its person proved who they are there.
            """,
            parameters: [.sessionID], answers: [.noContent("Noted."), .insufficientAuthentication, .sessionNotFound])
    }

    static var followEvents: RouteDescription {
        RouteDescription(
            "followEvents", .sessions, "What happens to the account, as it happens",
            """
            An event stream (HTML Living Standard, section 9.2). The first event is `ready`; its `id` is where to
            resume. After it come `session_ended`, `email_verified`, `password_changed`, `suspicious_access` and
            `way_in_changed`, whose data are a `SecurityEvent`; others may come later. Those after `Last-Event-ID` that
            are kept (`events.retention`, 200 an account) come first. A comment every 15 s shows that the connection
            lives. The stream ends after it has told that the session that reads is over (`current`).
            """,
            parameters: [
                .header(
                    "Last-Event-ID",
                    "The last `id` that was received. One that the server never gave out means from now on.",
                    example: "41")
            ],
            mentions: [.securityEvent],
            answers: [
                RouteAnswer(
                    .ok, "The events.", .eventStream,
                    example: """
                        id: 42
                        event: session_ended
                        data: {"at":"2026-11-21T10:02:00Z","current":true,"reason":"terminated","session_id":\
                        "2f1b7d0c-6a4e-4a0e-9a39-0f2b6c6f6f11"}

                        """),
                .problem(
                    .tooManyStreams, "The session has 4 streams open, or the account 32.", codes: .sessionList),
            ])
    }
}

extension RouteAnswer {
    fileprivate static var sessionNotFound: RouteAnswer {
        .problem(.notFound, "The person has no such session (`not_found`).", codes: .common).named("SessionNotFound")
    }
}

extension RouteParameter {
    fileprivate static var sessionID: RouteParameter {
        .path("id", "The identifier of a session. Anything that isn't one is answered with 404.").named("SessionID")
    }
}

extension ProblemCodes {
    fileprivate static var sessionList: ProblemCodes { ProblemCodes("SessionList", SessionListCode.self) }
}

extension Schema {
    fileprivate static var session: Schema {
        Schema.object(
            .optional(
                "acr", .values(of: AuthenticationLevel.self),
                "How much the person proved in the session; left out where nothing, as a typed code let it in."),
            .required("amr", .array(of: .string), "What the person proved who they are with there (RFC 8176)."),
            .optional("authenticated_at", .dateTime, "When that was last."), .required("created_at", .dateTime),
            .required("current", .boolean, "Whether it is the one that asks."),
            .required("device", .string, "How the device calls itself."), .required("id", .uuid),
            .required("last_seen_at", .dateTime), .required("location", .string, "Where its network is, in English."),
            .optional("place", .place, "The same in all languages."),
            .required("suspicious", .boolean, "Whether it began in a way that isn't like the person.")
        ).named("Session")
    }

    fileprivate static var securityEvent: Schema {
        Schema.object(
            .required("at", .dateTime),
            .optional("current", .boolean, "Whether the session is the one that reads."), .optional("device", .string),
            .optional("location", .string), .optional("place", .place),
            .optional("reason", .values(of: SessionEndReason.self), "Why the session is over."),
            .optional(
                "reasons", .array(of: .values(of: SuspicionReason.self)), "Why the access isn't like the person."),
            .optional("session_id", .uuid), .optional("way_in", .wayIn)
        ).described("The data of an event; what doesn't go with its name is left out.").named("SecurityEvent")
    }
}
