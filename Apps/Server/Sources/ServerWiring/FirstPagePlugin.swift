import HTTPServingAPI
import HTTPTypes
import Localization
package import PluginKit
package import WebUI

/// What somebody finds who opens the server's address with a browser.
///
/// To a program there is nothing at that address.
package enum FirstPagePlugin: Plugin {
    package struct Dependencies: Sendable {
        let address: @Sendable () -> String
        let links: @Sendable () -> [FirstPageLink]

        /// - Parameters:
        ///   - address: Under which people reach the server.
        ///   - links: Where people go on who came with a message.
        package init(
            address: @autoclosure @escaping @Sendable () -> String, links: @escaping @Sendable () -> [FirstPageLink]
        ) {
            self.address = address
            self.links = links
        }
    }

    package static let manifest = PluginManifest(
        id: "first-page",
        summary: LocalizedText(en: "The page at the server's address", es: "La página en la dirección del servidor"))

    package static func assemble(_ dependencies: Dependencies) -> Assembly<Void> {
        var contributions = Contributions()
        contributions.add(
            Route(.get, "/", bodyLimit: 0, description: .showFirstPage) { request in
                guard request.asksForPage else { throw HTTPProblem.notFound }
                return page(dependencies.address(), dependencies.links()).response(to: request)
            },
            Route(.get, WebIcon.path, bodyLimit: 0, description: .getIcon) { _ in WebIcon.response },
            to: HTTPRoutes.self)
        return Assembly(contributions: contributions)
    }

    private static func page(_ address: String, _ links: [FirstPageLink]) -> WebPage {
        let goOn = LocalizedText(
            en: "With a message that it sent you, you can go on here:",
            es: "Con un mensaje que te haya enviado, puedes seguir aquí:")
        return WebPage(
            LocalizedText(en: "Your account and an image feed", es: "Tu cuenta y un muro de imágenes"),
            [
                .text(
                    LocalizedText(
                        en: "This server is used in a terminal, with the program essential:",
                        es: "Este servidor se usa en una terminal, con el programa essential:")),
                .code("essential --server \(address)"),
            ] + (links.isEmpty ? [] : [.text(goOn)] + links.map(\.element)))
    }
}

extension RouteDescription {
    fileprivate static var showFirstPage: RouteDescription {
        RouteDescription(
            "showFirstPage", .operations, "What a browser finds at the server's address",
            "For browsers: a page that says what the server is for.",
            answers: [
                .page, .problem(.notFound, "To who doesn't ask for `text/html` there is nothing.", codes: .common),
            ])
    }
}
