import CertificatePinningAPI
import CryptographyAPI
import FoundationEssentials
import KernelTesting
import Testing

/// Which documents are taken, whoever brings them.
struct PinDocumentTests {
    private let stage: PinStage

    init() throws {
        stage = try PinStage()
    }

    @Test(.requirement("PIN-11")) func onlyTheSignersDocumentsAreTaken() async throws {
        let (keeping, _) = stage.device(), document = try stage.document(stage.claims(1))
        #expect(
            await stage.error { () throws(PinError) in try await keeping.install(document, signedBy: nil) }
                == .unknownSigner)
        let stranger = try stage.cryptography.signatures.makeSigningKey(.edDSA)
        let forged = try stage.document(stage.claims(2), key: stranger)
        #expect(
            await stage.error { () throws(PinError) in try await keeping.install(forged, signedBy: stage.signer) }
                == .unsigned)
        #expect(
            await stage.error { () throws(PinError) in try await keeping.install(document, signedBy: PinSigner("x")) }
                == .invalidSigner)
        #expect(try await keeping.kept() == nil)
        // Whoever lost their key has people name another one.
        try await stage.install(stage.claims(1), signedBy: stage.signer)
        let named = PinSigner(stranger.verificationKey.jsonWebKey.x ?? "")
        #expect(try await keeping.install(forged, signedBy: named).signer == named)
        let former = try stage.document(stage.claims(3))
        #expect(
            await stage.error { () throws(PinError) in try await keeping.install(former, signedBy: nil) } == .unsigned)
    }

    @Test(.requirement("PIN-11")) func aChangedDocumentIsRefused() async throws {
        let (keeping, _) = stage.device(), document = try stage.document(stage.claims(1))
        for position in stride(from: 0, to: document.count, by: 7) {
            var changed = document
            changed[position] ^= 1
            let refusal = await stage.error { () throws(PinError) in
                try await keeping.install(changed, signedBy: stage.signer)
            }
            #expect(refusal != nil, "byte \(position)")
        }
        #expect(try await keeping.kept() == nil)
    }

    @Test(.requirement("PIN-11")) func whatIsNoDocumentIsRefused() async throws {
        let (keeping, _) = stage.device(), signer = stage.signer
        let foreign = try stage.document(stage.claims(1), type: "JWT")
        for content in [Data(), Data("pins".utf8), Data([0xFF, 0]), Data("a.b.c".utf8), foreign] {
            #expect(
                await stage.error { () throws(PinError) in try await keeping.install(content, signedBy: signer) }
                    == .malformed)
        }
        let huge = Data(repeating: 0x61, count: PinDocument.maximumByteCount + 1)
        #expect(
            await stage.error { () throws(PinError) in try await keeping.install(huge, signedBy: signer) }
                == .tooLarge(limit: PinDocument.maximumByteCount))
    }

    @Test(.requirement("PIN-08", "PIN-09")) func whatASetMustNotBeIsRefusedThoughItIsSigned() async throws {
        let (keeping, _) = stage.device()
        var late = stage.claims(1)
        late.expiresAt = Date(timeIntervalSince1970: 253_402_300_800)
        let cases: [(PinClaims, PinError)] = [
            (stage.claims(1, "*.com"), .unusable(.wildcardTooWide("*.com"))),
            (stage.claims(1, pin: 2, backup: 2), .unusable(.missingBackup(host: "example.com"))),
            (late, .unusable(.invalidLife)),
        ]
        for (claims, expected) in cases {
            let document = try stage.document(claims)
            #expect(
                await stage.error { () throws(PinError) in try await keeping.install(document, signedBy: stage.signer) }
                    == expected)
        }
        let document = try stage.document(stage.claims(1))
        stage.pass(days: 91)
        #expect(
            await stage.error { () throws(PinError) in try await keeping.install(document, signedBy: stage.signer) }
                == .overdue)
    }
}
