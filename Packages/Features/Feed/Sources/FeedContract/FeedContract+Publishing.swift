extension FeedContract {
    /// The fields of the form that publishes a picture (RFC 7578).
    package enum Field: String, CaseIterable, Sendable {
        /// The file.
        case image
        /// What it shows; may be missing.
        case description
        /// Where it was taken; may be missing.
        case location
        /// `public` or `members`; the latter when it is missing.
        case visibility
    }

    /// How many code points a description may have.
    package static let maximumDescription = 500
    /// How many code points a location may have.
    package static let maximumLocation = 100
    /// What a form has beside the file: its boundaries, heads and texts.
    package static let formOverhead = 64 * 1024

    /// How wide smaller pictures are, in pixels; those that make sense are made.
    package static let widths = [320, 640, 1280]
    /// What `w` may be: the picture is to be at least that wide.
    package static let requestedWidths = 1...16_384

    /// The code of the refusal of more pictures than one may publish in a time.
    package static let tooManyPictures = "too_many_pictures"

    /// The codes of refusals, as they stand in answers.
    package enum Refusal: String, CaseIterable, Sendable {
        case notAnImage = "not_an_image"
        case damaged = "damaged_image"
        case unsupported = "unsupported_image"
        case animated = "animated_image"
        case tooManyPixels = "too_many_pixels"
        case tooDemanding = "too_demanding_image"
    }
}
