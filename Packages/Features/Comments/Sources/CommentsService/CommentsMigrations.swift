import SQLStoreAPI

/// The table of comments.
enum CommentsMigrations {
    static let all = [
        Migration(
            "comments-0001",
            """
            CREATE TABLE comments (
                position INTEGER PRIMARY KEY,
                id TEXT NOT NULL UNIQUE,
                image_id TEXT NOT NULL,
                author_id TEXT NOT NULL,
                message TEXT NOT NULL,
                created_at INTEGER NOT NULL
            );
            CREATE INDEX comments_image ON comments (image_id, position);
            """)
    ]
}
