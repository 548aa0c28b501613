import CoreModels
import Locking
import RegistrationAPI
import RegistrationContract

/// What became of registrations that waited, for as long as the program runs: whoever
/// asks for the same once more has what they asked for.
///
/// Of a password nothing is kept but a number of 64 bits, made with the key of this process.
struct MadeRegistrations: Sendable {
    private let outcomes = Locked<[Int: RegistrationOutcome]>([:])

    func note(_ outcome: RegistrationOutcome, of request: RegistrationContract.Request) {
        outcomes.withLock { $0[Self.mark(of: request)] = outcome }
    }

    /// Where the person went; nil if nothing that waited asked for just this.
    func outcome(of request: RegistrationContract.Request) -> RegistrationOutcome? {
        outcomes.withLock { $0[Self.mark(of: request)] }
    }

    private static func mark(of request: RegistrationContract.Request) -> Int {
        var hasher = Hasher()
        hasher.combine(request.name)
        hasher.combine(request.email)
        request.password.withText { hasher.combine($0) }
        return hasher.finalize()
    }
}
