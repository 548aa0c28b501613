import CoreModels
import CryptographyAPI
import FoundationEssentials
import KernelTesting
import SecureStorageAPI
import SecureStorageClient
import SecureStorageLinux
import SecureStorageTesting
import Testing

struct VaultKeyTests {
    private let fixture: VaultFixture
    private let name: SecretName

    init() throws {
        fixture = try VaultFixture()
        name = try SampleSecrets.name()
    }

    // MARK: - Key file

    @Test(.requirement("STORE-04")) func aWrongKeyFileIsAnErrorAndNoGarbage() async throws {
        try await fixture.vault().save(Secret("value"), as: name)
        let key = try #require(fixture.files().first { $0.hasPrefix("key-") })
        let right = try fixture.bytes(key)
        for wrong in [[UInt8](repeating: 7, count: 32), Array(right.dropLast()), right + [0], []] {
            try fixture.overwrite(key, wrong)
            #expect(await problem(of: name, in: try fixture.vault()) == .wrongKey)
        }
        try fixture.overwrite(key, right)
        #expect(try await text(of: name, in: fixture.vault()) == "value")
    }

    @Test(.requirement("STORE-07")) func aMissingKeyFileIsNoEmptyVault() async throws {
        try await fixture.vault().save(Secret("value"), as: name)
        let key = try #require(fixture.files().first { $0.hasPrefix("key-") })
        try fixture.remove(key)
        let missing = SecretStoreError.keyMissing(protection: .keyFile, location: fixture.folder + "/" + key)
        #expect(await problem(of: name, in: try fixture.vault()) == missing)
        await #expect(throws: missing) { try await fixture.vault().save(Secret("new"), as: name) }
    }

    // MARK: - Pass phrase

    private func vault(_ passphrases: PassphraseProvidingStub?) throws -> FileVault {
        try fixture.vault {
            $0.protection = .passphrase
            $0.passphrases = passphrases
        }
    }

    @Test(.requirement("STORE-04")) func asksForThePassphraseOnceForEachProcess() async throws {
        let passphrases = PassphraseProvidingStub()
        let first = try vault(passphrases)
        try await first.save(Secret("value"), as: name)
        _ = try await first.read(name).get()
        #expect(passphrases.purposes == [.protect])
        #expect(fixture.files().allSatisfy { !$0.hasPrefix("key-") })

        let second = try vault(passphrases)
        async let one = second.read(name)
        async let two = second.read(name)
        _ = try await (one.get(), two.get())
        #expect(passphrases.purposes == [.protect, .open])

        try await second.rotateKey()
        _ = try await second.read(name).get()
        #expect(passphrases.purposes == [.protect, .open, .protect])
    }

    @Test(.requirement("STORE-04")) func aWrongPassphraseIsAnErrorAndNoGarbage() async throws {
        let passphrases = PassphraseProvidingStub()
        try await vault(passphrases).save(Secret("value"), as: name)
        let before = try fixture.contents()
        passphrases.answer(.success(Secret("wrong")))
        let second = try vault(passphrases)
        #expect(await problem(of: name, in: second) == .wrongKey)
        await #expect(throws: SecretStoreError.wrongKey) { try await second.save(Secret("new"), as: name) }
        #expect(try fixture.contents() == before)
        passphrases.answer(.success(Secret("correct horse battery staple")))
        #expect(try await text(of: name, in: second) == "value")
    }

    /// Gives wrong pass phrases first.
    private struct Mistaken: PassphraseProviding {
        func passphrase(for purpose: PassphrasePurpose) async throws(SecretStoreError) -> Secret {
            purpose == .open ? Secret("wrong") : Secret("correct horse battery staple")
        }
    }

    @Test(.requirement("STORE-04")) func theRightPassphraseAfterAWrongOneOpensIt() async throws {
        try await vault(PassphraseProvidingStub()).save(Secret("value"), as: name)
        let second = try fixture.vault {
            $0.protection = .passphrase
            $0.passphrases = Mistaken()
        }
        #expect(try await text(of: name, in: second) == "value")
    }

