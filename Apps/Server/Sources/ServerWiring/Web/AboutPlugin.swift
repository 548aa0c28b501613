import CoreModels
import Localization
import PasswordRecoveryAPI
package import PluginKit
import Presenting
package import ScreensAPI

/// The screen on which the server says what it is: the first one where there is
/// no `web`, else beside it.
package enum AboutPlugin: Plugin {
    package struct Dependencies: Sendable {
        let address: @Sendable () -> String
        let steps: @Sendable () -> [ScreenStep]
        let isFirst: Bool

        /// - Parameters:
        ///   - address: Under which people reach the server.
        ///   - steps: Where people go on who came with a message.
        ///   - isFirst: Whether nothing else is at the server's address.
        package init(
            address: @escaping @Sendable () -> String, steps: @escaping @Sendable () -> [ScreenStep], isFirst: Bool
        ) {
            self.address = address
            self.steps = steps
            self.isFirst = isFirst
        }
    }

    package static let manifest = PluginManifest(
        id: "about",
        summary: LocalizedText(
            en: "The page that says what the server is", es: "La página que dice qué es el servidor"))

    package static func assemble(_ dependencies: Dependencies) -> Assembly<Void> {
        let route = ScreenRoute(dependencies.isFirst ? "/" : "/about")
        var contributions = Contributions(
            Screen(route) { request in
                contents(dependencies.address(), dependencies.steps(), hasConfirmed: request.person?.isVerified)
            }, to: Screens.self)
        if !dependencies.isFirst {
            let label = LocalizedText(en: "About", es: "Acerca de")
            let link = ScreenLink(label, to: route.place())
            contributions.add(
                NavigationItem(link, for: .strangers, isLast: true),
                NavigationItem(link, for: .people, isOfAccount: true), to: ScreenNavigation.self)
        }
        return Assembly(contributions: contributions)
    }

    /// - Parameter hasConfirmed: Whether the person has confirmed the address; nil for
    ///   strangers.
    private static func contents(_ address: String, _ steps: [ScreenStep], hasConfirmed: Bool?) -> ScreenContents {
        let title = LocalizedText(en: "Your account and an image feed", es: "Tu cuenta y un muro de imágenes")
        let what = LocalizedText(
            en:
                "Essential shows pictures that people publish. Whoever has an account can publish pictures and comment on "
                + "them.",
            es: "Essential muestra imágenes que publica la gente. Quien tiene una cuenta puede publicar imágenes y "
                + "comentarlas.")
        let terminal = LocalizedText(
            en: "In a terminal, this server is used with the program essential:",
            es: "En una terminal, este servidor se usa con el programa essential:")
        let goOn = LocalizedText(
            en: "With a message that it sent you, you can go on here:",
            es: "Con un mensaje que te haya enviado, puedes seguir aquí:")
        func ways(_ names: NextStep...) -> [ScreenLink] {
            names.compactMap { step in steps.first { $0.step == step }?.link }
        }
        let here = hasConfirmed == nil ? ways(.seePictures, .register, .logIn) : ways(.seePictures, .publish)
        // Whoever has confirmed the address has no message to confirm it with.
        let mailed = hasConfirmed == true ? ways(.chooseAnotherPassword) : ways(.verify, .chooseAnotherPassword)
        var blocks = [ScreenBlock.text(.words(what))]
        if !here.isEmpty { blocks.append(.links(here)) }
        blocks += [.text(.words(terminal)), .code("essential login --server \(address)")]
        if !mailed.isEmpty { blocks += [.text(.words(goOn)), .links(mailed)] }
        return ScreenContents(.words(title), .column(blocks))
    }
}
