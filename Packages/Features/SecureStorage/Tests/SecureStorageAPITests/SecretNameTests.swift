import CoreModels
import KernelTesting
import SecureStorageAPI
import Testing

struct SecretNameTests {
    @Test(.requirement("STORE-21"), arguments: ["", " ", "\n\t ", "\u{3000}"])
    func refusesABlankLabel(_ label: String) {
        #expect(throws: SecretStoreError.blankName) { try SecretName(SecretKind("k"), parsing: label) }
    }

    @Test func refusesALabelOfMoreThan1024Bytes() throws {
        _ = try SecretName(SecretKind("k"), parsing: String(repeating: "é", count: 512))
        #expect(throws: SecretStoreError.nameTooLong(limit: 1024)) {
            try SecretName(SecretKind("k"), parsing: String(repeating: "é", count: 513))
        }
    }

    @Test(.requirement("STORE-17")) func tellsSpellingsOfOneCharacterApart() throws {
        let composed = try SecretName(SecretKind("k"), parsing: "\u{E9}")
        let decomposed = try SecretName(SecretKind("k"), parsing: "e\u{301}")
        #expect(composed != decomposed)
        #expect(Set([composed, decomposed]).count == 2)
        #expect(try composed == SecretName(SecretKind("k"), parsing: "\u{E9}"))
    }

    @Test func tellsKindsApart() throws {
        #expect(try SecretName(SecretKind("a"), parsing: "x") != SecretName(SecretKind("b"), parsing: "x"))
    }

    @Test(.requirement("STORE-28")) func printsNoLabel() throws {
        let name = try SecretName(SecretKind("session"), parsing: "ana@example.com")
        #expect("\(name)" == "session")
    }

    @Test(.requirement("STORE-02")) func takesItsProtectionFromItsKind() throws {
        let kind = SecretKind("device-key", protection: .confirmed)
        #expect(try SecretName(kind, parsing: "x").kind.protection == .confirmed)
        #expect(SecretName(SecretKind("session")).kind.protection == .sealed)
    }
}
