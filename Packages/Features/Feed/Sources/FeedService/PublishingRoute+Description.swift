import FeedContract
import FeedServiceAPI
import HTTPServingAPI
import HTTPTypes
import PicturesAPI

extension RouteDescription {
    static var postFeed: RouteDescription {
        RouteDescription(
            "postFeed", .feed, "Publish a picture",
            """
            Takes a JPEG, PNG, WebP, GIF, AVIF or HEIC, told by its content. What is published is a new picture with the
            same pixels, upright, and at most 4096 pixels on its longer side: nothing else of the file is kept, neither
            where nor with what it was taken. The same upload with the same `Idempotency-Key`, at any time, publishes
            nothing more and gets the same answer.
            """,
            body: RouteBody(.multipartForm, .upload, refusals: [.unsupportedMediaType(.multipartForm)]),
            answers: [
                .json(
                    .created, "The picture is the newest of the feed.", .feedItem,
                    example: [
                        "description": "The beach", "id": "172b3485-e057-83ad-bfa7-d11214b22c33",
                        "image": "http://127.0.0.1:8080/image/172b3485-e057-83ad-bfa7-d11214b22c33",
                        "location": "Cádiz",
                    ], fields: [RouteField(.location, "Where its bytes are.", .uriReference)]),
                .problem(
                    .badRequest(),
                    "The body is no whole form with files (`bad_request`), or ended early (`incomplete_body`).",
                    codes: .common),
                .problem(
                    .bodyTooLarge(limit: 10 * 1024 * 1024),
                    "The file is larger than `feed.maximum_image_size` (`body_too_large`).", codes: .common),
                .invalidData(
                    .refusedPicture,
                    """
                    The file is none of the six formats (`not_an_image`), is damaged or cut off (`damaged_image`), is a
                    HEIC that this server can't read (`unsupported_image`), is a WebP that moves (`animated_image`), has
                    too many pixels (`too_many_pixels`) or can't be read in time (`too_demanding_image`); a text is too
                    long, no UTF-8, or has characters that act on a screen or turn text around (`invalid_text`); a value
                    is missing (`required`) or none that is allowed (`wrong_type`).
                    """),
                .problem(
                    .tooManyPictures(of: 60, wait: 720),
                    """
                    The account has published as many pictures as it may in an hour (`too_many_pictures`). Nothing of
                    the picture was kept.
                    """, codes: ProblemCodes("Publishing", of: .tooManyPictures(of: 60, wait: 720))),
            ])
    }
}

extension HTTPProblem {
    fileprivate static var refusedPicture: HTTPProblem {
        (try? HTTPProblem(refusing: .damaged)) ?? .invalidData([])
    }
}

extension Schema {
    fileprivate static var upload: Schema {
        .object(
            .required(
                FeedContract.Field.image.rawValue, .string.with("contentMediaType", "application/octet-stream"),
                "The file, of at most `feed.maximum_image_size` and 50 million pixels."),
            .optional(
                FeedContract.Field.description.rawValue, .string(atMost: FeedContract.maximumDescription),
                "What it shows."),
            .optional(
                FeedContract.Field.location.rawValue, .string(atMost: FeedContract.maximumLocation),
                "Where it was taken."),
            .optional(
                FeedContract.Field.visibility.rawValue,
                .values(of: ImageVisibility.self).with("default", "members"), "Who may see it."))
    }
}
