import CoreModels
import FeedAPI
import FeedScreensAPI
package import ScreensAPI

/// Where the screens of the feed are, and the bytes of its pictures.
package enum FeedPlaces {
    /// The feed.
    static let feed = ScreenRoute("/")
    /// A picture.
    static let picture = PicturePlaces.picture
    /// The question whether a picture is to be deleted.
    static let deletion = ScreenRoute("/p/{id}/delete")
    /// Where one publishes.
    static let publishing = ScreenRoute("/publish")
    /// A picture's bytes, which whoever hosts the screens has as the contract of
    /// the feed says.
    package static let bytes = ScreenRoute("/image/{id}")
    /// The bytes of a picture that not everybody may see.
    static let ownBytes = ScreenRoute("/pictures/{id}")
    /// The parameter that asks for smaller ones.
    package static let width: StaticString = "w"
    /// How wide smaller ones are.
    package static let widths = [320, 640, 1_280]

    /// The parameter that names the picture after which the feed goes on.
    static let cursor: StaticString = "after"
    /// The parameter that names the picture before which newer ones are.
    static let newer: StaticString = "before"
    /// The parameter that names the picture beside that one, to go on from where
    /// it is gone by then.
    static let otherwise: StaticString = "or"

    /// The parameter of a picture that its author has just published.
    static let published: StaticString = "published"

    static func picture(_ image: FeedImage) -> Place { PicturePlaces.picture(image.id) }
}

extension FeedImage {
    /// The picture as screens have it.
    var shown: ScreenPicture {
        let isForEverybody = isPublic != false && !isHidden
        let whole = (isForEverybody ? FeedPlaces.bytes : FeedPlaces.ownBytes).place(id.description)
        let copies = FeedPlaces.widths.map {
            ScreenPicture.Copy(whole.with(FeedPlaces.width, String($0)), width: $0)
        }
        return ScreenPicture(
            description.map { .written($0) } ?? .words(FeedScreenTexts.undescribed(by: name)), at: whole,
            copies: copies, size: ScreenPicture.Size(width: width, height: height), tint: tint)
    }

    /// Who published it; nil if the account is gone.
    var name: String? { author == "—" ? nil : author }
}
