public import CoreModels
public import FoundationEssentials
public import HTTPServingAPI
import HTTPTypes
import Localization
public import SQLStoreAPI

/// Notes that the person of a session proved once more who they are.
///
/// Any number of calls may run at once.
public protocol SessionReauthenticating: Sendable {
    /// Notes what was proved, in the transaction of whoever checked it; it counts
    /// for requests as soon as that is committed.
    ///
    /// - Throws: What should undo the transaction.
    func record(_ authentication: Authentication, in session: SessionID, _ transaction: any SQLWriting) throws
}

extension AuthenticatedSession {
    /// Requires that the person proved lately who they are, and where they are.
    ///
    /// - Parameters:
    ///   - level: How much of it.
    ///   - now: The present time.
    ///   - age: How long ago it may be.
    /// - Throws: 401 `insufficient_user_authentication` (RFC 9470, section 3).
    public func require(
        _ level: AuthenticationLevel, at now: Date, within age: Duration = .seconds(300)
    ) throws(HTTPProblem) {
        // A clock that was set back proves nothing.
        let seconds = now.timeIntervalSince(authentication.date)
        let isRecent = (0...Double(age.components.seconds)).contains(seconds)
        guard isRecent, authentication.isProvedHere, authentication.level == .two || level == .one else {
            throw .insufficientAuthentication(level, within: age)
        }
    }
}

extension AuthenticatedSession {
    /// Requires that the person proved who they are, however long ago, and where they are.
    ///
    /// A device that a typed code let in may be a stranger's: what changes something about
    /// the account, or hides what happened to it, asks at least for this.
    ///
    /// - Parameter level: How much the person is asked to prove otherwise.
    /// - Throws: 401 `insufficient_user_authentication`.
    public func requireProofHere(or level: AuthenticationLevel = .one) throws(HTTPProblem) {
        guard authentication.isProvedHere else { throw .insufficientAuthentication(level) }
    }
}

extension HTTPProblem {
    /// 401 `insufficient_user_authentication`: the person has to prove once more
    /// who they are.
    public static func insufficientAuthentication(
        _ level: AuthenticationLevel = .one, within age: Duration = .seconds(300)
    ) -> HTTPProblem {
        let values = level == .one ? "" : ", acr_values=\"\(level.rawValue)\""
        return HTTPProblem(
            status: .unauthorized, code: "insufficient_user_authentication",
            title: LocalizedText(en: "Prove once more who you are.", es: "Demuestra otra vez quién eres."),
            detail: LocalizedText(
                en:
                    "This takes a recent proof: the password or another way in, and the code of the second factor where "
                    + "one is on.",
                es:
                    "Esto exige una prueba reciente: la contraseña u otra forma de entrar y, si está activado, el código "
                    + "del segundo factor."),
            fields: [
                .wwwAuthenticate: """
                Bearer realm="essential", error="insufficient_user_authentication", \
                error_description="A recent authentication is required.", \
                max_age="\(age.components.seconds)"\(values)
                """
            ])
    }
}

extension RouteAnswer {
    /// 401: the person has to prove once more who they are.
    public static var insufficientAuthentication: RouteAnswer {
        .problem(
            .insufficientAuthentication(),
            """
            There are no credentials, they don't hold, or the person has to prove once more who they are
            (`insufficient_user_authentication`, RFC 9470): at `/auth/reauthentication`.
            """)
    }
}
