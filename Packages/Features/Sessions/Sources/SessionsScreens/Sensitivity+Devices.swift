import Localization
import ScreensAPI

extension Sensitivity {
    /// The person's devices, and where they are.
    static let devices = Sensitivity(
        "devices", LocalizedText(en: "devices and places", es: "dispositivos y lugares"),
        because: LocalizedText(
            en: "Whoever reads this learns what you use, and where you are.",
            es: "Quien lea esto sabe qué usas y dónde estás."))
}
