public import CoreModels
public import Localization
public import MailedProofsAPI
public import Presenting

/// Gives accounts back the address that they had, to those who come with the message that
/// was sent to it.
///
/// Calls may run at the same time.
public protocol AddressRestoring: Sendable {
    /// Tells what a link would give back now, and changes nothing.
    ///
    /// - Throws: ``AddressRestoringError`` for a link that counts no more; what keeps the
    ///   links throws.
    func offer(behind link: MailedToken) async throws -> AddressOffer

    /// Gives the address back, with another password; all sessions of the account end, and
    /// what was added to it since a week before the change lets nobody in any more.
    ///
    /// - Parameter code: One of the second factor, where ``AddressOffer/asksForCode`` says
    ///   so; nil otherwise.
    /// - Throws: ``AddressRestoringError``; after all but those about the link it counts
    ///   still. What keeps the links throws.
    func restore(
        _ link: MailedToken, choosing password: Secret, confirmedBy code: Secret?, from origin: RequestOrigin
    ) async throws
}

/// What a link gives back.
public struct AddressOffer: Hashable, Sendable {
    /// The address.
    public let email: EmailAddress
    /// Whether it takes a code of the second factor, which was in force before all that
    /// is undone.
    public let asksForCode: Bool

    /// Creates a value.
    public init(_ email: EmailAddress, asksForCode: Bool = false) {
        self.email = email
        self.asksForCode = asksForCode
    }
}

/// Why an address was not given back.
public enum AddressRestoringError: Error, Hashable, Sendable {
    /// The password can't be accepted: everything that is wrong with it.
    case weakPassword([LocalizedText])
    /// A code of the second factor is needed.
    case codeNeeded
    /// The code isn't right, or was used before.
    case wrongCode
    /// There were too many attempts with this link: the next one counts in so many seconds.
    case tooManyTries(seconds: Int)
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
        case .codeNeeded: "second_factor_required"
        case .wrongCode: "invalid_code"
        case .tooManyTries: "too_many_tries"
        case .unknownLink: "link_unknown"
        case .expiredLink: "link_expired"
        case .usedLink: "link_used"
        case .busy: "server_busy"
        }
    }

    /// Of what kind it is.
    public var nature: FailureNature {
        switch self {
        case .weakPassword, .codeNeeded, .wrongCode: .input
        case .unknownLink, .expiredLink, .usedLink: .refused
        case .busy, .tooManyTries: .connectivity
        }
    }

    /// What happened.
    public var text: LocalizedText {
        switch self {
        case .weakPassword(let reasons): reasons.dropFirst().reduce(reasons.first ?? Self.weak) { $0 + $1 }
        case .codeNeeded: Self.codeNeededText
        case .wrongCode: Self.wrongCodeText
        case .tooManyTries(let seconds): Self.tooManyTriesText(seconds)
        case .unknownLink: MailedProofTexts.unknownLink
        case .expiredLink: MailedProofTexts.expiredLink
        case .usedLink: MailedProofTexts.usedLink
        case .busy(let text): text
        }
    }

    /// What was kept or left as it was.
    public var remark: LocalizedText? {
        switch self {
        case .weakPassword, .codeNeeded, .wrongCode, .tooManyTries:
            LocalizedText(
                en: "Nothing was changed; the link counts still.", es: "No se cambió nada; el enlace sigue valiendo.")
        case .unknownLink, .expiredLink, .usedLink, .busy: nil
        }
    }

    /// The fields that can't be accepted, if it is about them.
    public var fields: [FieldFailure] {
        switch self {
        case .weakPassword(let reasons): reasons.map { FieldFailure(pointer: "/new_password", text: $0) }
        case .codeNeeded, .wrongCode: [FieldFailure(pointer: "/code", text: text)]
        case .tooManyTries, .unknownLink, .expiredLink, .usedLink, .busy: []
        }
    }

    private static let codeNeededText = LocalizedText(
        en: "The code of your second factor is needed as well.",
        es: "También hace falta el código de tu segundo factor.")
    private static let wrongCodeText = LocalizedText(
        en: "This code isn't right, or was used before. Type the one that your authenticator shows now, or a recovery "
            + "code that you had before the change.",
        es: "Este código no es correcto, o ya se usó. Escribe el que tu autenticador muestra ahora, o un código de "
            + "recuperación que ya tenías antes del cambio.")

    private static func tooManyTriesText(_ seconds: Int) -> LocalizedText {
        LocalizedText(
            en: "Too many attempts with this link. Try again in \((seconds + 59) / 60) min.",
            es: "Demasiados intentos con este enlace. Vuelve a intentarlo en \((seconds + 59) / 60) min.")
    }

    private static let weak = LocalizedText(en: "The password is too weak.", es: "La contraseña es demasiado débil.")
}
