package import CryptographyAPI
package import DeviceIntegrityAPI
import FoundationEssentials

/// Compares the program with the manifest that was signed when it was released.
package struct ProgramDetector: IntegrityDetecting {
    /// More than one piece would ever have.
    private static let largestPiece = 1 << 30

    private let program: String
    private let key: String?
    private let path: @Sendable () throws(ProbeFailure) -> String
    private let signatures: any SigningKeyMaking
    private let tokens: any JSONWebTokenCoding
    private let hashing: any Hashing

    package var violation: IntegrityViolation { .program }

    /// - Parameters:
    ///   - program: The program's name.
    ///   - key: The public half of the key that signed it, in base64url; nil if nobody did.
    ///   - path: Finds the program's file.
    ///   - cryptography: By what digests and signatures are made.
    package init(
        of program: String, key: String?, path: @escaping @Sendable () throws(ProbeFailure) -> String,
        cryptography: Cryptography
    ) {
        self.program = program
        self.key = key
        self.path = path
        signatures = cryptography.signatures
        tokens = cryptography.tokens
        hashing = cryptography.hashing
    }

    package func detect() async throws(ProbeFailure) -> [IntegrityFinding] {
        guard let key else { return [] }
        let path = try path(), file = try SealedFile(path: path)
        guard let (token, size) = try file.manifest() else { return [IntegrityFinding(.missingManifest, path)] }
        guard let manifest = verified(token, by: key) else { return [IntegrityFinding(.invalidManifest, path)] }
        let count = (1...Self.largestPiece).contains(manifest.piece) ? (size + manifest.piece - 1) / manifest.piece : 0
        guard manifest.program == program, manifest.size == size, manifest.digests.count == count else {
            return [IntegrityFinding(.foreignManifest, path)]
        }
        let isSame = try await matches(manifest, file)
        return isSame ? [] : [IntegrityFinding(.changedProgram, path)]
    }

    private func verified(_ token: String, by key: String) -> ProgramManifest? {
        let expectations = JSONWebTokenExpectations(
            type: ProgramManifest.type, requiredClaims: [], maximumByteCount: ProgramManifest.maximumByteCount)
        guard let key = try? signatures.makeVerificationKey(JSONWebKey(keyType: "OKP", curve: "Ed25519", x: key))
        else { return nil }
        // It says nothing of times: a program is as good as on its first day, and clocks of devices are wrong.
        return try? tokens.verify(
            token, as: ProgramManifest.self, expecting: expectations, keys: [key.thumbprint: key],
            now: Date(timeIntervalSince1970: 0))
    }

    /// Reads the pieces on all cores: a start waits for it.
    private func matches(_ manifest: ProgramManifest, _ file: SealedFile) async throws(ProbeFailure) -> Bool {
        let hashing = hashing
        let results = await withTaskGroup(of: Result<Bool, ProbeFailure>.self) { group in
            for (index, digest) in manifest.digests.enumerated() {
                let offset = index * manifest.piece, count = min(manifest.piece, manifest.size - offset)
                group.addTask {
                    Result { () throws(ProbeFailure) in
                        try file.digest(at: offset, count: count, by: hashing) == digest
                    }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        for result in results {
            guard try result.get() else { return false }
        }
        return true
    }
}
