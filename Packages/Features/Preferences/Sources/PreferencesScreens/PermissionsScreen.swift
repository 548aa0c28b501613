import Localization
import ScreensAPI

/// What this browser allows, why it is wanted, and what works without it.
struct PermissionsScreen: Sendable {
    let permissions: @Sendable () -> [ScreenPermission]

    static let link = ScreenLink(PermissionsTexts.title, to: route.place())
    private static let route = ScreenRoute("/account/permissions")

    var screen: Screen {
        Screen(Self.route) { _ in
            let primers = permissions().map {
                ScreenBlock.permission(PermissionPrimer.overview(of: $0, button: PermissionsTexts.ask))
            }
            return ScreenContents(
                .words(PermissionsTexts.title),
                .column([.text(.words(PermissionsTexts.howItIs))] + primers + [.links([PreferencesScreen.link])]))
        }
    }
}

/// What the screen of permissions says.
private enum PermissionsTexts {
    static let title = LocalizedText(en: "Permissions", es: "Permisos")
    static let howItIs = LocalizedText(
        en:
            "What pages of this server may use of this device, if you let them. Nothing is asked for before you press a "
            + "button, and everything works without.",
        es:
            "Lo que las páginas de este servidor pueden usar de este dispositivo, si las dejas. No se pide nada antes de "
            + "que pulses un botón, y todo funciona sin ello.")
    static let ask = LocalizedText(en: "Allow it", es: "Permitirlo")
}
