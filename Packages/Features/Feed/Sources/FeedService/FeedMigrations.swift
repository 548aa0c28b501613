package import SQLStoreAPI

/// The tables of the feed.
package enum FeedMigrations {
    /// All of them, in order.
    package static let all = [
        // `position` orders the feed: it only grows, so that a page that starts
        // after a picture is the same page whatever is published meanwhile.
        Migration(
            "feed-0001",
            """
            CREATE TABLE images (
                position BIGINT PRIMARY KEY,
                id TEXT NOT NULL UNIQUE,
                author_id TEXT NOT NULL,
                description TEXT,
                location TEXT,
                visibility TEXT NOT NULL CHECK (visibility IN ('public', 'members')),
                media_type TEXT NOT NULL,
                digest TEXT NOT NULL,
                byte_count BIGINT NOT NULL,
                created_at BIGINT NOT NULL
            );
            CREATE INDEX images_public ON images (position) WHERE visibility = 'public';
            """),
        Migration("feed-hidden-0001", "ALTER TABLE images ADD COLUMN hidden_at BIGINT;"),
        // `width` is unknown of pictures that weren't read when they came;
        // `request` tells a repeated upload from another one.
        Migration(
            "feed-uploads-0001",
            """
            ALTER TABLE images ADD COLUMN width BIGINT;
            ALTER TABLE images ADD COLUMN request TEXT;
            CREATE TABLE image_sizes (
                image_id TEXT NOT NULL,
                width BIGINT NOT NULL,
                media_type TEXT NOT NULL,
                digest TEXT NOT NULL,
                PRIMARY KEY (image_id, width)
            );
            """),
        // Of a deleted picture only its place is kept, for those who scroll.
        Migration(
            "feed-deletion-0001",
            """
            CREATE TABLE deleted_images (
                id TEXT PRIMARY KEY,
                position BIGINT NOT NULL,
                visibility TEXT NOT NULL
            );
            CREATE INDEX images_digest ON images (digest);
            CREATE INDEX image_sizes_digest ON image_sizes (digest);
            """),
        // Unknown of pictures that weren't read since; 0 if the height can't be
        // told. `tint` is a byte each of red, green and blue.
        Migration(
            "feed-looks-0001",
            """
            ALTER TABLE images ADD COLUMN height BIGINT;
            ALTER TABLE images ADD COLUMN tint BIGINT;
            CREATE INDEX images_unread ON images (position) WHERE height IS NULL;
            """),
        Migration("feed-author-0001", "CREATE INDEX images_author ON images (author_id);"),
        // Which administrator hid a picture by a page; nobody by a command.
        Migration(
            "feed-hidden-0002",
            """
            ALTER TABLE images ADD COLUMN hidden_by TEXT;
            CREATE INDEX images_hidden ON images (hidden_at, position) WHERE hidden_at IS NOT NULL;
            """),
    ]
}

extension SQLSeries {
    /// The places of pictures in the feed.
    static let images = SQLSeries("feed.images", latest: "SELECT MAX(position) FROM images")
}
