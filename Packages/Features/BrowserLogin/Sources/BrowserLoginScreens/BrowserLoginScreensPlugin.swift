public import BrowserLoginAPI
import Localization
public import PluginKit
public import ScreensAPI

/// Installs the page on which people let programs in.
public enum BrowserLoginScreensPlugin: Plugin {
    /// What the page needs.
    public struct Dependencies: Sendable {
        /// Lets programs in; nil for no page.
        public let programs: Scoped<any ProgramAdmitting>?
        /// Which server this is (RFC 9207), for a browser that reached it at an address.
        ///
        /// A program believes only the address that it uses itself. So where the operator
        /// names none it has to be the one at which the browser is, and nothing that
        /// somebody else could have said.
        public let issuer: @Sendable (_ reachedAt: String?) -> String

        /// Creates the dependencies.
        public init(
            programs: Scoped<any ProgramAdmitting>?, issuer: @escaping @Sendable (_ reachedAt: String?) -> String
        ) {
            self.programs = programs
            self.issuer = issuer
        }
    }

    /// The name `browser-login-screens`.
    public static let manifest = PluginManifest(
        id: "browser-login-screens",
        summary: LocalizedText(en: "Letting programs in, in a browser", es: "Dejar entrar a programas, en un navegador")
    )

    /// Builds the page.
    public static func assemble(_ dependencies: Dependencies) -> Assembly<Void> {
        guard let programs = dependencies.programs else { return Assembly() }
        return Assembly(
            contributions: Contributions(
                AuthorizeScreen(programs: programs, issuer: dependencies.issuer).screen, to: Screens.self))
    }
}
