public import FoundationEssentials
public import Localization

/// Sends the registrations that wait for a connection.
///
/// Calls may run at the same time: one sends, the others wait for it.
public protocol PendingRegistrationRetrying: Sendable {
    /// Sends all registrations that wait, the oldest first.
    ///
    /// - Returns: What became of each; nothing, and nothing is done, if none
    ///   waits.
    /// - Throws: ``PendingRegistrationError``.
    func retryPendingRegistrations() async throws(PendingRegistrationError) -> [PendingRegistrationOutcome]
}

/// Keeps registrations, sealed, until there is a connection.
public protocol PendingRegistrationStoring: Sendable {
    /// Keeps a registration with its password; when the call returns, it is on
    /// disk. It takes the place of an earlier one with the same address.
    ///
    /// - Throws: ``PendingRegistrationError``; nothing is kept then.
    func savePendingRegistration(_ form: RegistrationForm) async throws(PendingRegistrationError)

    /// The registrations that wait, the oldest first, without their passwords.
    ///
    /// - Throws: ``PendingRegistrationError``.
    func loadPendingRegistrations() async throws(PendingRegistrationError) -> [PendingRegistration]

    /// Wipes a registration that waits; harmless if there is none.
    ///
    /// - Throws: ``PendingRegistrationError``.
    func removePendingRegistration(_ id: UUID) async throws(PendingRegistrationError)
}

/// A registration that waits for a connection.
public struct PendingRegistration: Hashable, Sendable, Identifiable {
    /// Its name, and the key of its request.
    public let id: UUID
    /// The address for which it is.
    public let email: String
    /// When it was kept.
    public let createdAt: Date
    /// When it is wiped if it could not be sent.
    public let expiresAt: Date

    /// Creates a description.
    public init(id: UUID, email: String, createdAt: Date, expiresAt: Date) {
        self.id = id
        self.email = email
        self.createdAt = createdAt
        self.expiresAt = expiresAt
    }
}

/// What became of a registration that waited.
public struct PendingRegistrationOutcome: Hashable, Sendable {
    /// What became of it.
    public enum Result: Hashable, Sendable {
        /// The account is made and the session stored; the record is wiped.
        case registered(LocalizedText)
        /// The server could not be reached, or failed; the record waits on.
        case registrationFailed(LocalizedText)
        /// The server refused it for good, and says why; the record is wiped.
        case refused(code: String, LocalizedText)
        /// The account is made, but the session can't be stored on this device;
        /// the record waits on.
        case tokenStorageFailed(LocalizedText)
        /// It has its final answer, but the record can't be wiped.
        case offlineStoreDeleteFailed(LocalizedText)
        /// It waited too long; the record is wiped.
        case expired
    }

    /// The registration.
    public let registration: PendingRegistration
    /// What became of it.
    public let result: Result

    /// Creates an outcome.
    public init(registration: PendingRegistration, result: Result) {
        self.registration = registration
        self.result = result
    }
}

/// Why it can't be said or changed what waits.
public struct PendingRegistrationError: Error, Hashable, Sendable {
    /// A stable word for scripts.
    public let code: String
    /// What happened and what to do next.
    public let text: LocalizedText

    /// Creates an error.
    public init(code: String, text: LocalizedText) {
        self.code = code
        self.text = text
    }
}
