public import CoreModels
public import Localization
public import MailedProofsAPI
public import Presenting

/// Gives accounts back the address that they had, to those who come with the message that
/// was sent to it.
///
/// Calls may run at the same time.
public protocol AddressRestoring: Sendable {
    /// Tells which address a link would give back now, and changes nothing.
    ///
    /// - Throws: ``AddressRestoringError`` for a link that counts no more; what keeps the
    ///   links throws.
    func address(behind link: MailedToken) async throws -> EmailAddress

    /// Gives the address back, with another password; all sessions of the account end.
    ///
    /// - Throws: ``AddressRestoringError``; after ``AddressRestoringError/weakPassword(_:)``
    ///   the link counts still. What keeps the links throws.
    func restore(_ link: MailedToken, choosing password: Secret, from origin: RequestOrigin) async throws
}

/// Why an address was not given back.
public enum AddressRestoringError: Error, Hashable, Sendable {
    /// The password can't be accepted: everything that is wrong with it.
    case weakPassword([LocalizedText])
    /// Nobody knows the link.
    case unknownLink
    /// The week is over.
    case expiredLink
    /// The link was used, or the account has the address back in another way.
    case usedLink
    /// The server has no time now; the text says so.
    case busy(LocalizedText)
}

extension AddressRestoringError: PresentableError {
    /// A stable word for programs, in `snake_case`.
    public var code: String {
        switch self {
        case .weakPassword: "weak_password"
        case .unknownLink: "link_unknown"
        case .expiredLink: "link_expired"
        case .usedLink: "link_used"
        case .busy: "server_busy"
        }
    }

    /// Of what kind it is.
    public var nature: FailureNature {
        switch self {
        case .weakPassword: .input
        case .unknownLink, .expiredLink, .usedLink: .refused
        case .busy: .connectivity
        }
    }

    /// What happened.
    public var text: LocalizedText {
        switch self {
        case .weakPassword(let reasons): reasons.dropFirst().reduce(reasons.first ?? Self.weak) { $0 + $1 }
        case .unknownLink: MailedProofTexts.unknownLink
        case .expiredLink: MailedProofTexts.expiredLink
        case .usedLink: MailedProofTexts.usedLink
        case .busy(let text): text
        }
    }

    /// What was kept or left as it was.
    public var remark: LocalizedText? {
        guard case .weakPassword = self else { return nil }
        return LocalizedText(
            en: "Nothing was changed; the link counts still.", es: "No se cambió nada; el enlace sigue valiendo.")
    }

    /// The fields that can't be accepted, if it is about them.
    public var fields: [FieldFailure] {
        guard case .weakPassword(let reasons) = self else { return [] }
        return reasons.map { FieldFailure(pointer: "/new_password", text: $0) }
    }

    private static let weak = LocalizedText(en: "The password is too weak.", es: "La contraseña es demasiado débil.")
}
