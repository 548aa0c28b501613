package import CryptographyAPI
package import FoundationEssentials

/// Verifies what authenticators answer, step by step (WebAuthn level 3, sections 7.1
/// and 7.2).
package struct Ceremonies: Sendable {
    package let party: RelyingParty
    package let hashing: any Hashing
    package let signatures: any SigningKeyMaking

    package init(of party: RelyingParty, _ cryptography: Cryptography) {
        self.party = party
        hashing = cryptography.hashing
        signatures = cryptography.signatures
    }

    /// A passkey that was made.
    package struct Made: Sendable {
        package let challenge: Data
        package let credential: AuthenticatorData.Credential
        package let data: AuthenticatorData
    }

    /// What a passkey answered.
    package struct Answered: Sendable {
        package let challenge: Data
        package let data: AuthenticatorData
    }

    /// A passkey is made (section 7.1).
    ///
    /// - Parameter isAsked: Whether the bytes are a challenge for this very person and
    ///   purpose; throws `over` for one that was.
    package func verifyMaking(
        clientData: Data, attestation: Data, isAsked: (Data) throws -> Bool
    ) throws -> Made {
        let (challenge, digest) = try verify(clientData, of: "webauthn.create", isAsked)
        let object = try AttestationObject(attestation), data = object.authenticatorData
        try verify(data)
        guard let credential = data.credential else { throw CeremonyFailure.nothingMade }
        guard let key = credential.key else { throw CeremonyFailure.wrongKey }
        do {
            _ = try signatures.makeForeignVerificationKey(key.jsonWebKey)
        } catch CryptographyError.invalidKey {
            throw CeremonyFailure.wrongKey
        }
        guard try holds(object, key, digest) else { throw CeremonyFailure.wrongStatement }
        guard credential.id.count <= 1_023 else { throw CeremonyFailure.longIdentifier }
        return Made(challenge: challenge, credential: credential, data: data)
    }

    /// A passkey answers (section 7.2).
    ///
    /// - Parameters:
    ///   - publicKey: That of the passkey.
    ///   - canBeBackedUp: Whether it could be when it was made; nil if nobody knows it.
    package func verifyAnswer(
        clientData: Data, authenticatorData: Data, signature: Data, publicKey: COSEKey, canBeBackedUp: Bool?,
        isAsked: (Data) throws -> Bool
    ) throws -> Answered {
        let (challenge, digest) = try verify(clientData, of: "webauthn.get", isAsked)
        let data = try AuthenticatorData(authenticatorData)
        try verify(data)
        guard try publicKey.isValidForStrangers(signature, for: authenticatorData + digest, signatures) else {
            throw CeremonyFailure.wrongSignature
        }
        // After the signature, so that nobody else finds out which passkeys there are.
        guard canBeBackedUp ?? data.canBeBackedUp == data.canBeBackedUp else { throw CeremonyFailure.impossibleBackup }
        return Answered(challenge: challenge, data: data)
    }

    /// Where it was answered.
    ///
    /// - Returns: What was answered, and the digest of what the browser says.
    private func verify(
        _ clientData: Data, of kind: String, _ isAsked: (Data) throws -> Bool
    ) throws -> (challenge: Data, digest: Data) {
        let client = try ClientData(reading: clientData)
        guard client.type == kind else { throw CeremonyFailure.wrongKind }
        guard let challenge = Base64URL.decode(client.challenge), try isAsked(challenge) else {
            throw CeremonyFailure.wrongChallenge
        }
        guard client.origin == party.origin else { throw CeremonyFailure.wrongOrigin }
        guard client.crossOrigin != true, client.topOrigin == nil else { throw CeremonyFailure.framed }
        return (challenge, try hashing.sha256(clientData))
    }

    private func verify(_ data: AuthenticatorData) throws {
        guard data.partyDigest == (try hashing.sha256(Data(party.id.utf8))) else { throw CeremonyFailure.wrongParty }
        guard data.isPresent else { throw CeremonyFailure.nobodyPresent }
        guard data.isVerified else { throw CeremonyFailure.notVerified }
        guard data.canBeBackedUp || !data.isBackedUp else { throw CeremonyFailure.impossibleBackup }
    }

    /// Whether what says where a passkey comes from holds: nothing was asked for, and a
    /// browser that was asked for nothing passes on only what says nothing (section
    /// 5.1.3, step 22): none, or a signature of the passkey itself (section 8.2).
    private func holds(_ object: AttestationObject, _ key: COSEKey, _ digest: Data) throws -> Bool {
        switch object.format {
        case "none": return object.statement.isEmpty
        case "packed":
            guard object.statement.count == 2, let signature = object.statement[.text("sig")]?.bytes,
                let number = object.statement[.text("alg")]?.number,
                COSEKey.algorithms.contains(where: { $0.number == number && $0.name == key.algorithm })
            else { return false }
            return try key.isValid(signature, for: object.authenticatorBytes + digest, signatures)
        default: return false
        }
    }
}
