import HTTPServingAPI
import HTTPTypes
import Localization
public import PluginKit
import RegistrationContract

/// Says why there is nothing where accounts were made, on a server that makes none.
///
/// It is no other answer than that of whatever is switched off (ADR 0002): clients know that.
/// It only has words, for those who ask by other means.
public enum RegistrationClosedPlugin: Plugin {
    /// What it needs.
    public struct Dependencies: Sendable {
        let isClosed: Bool

        /// Creates dependencies.
        ///
        /// - Parameter isClosed: Whether nobody makes accounts.
        public init(isClosed: Bool) {
            self.isClosed = isClosed
        }
    }

    /// The name `registration-closed`.
    public static let manifest = PluginManifest(
        id: "registration-closed",
        summary: LocalizedText(en: "Telling that no accounts are made", es: "El aviso de que no se crean cuentas"))

    /// Builds the answer.
    public static func assemble(_ dependencies: Dependencies) -> Assembly<Void> {
        guard dependencies.isClosed else { return Assembly() }
        var contributions = Contributions()
        for method in [HTTPMethod.get, .post] {
            // Another time it may be open: the answer isn't kept for who asks again.
            let route = Route(method, RegistrationContract.path, repetition: .ownRules) { _ in
                throw HTTPProblem.registrationClosed
            }
            contributions.add(route, to: HTTPRoutes.self)
        }
        return Assembly(contributions: contributions)
    }
}

extension HTTPProblem {
    fileprivate static let registrationClosed = HTTPProblem(
        status: notFound.status, code: notFound.code, title: notFound.title,
        detail: LocalizedText(
            en: "This server makes no new accounts: whoever runs it has closed registration. Ask them for an "
                + "invitation.",
            es:
                "Este servidor no crea cuentas nuevas: quien lo administra ha cerrado el registro. Pídele una invitación."
        ))
}
