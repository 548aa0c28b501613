public import CoreModels
import Localization
public import ScreensAPI

/// Where pictures are, for those who show something of them elsewhere.
public enum PicturePlaces {
    /// Where one sees a picture alone.
    package static let picture = ScreenRoute("/p/{id}")

    /// Where one sees a picture alone, with what was said about it.
    public static func picture(_ id: ImageID) -> Place { picture.place(id.description) }

    /// A way there.
    public static func link(_ id: ImageID) -> ScreenLink {
        ScreenLink(LocalizedText(en: "The picture", es: "La imagen"), to: picture(id))
    }
}
