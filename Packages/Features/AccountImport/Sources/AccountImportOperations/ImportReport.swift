import ConsoleAPI
import CoreModels

/// What became, or would become, of somebody in a file.
struct ImportedPerson: Encodable, Sendable {
    enum Outcome: String, Encodable, Sendable, CaseIterable {
        case taken
        /// By an import before.
        case takenBefore = "taken_before"
        /// An account here has the address, or has it kept; it isn't touched.
        case addressTaken = "address_taken"
        case refused
    }

    let sourceId: String
    let address: String?
    let outcome: Outcome
    /// Why the person is refused.
    let reason: String?
    let notes: [String]
    /// The account that was made.
    let user: UserID?
    /// The same as ``reason`` and ``notes``, for who has words for them.
    private let remarks: (refusal: Refusal?, notes: [Note])

    var refusal: Refusal? { remarks.refusal }
    var toldNotes: [Note] { remarks.notes }

    init(_ candidate: Candidate, _ outcome: Outcome, user: UserID?) {
        sourceId = candidate.source.origin
        address = candidate.source.address
        self.outcome = outcome
        self.user = user
        var refusal: Refusal?, notes: [Note] = []
        switch (outcome, candidate.arrival) {
        case (.refused, .failure(let rejection)): refusal = rejection.refusal
        case (.taken, .success(let arrival)): notes = arrival.notes
        default: break
        }
        reason = refusal?.rawValue
        self.notes = notes.map(\.code)
        remarks = (refusal, notes)
    }

    private enum CodingKeys: String, CodingKey {
        case sourceId, address, outcome, reason, notes, user
    }
}

/// What became, or would become, of everybody in a file.
struct ImportReport: Encodable, Sendable {
    let source: String
    /// Whether it was done.
    let applied: Bool
    /// How many there are of each outcome.
    let sum: [String: Int]
    /// How many were refused for each reason.
    let reasons: [String: Int]
    /// How many came with each note.
    let notes: [String: Int]
    let people: [ImportedPerson]

    init(_ people: [ImportedPerson], from system: SourceSystem, applied: Bool) {
        source = system.rawValue
        self.applied = applied
        self.people = people
        sum = ImportedPerson.Outcome.allCases.reduce(into: [:]) { sum, outcome in
            sum[outcome.rawValue] = people.count { $0.outcome == outcome }
        }
        reasons = people.reduce(into: [:]) { sum, person in
            if let reason = person.reason { sum[reason, default: 0] += 1 }
        }
        notes = people.reduce(into: [:]) { sum, person in
            for note in person.notes { sum[note, default: 0] += 1 }
        }
    }

    func count(_ outcome: ImportedPerson.Outcome) -> Int { sum[outcome.rawValue] ?? 0 }

    /// A script that doesn't read the report learns that somebody stays behind.
    var exit: ExitStatus { count(.refused) > 0 ? .failure : .success }

    /// What the audit trail has of it: no person.
    var record: String {
        ([source] + ImportedPerson.Outcome.allCases.map { "\($0.rawValue)=\(count($0))" }).joined(separator: " ")
    }
}
