import FeedContract
import FeedServiceAPI
import HTTPServingAPI
import HTTPTypes

extension RouteTag {
    static let feed = RouteTag("Feed", "Pictures, newest first.")
}

extension RouteDescription {
    static var getFeed: RouteDescription {
        RouteDescription(
            "getFeed", .feed, "A page of the feed",
            """
            Newest first. Without credentials the public pictures, with them all; those that an administrator has hidden
            for their authors only. The page after a picture is the same whatever is published meanwhile. A page that
            isn't full is the last one.
            """,
            parameters: [
                .limit(FeedContract.limits, default: FeedContract.defaultLimit, "How many pictures."),
                .after("The last picture of the page before."),
            ],
            answers: [
                .ok(
                    "A page, perhaps empty.", Schema.object(.required("items", .array(of: .feedItem))).named("Feed"),
                    example: [
                        "items": [
                            [
                                "author": ["username": "Wren Tallow"], "comment_count": 2,
                                "created_at": "2026-01-05T09:01:00Z", "description": "The commute, above the weather",
                                "height": 1067, "id": "172b3485-e057-83ad-bfa7-d11214b22c33",
                                "image": "http://127.0.0.1:8080/image/172b3485-e057-83ad-bfa7-d11214b22c33",
                                "location": "Vermilion Narrows", "tint": "#7d8794", "visibility": "public",
                                "width": 1600,
                            ]
                        ]
                    ], fields: [.eTag, .variesByCredentials, .personal]),
                .invalidData(
                    .unknownCursor,
                    """
                    `limit` is out of range (`out_of_range`), or `after_id` is no picture that who asks may see
                    (`unknown_image`).
                    """),
            ])
    }

    static var getFeedItem: RouteDescription {
        RouteDescription(
            "getFeedItem", .feed, "What is said of a picture",
            """
            As in the feed, for those who may see the picture: public pictures for everybody, the others with
            credentials. One that an administrator has hidden is there for its author only.
            """,
            parameters: [.imageID],
            answers: [
                .ok("The picture, without its bytes.", .feedItem, fields: [.variesByCredentials, .personal]),
                .imageNotFound,
            ])
    }

    static var getNewerFeedItems: RouteDescription {
        RouteDescription(
            "getNewerFeedItems", .feed, "The pictures before one",
            """
            The feed back towards the newest: the pictures that are directly before one, newest first. Whose they are, and
            from where one goes on, is as for a page of the feed.
            """,
            parameters: [
                .imageID, .limit(FeedContract.limits, default: FeedContract.defaultLimit, "How many pictures."),
            ],
            answers: [
                .ok(
                    "Those pictures, none if it is the newest.",
                    Schema.object(.required("items", .array(of: .feedItem))).named("Feed"),
                    fields: [.variesByCredentials, .personal]),
                .imageNotFound,
                .invalidData(
                    .invalidData([.outOfRange(pointer: "/limit", range: FeedContract.limits)]),
                    "`limit` is out of range (`out_of_range`)."),
            ])
    }

    static var getImage: RouteDescription {
        RouteDescription(
            "getImage", .feed, "The bytes of a picture",
            """
            Public pictures for everybody, the others with credentials. A picture never changes. One that an
            administrator has hidden is there for its author only; for everybody else it isn't there.
            """,
            parameters: [
                .imageID,
                .query(
                    FeedContract.widthParameter,
                    """
                    How many pixels wide the picture has to be at least. The smallest of those that are kept is given,
                    or the picture itself if none is wide enough.
                    """, .integer(FeedContract.requestedWidths)),
            ],
            answers: [
                RouteAnswer(
                    .ok, "The picture.", .jpeg, .file, fields: [.eTag, .acceptRanges, .immutable]
                ).or(.png, .file),
                .imageNotFound,
                .invalidData(
                    .invalidData([
                        .outOfRange(pointer: "/" + FeedContract.widthParameter, range: FeedContract.requestedWidths)
                    ]), "`w` is out of range (`out_of_range`)."),
                .problem(
                    .damagedImage,
                    """
                    The server's file of the picture is damaged or missing (`image_damaged`): nothing of it is sent, and
                    what somebody has of it is good.
                    """, codes: ProblemCodes("DamagedImage", of: .damagedImage, .internalError)),
            ])
    }

    static var deleteFeedItem: RouteDescription {
        RouteDescription(
            "deleteFeedItem", .feed, "Delete a picture of one's own",
            """
            For its author alone, also when it has been hidden. The picture and its comments are gone for everybody;
            copies that others have taken remain where they are. Who loaded pages up to it goes on from its place. A
            picture of somebody else can't be told from none.
            """,
            parameters: [.imageID], answers: [.noContent("The picture is gone."), .imageNotFound])
    }
}

extension RouteField {
    fileprivate static var immutable: RouteField {
        RouteField(
            .cacheControl,
            """
            Public pictures may be kept by anybody, the others by the person's own cache. A cache that many share asks
            again after five minutes, since a picture may be hidden or deleted. A larger picture than what was asked
            for, since that can't be made now, is to be asked for again.
            """,
            .values([
                "public, max-age=600, s-maxage=300", "private, max-age=600",
                "private, no-cache",
            ])
        ).named("Immutable")
    }
}

extension Schema {
    fileprivate static var file: Schema { Schema.anything.described("The file.") }

    static var feedItem: Schema {
        Schema.object(
            .required("id", .uuid), .optional("description", .string), .optional("location", .string),
            .required(
                "image", .uriReference,
                """
                Where the bytes are: below `server.public_url`, else below the `Host` of the request; a path alone where
                that can't be told.
                """),
            .optional(
                "hidden", .boolean.with("const", true),
                "An administrator has hidden the picture. Only its author sees it, and this."),
            .optional(
                "author",
                .object(.required("username", .string, "The name of the account; a dash for one that is gone."))),
            .optional("created_at", .dateTime, "When it was published."),
            .optional("is_mine", .boolean, "Whether who asks published it; not there without credentials."),
            .optional("visibility", .string, "`public` for everybody, `members` for people who are logged in."),
            .optional("width", .integer(1...), "In pixels; not there until the picture has been read."),
            .optional("height", .integer(1...), "In pixels; not there until the picture has been read."),
            .optional("comment_count", .integer(0...)),
            .optional(
                "tint", .string.with("pattern", "^#[0-9a-f]{6}$"),
                "The mean colour, to show until the picture is there; not there until the picture has been read.")
        ).named("FeedItem")
    }
}
