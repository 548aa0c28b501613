import Localization
public import OperatingAPI

extension OperatorDeed {
    /// A picture was hidden, by a command or a page.
    public static let pictureHidden = OperatorDeed(
        "picture-hidden", LocalizedText(en: "An operator hid a picture", es: "Quien administra ocultó una imagen"))
    /// A picture that was hidden is shown again, by a command or a page.
    public static let pictureShown = OperatorDeed(
        "picture-shown",
        LocalizedText(en: "An operator showed a picture again", es: "Quien administra volvió a mostrar una imagen"))
}