    @Test(
        .requirement("STORE-04"),
        arguments: [
            ("el a\u{F1}o del camale\u{F3}n", "el an\u{303}o del camaleo\u{301}n"),
            ("el an\u{303}o del camaleo\u{301}n", "el a\u{F1}o del camale\u{F3}n"),
        ]) func aPassphraseIsTheSameHoweverItsAccentsAreTyped(chosen: String, typed: String) async throws
    {
        let passphrases = PassphraseProvidingStub(Secret(chosen))
        try await vault(passphrases).save(Secret("value"), as: name)
        for words in [typed, chosen] {
            passphrases.answer(.success(Secret(words)))
            #expect(try await text(of: name, in: vault(passphrases)) == "value")
        }
    }

    @Test(.requirement("STORE-04")) func aPassphraseThatWasTakenAsItWasTypedStillOpensIt() async throws {
        let typed = Secret("el an\u{303}o del camaleo\u{301}n"), passphrases = PassphraseProvidingStub(typed)
        let cryptography = fixture.cryptography
        let older = try fixture.vault {
            $0.protection = .passphrase
            $0.passphrases = passphrases
            $0.cryptography.derivation = TypedDerivation(real: cryptography.derivation, typed: typed)
        }
        try await older.save(Secret("value"), as: name)
        #expect(try await text(of: name, in: vault(passphrases)) == "value")
    }

    /// Takes a pass phrase as it was typed.
    private struct TypedDerivation: KeyDerivation {
        let real: any KeyDerivation
        let typed: Secret

        func deriveKey(
            from key: any SymmetricKey, salt: Data, info: Data, byteCount: Int
        ) throws(CryptographyError) -> any SymmetricKey {
            try real.deriveKey(from: key, salt: salt, info: info, byteCount: byteCount)
        }

        func deriveKey(
            fromPassphrase passphrase: Secret, salt: Data, cost: ScryptCost, byteCount: Int
        ) async throws(CryptographyError) -> any SymmetricKey {
            try await real.deriveKey(fromPassphrase: typed, salt: salt, cost: cost, byteCount: byteCount)
        }
    }

    @Test(.requirement("STORE-07")) func withoutAnybodyToAskTheVaultIsLocked() async throws {
        try await vault(PassphraseProvidingStub()).save(Secret("value"), as: name)
        #expect(await problem(of: name, in: try vault(nil)) == .passphraseRequired)
        let refusing = PassphraseProvidingStub()
        refusing.answer(.failure(.cancelled))
        #expect(await problem(of: name, in: try vault(refusing)) == .cancelled)
        refusing.answer(.success(Secret("")))
        #expect(await problem(of: name, in: try vault(refusing)) == .passphraseRequired)
        #expect(try await vault(nil).status().protection == .passphrase, "the status asks for nothing")
        #expect(try await vault(nil).status().recordCount == 1)
    }

    @Test func theHeaderSaysWhatProtectsTheVault() async throws {
        try await fixture.vault().save(Secret("value"), as: name)
        let other = try vault(nil)
        #expect(try await text(of: name, in: other) == "value")
        #expect(await other.status().protection == .keyFile)
    }

    // MARK: - Kernel keyring

    private func vault(in keyring: InMemoryKeyring) throws -> FileVault {
        try fixture.vault {
            $0.protection = .kernelKeyring
            $0.keyring = keyring
        }
    }

    @Test(.requirement("STORE-04")) func keepsTheKeyInTheKernel() async throws {
        let keyring = InMemoryKeyring()
        try await vault(in: keyring).save(Secret("value"), as: name)
        #expect(try await text(of: name, in: vault(in: keyring)) == "value")
        #expect(keyring.descriptions.count == 1)
        #expect(fixture.files().allSatisfy { !$0.hasPrefix("key-") })
        try await vault(in: keyring).rotateKey()
        #expect(keyring.descriptions.count == 1, "the old key is forgotten")
        #expect(try await text(of: name, in: vault(in: keyring)) == "value")
    }

    @Test(.requirement("STORE-07", "STORE-16")) func aRestartOfTheMachineIsToldFromAbsence() async throws {
        let keyring = InMemoryKeyring()
        try await vault(in: keyring).save(Secret("value"), as: name)
        keyring.forgetAll()
        let error = await problem(of: name, in: try vault(in: keyring))
        guard case .keyMissing(.kernelKeyring, _) = error else { return #expect(error == nil) }
        #expect(error?.requiresSigningInAgain == true)
    }

    @Test(.requirement("STORE-20")) func saysWhyTheKeyringCannotBeUsed() async throws {
        let keyring = InMemoryKeyring()
        keyring.takeAway()
        await #expect(throws: SecretStoreError.keyringUnavailable(reason: "taken away")) {
            try await vault(in: keyring).save(Secret("value"), as: name)
        }
        #expect(fixture.files().allSatisfy { $0 == "lock" }, "nothing half made is left")
    }

