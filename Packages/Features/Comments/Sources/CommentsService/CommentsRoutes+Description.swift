import CommentsContract
import FeedServiceAPI
import HTTPServingAPI
import HTTPTypes

extension RouteTag {
    fileprivate static let comments = RouteTag("Comments", "What people say about a picture.")
}

extension RouteDescription {
    static var getComments: RouteDescription {
        RouteDescription(
            "getComments", .comments, "A page of the comments on a picture",
            """
            Oldest first; for those who may see the picture. A page ends after `limit` comments, or earlier when they
            are long (48 KiB of text). When others follow, `next` names the last comment of the page, and `Link` (RFC
            8288) has the address of the next page; whoever knows neither gets the first page. Comments that come
            meanwhile are on the last page, and whose last comment is deleted goes on from its place.
            """,
            parameters: [
                .imageID,
                .limit(
                    CommentsContract.limits, default: CommentsContract.defaultLimit, "How many comments at most."),
                .after("The comment after which the page starts."),
            ],
            answers: [
                .ok(
                    "The comments, perhaps none.", .commentsPage,
                    example: [
                        "items": [
                            [
                                "author": ["username": "joon"], "created_at": "2026-11-21T08:55:49Z",
                                "id": "9594102a-9df2-8538-a99c-16c18fe81c9b",
                                "message": "Gaston Julia drew these in his head. In 1918.",
                            ]
                        ]
                    ],
                    fields: [
                        RouteField(
                            .link, "The address of the next page, if there is one.",
                            example: "<?limit=100&after_id=9594102a-9df2-8538-a99c-16c18fe81c9b>; rel=\"next\""),
                        .variesByCredentials, .personal,
                    ]),
                .imageNotFound,
                .invalidData(
                    .unknownCursor,
                    """
                    `limit` is out of range (`out_of_range`), or `after_id` is no comment on the picture and was none
                    (`unknown_comment`).
                    """),
            ])
    }

    static var postComment: RouteDescription {
        RouteDescription(
            "postComment", .comments, "Comment on a picture",
            parameters: [.imageID],
            body: .json(.commentDraft, example: ["message": "Is that a bridge or a cloud?"]),
            answers: [
                .json(
                    .created, "The comment, without white space around its text.", .comment,
                    example: [
                        "author": ["username": "Ana"], "created_at": "2026-11-21T09:46:16Z",
                        "id": "5f0c2e0a-7c7b-4a1c-9d0e-2b6d5a3f8e11", "is_mine": true,
                        "message": "Is that a bridge or a cloud?",
                    ]),
                .imageNotFound,
                .invalidData(.invalidMessage, "The text can't be a comment (`invalid_message`)."),
                .problem(
                    .tooManyComments(of: 240, wait: 720),
                    """
                    The account has written as many comments as it may in an hour. The same may be sent again later.
                    """, codes: .comments),
            ])
    }

    static var deleteComment: RouteDescription {
        RouteDescription(
            "deleteComment", .comments, "Delete a comment of one's own",
            "For its author alone, also when the picture has been hidden since.",
            parameters: [
                .imageID,
                .path("comment", "The identifier of a comment. Anything that isn't one is answered with 404."),
            ],
            answers: [
                .noContent("The comment is gone."),
                .problem(.notTheAuthor, "Somebody else wrote it.", codes: .comments),
                .problem(
                    .unknownComment, "There is no such comment on the picture, or not any more.", codes: .comments),
            ])
    }
}

extension ProblemCodes {
    fileprivate static var comments: ProblemCodes { ProblemCodes("Comments", CommentsContract.Code.self) }
}

extension Schema {
    fileprivate static var comment: Schema {
        Schema.object(
            .required("id", .uuid), .required("message", .string), .required("created_at", .dateTime),
            .required(
                "author",
                .object(.required("username", .string, "The name of the account; a dash for one that is gone."))),
            .optional("is_mine", .boolean, "Whether it is of the person who asks; only with a session."),
            .optional("is_of_author", .boolean, "True if it is of the person who published the picture.")
        ).named("Comment")
    }

    fileprivate static var commentsPage: Schema {
        Schema.object(
            .required("items", .array(of: .comment)),
            .optional(
                "next", .uuid, "The comment after which the next page starts; not there on the last page.")
        ).named("Comments")
    }

    fileprivate static var commentDraft: Schema {
        Schema.object(
            .required(
                "message", .string,
                """
                1 to 2000 code points after trimming and NFC; of control characters only line breaks and tabs, and no
                turns of text direction.
                """)
        ).named("CommentDraft")
    }
}
