import CoreModels
import Locking
import RegistrationAPI
import RegistrationContract

/// What became of registrations that waited, in this run of the program, until the person
/// hears it: whoever asks for the same once more has what they asked for.
///
/// Of a password nothing is kept but a number of 64 bits, made with the key of this process.
struct MadeRegistrations: Sendable {
    private struct Made {
        let mark: Int
        let outcome: RegistrationOutcome
    }

    private let made = Locked<[EmailAddress: Made]>([:])

    /// What whoever registers with an address has to know of one that waited.
    enum Finding {
        /// It asked for just this.
        case same(RegistrationOutcome)
        /// It had another name or password.
        case other
    }

    func note(_ outcome: RegistrationOutcome, of request: RegistrationContract.Request) {
        guard let email = EmailAddress(request.email) else { return }
        made.withLock { $0[email] = Made(mark: Self.mark(of: request), outcome: outcome) }
    }

    /// What is known of the address, for the one time that it is told; nil for nothing.
    func take(for request: RegistrationContract.Request) -> Finding? {
        guard let email = EmailAddress(request.email), let made = made.withLock({ $0.removeValue(forKey: email) })
        else { return nil }
        return made.mark == Self.mark(of: request) ? .same(made.outcome) : .other
    }

    private static func mark(of request: RegistrationContract.Request) -> Int {
        var hasher = Hasher()
        hasher.combine(request.name)
        hasher.combine(request.email)
        request.password.withText { hasher.combine($0) }
        return hasher.finalize()
    }
}
