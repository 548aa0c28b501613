import HTTPServingAPI
import HTTPTypes
import SessionsContract
import SessionsServiceAPI

extension RouteDescription {
    static var listNotices: RouteDescription {
        RouteDescription(
            "listNotices", .sessions, "What happened to the account lately",
            """
            What `GET /auth/events` told and is still kept (`events.retention`, 200 an account), the latest first, with
            what the person has seen already. `suspicious` says whether the session of a suspicious access is still there
            and nobody has said whose it is: it is confirmed or ended as any session. `device` and `location` are those
            of the session, and `unknown` where nobody knows them.
            """,
            answers: [
                .ok(
                    "What happened.",
                    Schema.object(.required("items", .array(of: .notice))).named("SecurityNoticeList"),
                    example: [
                        "items": [
                            [
                                "at": "2026-11-21T10:02:00Z", "current": false, "device": "desk",
                                "event": "suspicious_access", "id": 42, "location": "unknown",
                                "reasons": ["new_device"],
                                "seen": false, "session_id": "2f1b7d0c-6a4e-4a0e-9a39-0f2b6c6f6f11", "suspicious": true,
                            ]
                        ]
                    ])
            ])
    }

    static var markNoticesSeen: RouteDescription {
        RouteDescription(
            "markNoticesSeen", .sessions, "Mark what was seen",
            """
            The notice with the number and all before it count as seen on all devices; later ones stay as they are. A
            device that a typed code let in says so only once its person proved who they are there.
            """,
            body: .json(.seenNotices, example: ["id": 42]),
            answers: [.noContent("Noted."), .insufficientAuthentication])
    }
}

extension Schema {
    fileprivate static var notice: Schema {
        Schema.object(
            .required("at", .dateTime),
            .optional("current", .boolean, "Whether the session is the one that asks."), .optional("device", .string),
            .required("event", .string, "What happened, by the name of the event."),
            .required("id", .integer, "Later ones have larger numbers."), .optional("location", .string),
            .optional("place", .place),
            .optional("reason", .values(of: SessionEndReason.self), "Why the session is over."),
            .optional(
                "reasons", .array(of: .values(of: SuspicionReason.self)), "Why the access isn't like the person."),
            .required("seen", .boolean), .optional("session_id", .uuid),
            .required("suspicious", .boolean, "Whether the session waits for the person to say whose it is."),
            .optional("way_in", .wayIn)
        ).named("SecurityNotice")
    }

    fileprivate static var seenNotices: Schema {
        Schema.object(.required("id", .integer, "The last one that was seen.")).named("SeenNotices")
    }
}

extension Schema {
    /// Which way into an account changed, and how.
    static var place: Schema {
        Schema.object(
            .optional("country", .string, "Its two letters (ISO 3166-1); left out where it isn't known."),
            .required("en", .string, "What people call it in English."), .required("es", .string, "And in Spanish.")
        ).described("Where a network is, as well as the server knows; left out where it doesn't.").named("Place")
    }

    static var wayIn: Schema {
        Schema.object(
            .required(
                "way", .values(["second_factor", "recovery_codes", "passkey", "provider", "address", "account"])),
            .required("change", .values(of: WayChange.self)),
            .optional("provider", .string, "What people call the provider.")
        ).described("Which way into the account changed, and how; later ones may have other words.")
            .named("WayInChange")
    }
}
