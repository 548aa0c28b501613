import AccountsServiceAPI
import CoreModels
import CryptographyAPI
import FoundationEssentials

/// Why somebody isn't taken whoever has an account here already.
enum Refusal: String, Sendable {
    case serviceAccount = "service_account"
    case deleted
    case anonymous
    case noAddress = "no_address"
    case invalidAddress = "invalid_address"
    /// No name that can be shown here came of it.
    case noName = "no_name"
    /// Somebody else in the file has it as well, or the same identifier.
    case duplicate
    case factor = "factor_not_taken"

    init(_ exclusion: SourceAccount.Exclusion) {
        switch exclusion {
        case .serviceAccount: self = .serviceAccount
        case .deleted: self = .deleted
        case .anonymous: self = .anonymous
        }
    }
}

/// What comes with somebody, or doesn't.
enum Note: Hashable, Sendable {
    case unverified
    case suspended
    case authenticator
    /// The second factor isn't here, as the operator wants it.
    case withoutFactor
    /// There was no password.
    case withoutPassword
    case passwordNotTaken(PasswordProblem)
    /// What the person was called can't be a name here.
    case nameReplaced
    case left(Remainder)

    var code: String {
        switch self {
        case .unverified: "unverified"
        case .suspended: "suspended"
        case .authenticator: "second_factor"
        case .withoutFactor: "second_factor_left"
        case .withoutPassword: "no_password"
        case .passwordNotTaken(let problem): problem.rawValue
        case .nameReplaced: "name_replaced"
        case .left(let remainder): "\(remainder.rawValue)_left"
        }
    }
}

/// Somebody of a file, as they would come.
struct Candidate: Sendable {
    let source: SourceAccount
    /// What tells that the person came before.
    let mark: Data
    /// The account and what comes with it, or why there is none.
    let arrival: Result<Arrival, Rejection>

    struct Arrival: Sendable {
        let account: ArrivingAccount
        let authenticator: Secret?
        let notes: [Note]
    }

    struct Rejection: Error { let refusal: Refusal }
}

/// Says of everybody in a file how they would come.
struct CandidateMaker: Sendable {
    /// Hashes of how many kinds there may be in a server: each login does the work of each.
    static let kindLimit = 4

    let system: SourceSystem
    let marks: OriginMarks
    let accounts: any AccountAdopting
    /// Whether there is who asks for second factors.
    let takesFactors: Bool
    /// Whether people come without a second factor that can't be here.
    let mayLeaveFactors: Bool
    /// The kinds of hashes that are here already.
    let presentKinds: [ForeignDerivation]

    func candidates(_ people: [SourceAccount]) throws(CryptographyError) -> [Candidate] {
        let addresses: [EmailAddress?] = people.map {
            $0.exclusion == nil ? $0.address.flatMap { EmailAddress($0) } : nil
        }
        let addressCounts = Dictionary(addresses.compactMap { $0 }.map { ($0, 1) }, uniquingKeysWith: +)
        let originCounts = Dictionary(people.map { ($0.origin, 1) }, uniquingKeysWith: +)
        let kinds = kinds(of: people)
        var candidates: [Candidate] = []
        candidates.reserveCapacity(people.count)
        for (person, email) in zip(people, addresses) {
            let mark = try marks.mark(of: person.origin, in: system)
            let isDuplicate = (email.map { addressCounts[$0] != 1 } ?? false) || originCounts[person.origin] != 1
            let arrival: Result<Candidate.Arrival, Candidate.Rejection>
            let name = name(of: person, mark)
            if let refusal = refusal(of: person, email, isDuplicate: isDuplicate) {
                arrival = .failure(Candidate.Rejection(refusal: refusal))
            } else if let email, let text = name.name {
                arrival = .success(try self.arrival(of: person, email, text, name.isReplaced, among: kinds))
            } else {
                arrival = .failure(Candidate.Rejection(refusal: email == nil ? .invalidAddress : .noName))
            }
            candidates.append(Candidate(source: person, mark: mark, arrival: arrival))
        }
        return candidates
    }

    /// The kinds that are taken: those that are here, and those of the most people.
    private func kinds(of people: [SourceAccount]) -> Set<ForeignDerivation> {
        var counts: [ForeignDerivation: Int] = [:]
        for person in people {
            if case .hashed(let hash) = person.password { counts[hash.derivation, default: 0] += 1 }
        }
        let present = Set(presentKinds)
        let others = counts.filter { !present.contains($0.key) }
            .sorted { $0.value == $1.value ? $0.key.description < $1.key.description : $0.value > $1.value }
        return present.union(others.prefix(max(0, Self.kindLimit - present.count)).map { $0.key })
    }

    private func refusal(of person: SourceAccount, _ email: EmailAddress?, isDuplicate: Bool) -> Refusal? {
        if let exclusion = person.exclusion { return Refusal(exclusion) }
        guard person.address != nil else { return .noAddress }
        guard email != nil else { return .invalidAddress }
        guard !isDuplicate else { return .duplicate }
        return !mayLeaveFactors && loses(person.factor) ? .factor : nil
    }

    private func loses(_ factor: SourceAccount.Factor) -> Bool {
        switch factor {
        case .none: false
        case .authenticator: !takesFactors
        case .unusable: true
        }
    }

    private func arrival(
        of person: SourceAccount, _ email: EmailAddress, _ name: PersonName, _ isReplaced: Bool,
        among kinds: Set<ForeignDerivation>
    ) throws(CryptographyError) -> Candidate.Arrival {
        var notes: [Note] = []
        if !person.isVerified { notes.append(.unverified) }
        if person.isSuspended { notes.append(.suspended) }
        let password: AdoptedPassword?
        switch person.password {
        case .hashed(let hash) where kinds.contains(hash.derivation): password = try accounts.adopt(hash)
        case .hashed:
            password = nil
            notes.append(.passwordNotTaken(.tooManyKinds))
        case .unusable(let problem):
            password = nil
            notes.append(.passwordNotTaken(problem))
        case .none:
            password = nil
            notes.append(.withoutPassword)
        }
        var authenticator: Secret?
        if case .authenticator(let secret) = person.factor, takesFactors {
            authenticator = secret
            notes.append(.authenticator)
        } else if loses(person.factor) {
            notes.append(.withoutFactor)
        }
        if isReplaced { notes.append(.nameReplaced) }
        notes += Remainder.allCases.filter { person.remainders.contains($0) }.map { .left($0) }
        return Candidate.Arrival(
            account: ArrivingAccount(
                name: name, email: email, isVerified: person.isVerified, isSuspended: person.isSuspended,
                password: password), authenticator: authenticator, notes: notes)
    }

    /// What the person is called there, and else a number: others see names, and nobody's address is to be one.
    private func name(of person: SourceAccount, _ mark: Data) -> (name: PersonName?, isReplaced: Bool) {
        let given = person.names.filter { $0.contains { !$0.isWhitespace } }
        for (index, text) in given.enumerated() where !text.contains("@") {
            if let name = try? PersonName(text) { return (name, index > 0) }
        }
        return (try? PersonName("Person \(mark.prefix(4).hexadecimal)"), true)
    }
}
