import Localization
import ScreensAPI

/// What publishing may use of the person's device.
enum PublishPermissions {
    static let camera = ScreenPermission(
        .camera, of: FeedScreenTexts.publishTitle,
        purpose: LocalizedText(
            en: "The camera takes the picture that you publish. You see it first.",
            es: "La cámara hace la foto que publicas. Antes la ves tú."),
        without: LocalizedText(
            en: "You can choose a picture from your device.", es: "Puedes elegir una imagen de tu dispositivo."))
    static let location = ScreenPermission(
        .location, of: FeedScreenTexts.publishTitle,
        purpose: LocalizedText(
            en:
                "The place where you are is written into the form. It is published with the picture if you leave it there.",
            es: "El lugar donde estás se escribe en el formulario. Se publica con la imagen si lo dejas ahí."),
        without: LocalizedText(
            en: "You can type the place, or leave it out.", es: "Puedes escribir el lugar u omitirlo."))

    /// Below the field that it fills.
    static let cameraPrimer = PermissionPrimer(
        camera, button: LocalizedText(en: "Take a picture with the camera", es: "Hacer una foto con la cámara"),
        form: "publish", field: "picture")
    /// Below the field that it fills.
    static let locationPrimer = PermissionPrimer(
        location, button: LocalizedText(en: "Use the place where I am", es: "Usar el lugar donde estoy"),
        form: "publish", field: "location")
}
