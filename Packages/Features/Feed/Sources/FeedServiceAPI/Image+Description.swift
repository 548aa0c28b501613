public import HTTPServingAPI
import HTTPTypes
import Localization

extension HTTPProblem {
    /// 404 `image_not_found`: there is no such picture, or none that who asks may
    /// see.
    public static let unknownImage = HTTPProblem(
        status: .notFound, code: "image_not_found",
        title: LocalizedText(en: "There is no such picture.", es: "No existe esa imagen."))
}

extension RouteAnswer {
    /// 404: there is no such picture.
    public static var imageNotFound: RouteAnswer {
        .problem(.unknownImage, "There is no such picture.").named("ImageNotFound")
    }
}

extension RouteParameter {
    /// `id`: which picture.
    public static var imageID: RouteParameter {
        .path("id", "The identifier of a picture. Anything that isn't one is answered with 404.").named("ImageID")
    }
}
