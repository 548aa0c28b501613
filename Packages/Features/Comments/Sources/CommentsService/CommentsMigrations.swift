package import SQLStoreAPI

/// The table of comments.
package enum CommentsMigrations {
    /// All of them, in order.
    package static let all = [
        // `position` orders the comments as they came; times may be equal.
        Migration(
            "comments-0001",
            """
            CREATE TABLE comments (
                position BIGINT PRIMARY KEY,
                id TEXT NOT NULL UNIQUE,
                image_id TEXT NOT NULL,
                author_id TEXT NOT NULL,
                message TEXT NOT NULL,
                created_at BIGINT NOT NULL
            );
            CREATE INDEX comments_image ON comments (image_id, position);
            """),
        // Of a deleted comment only its place is kept, for those whose page ended
        // with it. No other comment gets that place.
        Migration(
            "comments-deletion-0001",
            """
            CREATE TABLE deleted_comments (
                position BIGINT PRIMARY KEY,
                id TEXT NOT NULL UNIQUE,
                image_id TEXT NOT NULL
            );
            CREATE INDEX deleted_comments_image ON deleted_comments (image_id);
            """),
        Migration("comments-author-0001", "CREATE INDEX comments_author ON comments (author_id);"),
    ]
}

extension SQLSeries {
    /// The places of comments; that of one that was deleted isn't given again.
    static let comments = SQLSeries(
        "comments.comments", latest: "SELECT MAX(position) FROM comments", "SELECT MAX(position) FROM deleted_comments")
}
