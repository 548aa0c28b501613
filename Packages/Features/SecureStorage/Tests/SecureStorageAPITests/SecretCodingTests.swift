import CoreModels
import KernelTesting
import SecureStorageAPI
import SecureStorageTesting
import Testing

struct SecretCodingTests {
    private let grant = TokenGrant(
        accessToken: Secret("access"), tokenType: "Bearer", expiresIn: 300, refreshToken: Secret("refresh"),
        scope: "feed:read")

    @Test(.requirement("STORE-29")) func savesAndLoadsTokens() async throws {
        let store = InMemorySecretStore()
        let name = try SampleSecrets.name()
        try await store.save(encoding: grant, as: name)
        let loaded = try #require(try await store.value(TokenGrant.self, of: name))
        #expect(loaded.refreshToken.isEqual(to: grant.refreshToken))
        #expect(loaded.expiresIn == 300)
        try await store.remove(name)
        #expect(try await store.value(TokenGrant.self, of: name) == nil)
    }

    @Test(.requirement("STORE-29")) func tellsThatAValueCannotBeEncoded() async throws {
        let store = InMemorySecretStore()
        await #expect(throws: SecretStoreError.unencodable(type: "Double")) {
            try await store.save(encoding: Double.infinity, as: SampleSecrets.name())
        }
    }

    @Test(.requirement("STORE-07")) func tellsUndecodableFromAbsent() async throws {
        let store = InMemorySecretStore()
        try await store.save(Secret("not json"), as: SampleSecrets.name())
        await #expect(throws: SecretStoreError.undecodable(type: "TokenGrant")) {
            try await store.value(TokenGrant.self, of: SampleSecrets.name())
        }
    }

    @Test(.requirement("STORE-07")) func passesOnWhyASecretCannotBeRead() async throws {
        await #expect(throws: SecretStoreError.wrongKey) {
            try await FailingSecretStore(error: .wrongKey).value(TokenGrant.self, of: SampleSecrets.name())
        }
    }
}
