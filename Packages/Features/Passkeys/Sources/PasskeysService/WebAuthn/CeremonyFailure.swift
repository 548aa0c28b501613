/// Why an answer of an authenticator doesn't count, in the order in which it is looked
/// at (WebAuthn level 3, sections 7.1 and 7.2).
package enum CeremonyFailure: Error, Hashable {
    /// What can't be read.
    package enum Part: String, Sendable {
        case clientData, authenticatorData, attestation, publicKey
    }

    /// A part can't be read.
    case malformed(Part)
    /// It answers another kind of question.
    case wrongKind
    /// It answers no question of this server, or one for somebody else.
    case wrongChallenge
    /// The question is too old, or was answered before.
    case over
    /// It was given on a page of somebody else.
    case wrongOrigin
    /// It was given in a frame of a page of somebody else.
    case framed
    /// It is for somebody else.
    case wrongParty
    /// Nobody was there.
    case nobodyPresent
    /// It wasn't made sure that it is the person.
    case notVerified
    /// It is on several devices and may not be, or changed whether it may.
    case impossibleBackup
    /// No passkey was made.
    case nothingMade
    /// The key is for an algorithm that wasn't asked for, or is none.
    case wrongKey
    /// What says where the passkey comes from is of a kind that wasn't asked for, or
    /// doesn't hold.
    case wrongStatement
    /// What it is known by is too long.
    case longIdentifier
    /// It isn't signed by the passkey.
    case wrongSignature
}
