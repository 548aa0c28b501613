import KernelTesting
import Localization
import Presenting
import SecureStorageAPI
import Testing

struct SecretStoreErrorTests {
    private static let record = SetAsideRecord(id: "0f", path: nil, reason: .malformed)

    static let simple: [SecretStoreError] = [
        .blankName, .nameTooLong(limit: 9), .emptyValue, .valueTooLarge(byteCount: 9, limit: 8),
        .unencodable(type: "Grant"), .undecodable(type: "Grant"), .wrongKey, .passphraseRequired,
        .passphraseFile(path: "/p", because: .moreThanAPassphrase),
        .weakPassphrase(reason: LocalizedText(en: "Too short.", es: "Muy corta.")),
        .keyMissing(protection: .keyFile, location: "/key"), .keyringUnavailable(reason: "none"),
        .passphraseUnset, .authenticatorUnknown, .authenticatorChanged, .authenticatorSilent,
        .tooManyAuthenticators(limit: 5),
        .confirmationRequired, .confirmationRefused, .damagedHeader(path: "/v", because: .cut),
        .unsupportedFormat(found: 2, supported: 1), .unsafeFile(path: "/v", because: .foreign),
        .unsafeFile(path: "/p", because: .readableByOthers),
        .damagedRecord(record), .damagedList(path: "/v"), .verificationFailed, .noSpace(path: "/v"),
        .readOnly(path: "/v"),
        .accessDenied(path: "/v"), .deviceFailure(path: "/v"),
        .resourcesExhausted(operation: "open", errorNumber: 24), .locksUnsupported(path: "/v"),
        .system(operation: "open", path: "/v", errorNumber: 99), .cryptography(reason: "no"), .busy, .cancelled,
    ]

    @Test(.requirement("STORE-20")) func saysEachErrorInItsOwnWordsInBothLanguages() {
        let texts = Self.simple.map(\.text)
        #expect(Set(texts.map(\.english)).count == texts.count)
        #expect(Set(texts.map(\.spanish)).count == texts.count)
        for (error, text) in zip(Self.simple, texts) {
            #expect(text.english != text.spanish, "\(error)")
            #expect(text.english.hasSuffix(".") && isWhole(error.remark?.english ?? ""), "\(error)")
            #expect(text.spanish.hasSuffix(".") && isWhole(error.remark?.spanish ?? ""), "\(error)")
        }
    }

    /// A sentence, or one that ends in what to type, which is copied without a
    /// full stop.
    private func isWhole(_ hint: String) -> Bool {
        hint.hasSuffix(".") || hint.contains(": chmod ") || hint.contains(": --")
    }

    @Test(.requirement("STORE-20")) func hasAStableCodeForEachError() {
        let codes = Self.simple.map(\.code)
        // Two reasons of one code.
        #expect(Set(codes).count == codes.count - 1)
        #expect(codes.allSatisfy { $0.hasPrefix("vault_") })
    }

    @Test(.requirement("STORE-12")) func tellsTheCauseOfACombinedError() {
        let tired = SecretStoreError.retriesExhausted(attempts: 3, last: .busy)
        #expect(tired.code == "vault_busy")
        let twice = SecretStoreError.retriesExhausted(attempts: 2, last: .wrongKey)
        #expect(twice.nextSteps == [.resetVault] && twice.nature == SecretStoreError.wrongKey.nature)
        #expect(tired.text.english.contains("3 times"))
        #expect(tired.text.english.contains(SecretStoreError.busy.text.english))
    }

    @Test(.requirement("STORE-16")) func asksToSignInAgainOnlyWhenSomethingIsLost() {
        let lost: [SecretStoreError] = [
            .damagedRecord(Self.record), .damagedHeader(path: "/v", because: .cut),
            .keyMissing(protection: .kernelKeyring, location: "x"), .undecodable(type: "Grant"),
            .retriesExhausted(attempts: 2, last: .damagedRecord(Self.record)),
        ]
        #expect(lost.allSatisfy { $0.requiresSigningInAgain })
        let rest = Self.simple.filter { !lost.map(\.code).contains($0.code) }
        #expect(rest.count == Self.simple.count - 4)
        #expect(!rest.contains { $0.requiresSigningInAgain })
    }

    @Test(.requirement("L10N-01"), arguments: SecretStoreReason.allCases)
    func reasonsAreInSpanishToo(reason: SecretStoreReason) {
        for error in [
            SecretStoreError.unsafeFile(path: "/v", because: reason), .damagedHeader(path: "/v", because: reason),
        ] {
            #expect(error.text.english.contains(reason.rawValue) && !error.text.spanish.contains(reason.rawValue))
        }
    }
}
