import HTTPServingAPI
import HTTPTypes
import Localization
package import PluginKit
import WebUI

/// What somebody finds who opens the server's address with a browser.
///
/// To a program there is nothing at that address.
package enum FirstPagePlugin: Plugin {
    package struct Dependencies: Sendable {
        let address: @Sendable () -> String

        /// - Parameter address: Under which people reach the server.
        package init(address: @autoclosure @escaping @Sendable () -> String) {
            self.address = address
        }
    }

    package static let manifest = PluginManifest(
        id: "first-page",
        summary: LocalizedText(en: "The page at the server's address", es: "La página en la dirección del servidor"))

    package static func assemble(_ dependencies: Dependencies) -> Assembly<Void> {
        var contributions = Contributions()
        let address = dependencies.address
        contributions.add(
            Route(.get, "/", bodyLimit: 0) { request in
                guard request.asksForPage else { throw HTTPProblem.notFound }
                return page(address()).response(to: request)
            },
            Route(.get, WebIcon.path, bodyLimit: 0) { _ in WebIcon.response }, to: HTTPRoutes.self)
        return Assembly(contributions: contributions)
    }

    private static func page(_ address: String) -> WebPage {
        WebPage(
            LocalizedText(en: "Your account and an image feed", es: "Tu cuenta y un muro de imágenes"),
            [
                .text(
                    LocalizedText(
                        en: "This server is used in a terminal, with the program essential:",
                        es: "Este servidor se usa en una terminal, con el programa essential:")),
                .code("essential --server \(address)"),
                .text(
                    LocalizedText(
                        en: "With a message that it sent you, you can go on here:",
                        es: "Con un mensaje que te haya enviado, puedes seguir aquí:")),
                .link(LocalizedText(en: "Confirm your address", es: "Confirma tu dirección"), to: "verify"),
                .link(LocalizedText(en: "Choose another password", es: "Elige otra contraseña"), to: "reset"),
            ])
    }
}