    private static let keyringIsThere: Bool = {
        do {
            try UserKeyring().store(Secret("probe"), as: "essential:test:probe")
            try UserKeyring().remove("essential:test:probe")
            return true
        } catch {
            return false
        }
    }()

    @Test(.enabled(if: keyringIsThere, "this machine forbids the kernel's keyring"))
    func usesTheRealKeyring() async throws {
        let vault = try fixture.vault { $0.protection = .kernelKeyring }
        try await vault.save(Secret("value"), as: name)
        #expect(try await text(of: name, in: fixture.vault()) == "value")
        try await vault.rotateKey(protectedBy: .keyFile)  // Also removes the key from the kernel.
        #expect(try await text(of: name, in: fixture.vault()) == "value")
        let keyring = UserKeyring()
        let description = "essential:test:\(fixture.temporary.path)"
        #expect(try keyring.key(description) == nil)
        try keyring.store(Secret("one"), as: description)
        try keyring.store(Secret("two"), as: description)
        #expect(try keyring.key(description)?.withText { $0 } == "two")
        try keyring.remove(description)
        try keyring.remove(description)
        #expect(try keyring.key(description) == nil)
    }

    // MARK: - Gestures

    @Test(.requirement("STORE-01", "STORE-02", "STORE-04")) func asksForAGestureWhereTheKindNeedsOne() async throws {
        let presence = PresenceConfirmingStub()
        let confirmed = SecretName(SampleSecrets.confirmedKind)
        let vault = try fixture.vault { $0.presence = presence }
        try await vault.save(Secret("value"), as: confirmed)
        try await vault.save(Secret("plain"), as: name)
        #expect(presence.count == 1)
        #expect(try await text(of: name, in: vault) == "plain")
        #expect(presence.count == 1)
        #expect(try await text(of: confirmed, in: vault) == "value")
        #expect(presence.count == 2, "each time anew")
        try await vault.update(confirmed) { stored in
            guard case .present(let secret) = stored, secret.isEqual(to: Secret("value")) else { return .keep }
            return .save(Secret("changed"))
        }
        #expect(try await text(of: confirmed, in: vault) == "changed")
    }

    @Test(.requirement("STORE-04")) func theGestureIsPartOfTheKey() async throws {
        let presence = PresenceConfirmingStub()
        let confirmed = SecretName(SampleSecrets.confirmedKind)
        try await fixture.vault { $0.presence = presence }.save(Secret("value"), as: confirmed)
        #expect(await problem(of: confirmed, in: try fixture.vault()) == .confirmationRequired)
        presence.answer(.success(Secret("another finger")))
        #expect(
            await problem(of: confirmed, in: try fixture.vault { $0.presence = presence }) == .confirmationRefused)
        presence.answer(.failure(.confirmationRefused))
        #expect(
            await problem(of: confirmed, in: try fixture.vault { $0.presence = presence }) == .confirmationRefused)
        await #expect(throws: SecretStoreError.confirmationRequired) {
            try await fixture.vault().save(Secret("new"), as: confirmed)
        }
        // Nothing of that is damage: the right gesture still opens it.
        presence.answer(.success(Secret("gesture")))
        #expect(try await text(of: confirmed, in: fixture.vault { $0.presence = presence }) == "value")
    }

    @Test(.requirement("STORE-04")) func askingForAnAbsentSecretNeedsNoGesture() async throws {
        try await fixture.vault().save(Secret("1"), as: name)
        #expect(try await fixture.vault().read(SecretName(SampleSecrets.confirmedKind)).isAbsent)
    }

    @Test(.requirement("STORE-04")) func replacingTheKeyNeedsNoGesture() async throws {
        let presence = PresenceConfirmingStub()
        let confirmed = SecretName(SampleSecrets.confirmedKind)
        try await fixture.vault { $0.presence = presence }.save(Secret("value"), as: confirmed)
        try await fixture.vault().rotateKey()
        #expect(try await text(of: confirmed, in: fixture.vault { $0.presence = presence }) == "value")
    }
}
