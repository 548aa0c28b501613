import HTTPServingAPI
import HTTPTypes
import Localization
package import PluginKit
import ScreensAPI
package import WebUI

/// What somebody finds who opens the server's address with a browser, or who
/// asks a screen there what the server is.
///
/// To a program there is nothing at that address.
package enum FirstPagePlugin: Plugin {
    package struct Dependencies: Sendable {
        let address: @Sendable () -> String
        let links: @Sendable () -> [FirstPageLink]
        let isBesideScreens: Bool

        /// - Parameters:
        ///   - address: Under which people reach the server.
        ///   - links: Where people go on who came with a message.
        ///   - isBesideScreens: Whether what is shown first is a screen.
        package init(
            address: @autoclosure @escaping @Sendable () -> String, links: @escaping @Sendable () -> [FirstPageLink],
            isBesideScreens: Bool
        ) {
            self.address = address
            self.links = links
            self.isBesideScreens = isBesideScreens
        }
    }

    package static let manifest = PluginManifest(
        id: "first-page",
        summary: LocalizedText(en: "The page at the server's address", es: "La página en la dirección del servidor"))

    package static func assemble(_ dependencies: Dependencies) -> Assembly<Void> {
        let route = ScreenRoute(dependencies.isBesideScreens ? "/about" : "/")
        var contributions = Contributions(
            NavigationItem(
                ScreenLink(LocalizedText(en: "About this server", es: "Acerca de este servidor"), to: route.place())),
            to: ScreenNavigation.self)
        contributions.add(
            Route(.get, route.pattern, bodyLimit: 0, description: .showFirstPage) { request in
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
            "showFirstPage", .operations, "What the server is for",
            "For browsers: a page that says what the server is for. Without the screens it is at the server's address.",
            answers: [
                .page, .problem(.notFound, "To who doesn't ask for `text/html` there is nothing.", codes: .common),
            ])
    }
}
