public import AddressChangeAPI
public import CoreModels
public import FoundationEssentials
import Locking
public import MailedProofsAPI

/// Answers with fixed results and keeps what was asked.
public final class AddressChangingSpy: AddressChanging {
    /// What was asked.
    public enum Call: Hashable, Sendable {
        /// A code for this address.
        case request(String)
        /// A change by this code.
        case confirm(String)
    }

    private let failures: Locked<[AddressChangeError]>
    private let recorded = Locked<[Call]>([])
    private let changed: ChangedAddress

    /// Creates a spy.
    ///
    /// - Parameters:
    ///   - failures: What the next calls throw, one each.
    ///   - user: The person with the new address.
    ///   - end: Until when it can be undone; nil if it can't be.
    public init(failures: [AddressChangeError] = [], user: User, undoableUntil end: Date? = nil) {
        self.failures = Locked(failures)
        changed = ChangedAddress(user, undoableUntil: end)
    }

    /// The calls so far, in order.
    public var calls: [Call] { recorded.current }

    /// Keeps the address, or throws.
    public func requestChange(to email: String) async throws(AddressChangeError) {
        try note(.request(email))
    }

    /// Keeps the code, and answers with the person, or throws.
    public func confirmChange(with code: Secret) async throws(AddressChangeError) -> ChangedAddress {
        try note(.confirm(code.withText { $0 ?? "" }))
        return changed
    }

    private func note(_ call: Call) throws(AddressChangeError) {
        recorded.withLock { $0.append(call) }
        if let failure = failures.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) { throw failure }
    }
}

/// Gives no address back, and keeps what was asked.
public final class AddressRestoringStub: AddressRestoring {
    private let offer: AddressOffer
    private let failure: AddressRestoringError?
    private let recorded = Locked<[(password: String, code: String?)]>([])

    /// Creates a stub.
    ///
    /// - Parameters:
    ///   - offer: What is behind each link.
    ///   - failure: What giving it back throws; nil for nothing.
    public init(_ offer: AddressOffer, failure: AddressRestoringError? = nil) {
        self.offer = offer
        self.failure = failure
    }

    /// The passwords that were chosen.
    public var passwords: [String] { recorded.current.map(\.password) }
    /// The codes that were typed beside them; nil for none.
    public var codes: [String?] { recorded.current.map(\.code) }

    /// The offer of the stub.
    public func offer(behind link: MailedToken) async throws -> AddressOffer { offer }

    /// Keeps password and code, or throws.
    public func restore(
        _ link: MailedToken, choosing password: Secret, confirmedBy code: Secret?, from origin: RequestOrigin
    ) async throws {
        recorded.withLock { $0.append((password.withText { $0 ?? "" }, code.map { $0.withText { $0 ?? "" } })) }
        if let failure { throw failure }
    }
}
