import CoreModels
import KernelTesting
import SecureStorageAPI
import SecureStorageTesting
import Testing

struct ServiceSecretsTests {
    @Test(.requirement("STORE-31")) func savesAndLoadsByServiceAndKey() async throws {
        let store = InMemorySecretStore()
        let mail = try ServiceSecrets(service: "mail", in: store)
        let calendar = try ServiceSecrets(service: "calendar", in: store)
        try await mail.save(Secret("m"), forKey: "token")
        try await calendar.save(Secret("c"), forKey: "token")
        #expect(try await mail.load(forKey: "token")?.withText { $0 } == "m")
        #expect(try await ServiceSecrets(service: "mail", in: store).load(forKey: "token")?.withText { $0 } == "m")
        try await mail.remove(forKey: "token")
        #expect(try await mail.load(forKey: "token") == nil)
        #expect(try await calendar.load(forKey: "token")?.withText { $0 } == "c")
    }

    @Test(.requirement("STORE-21")) func refusesBlankServicesAndKeys() async throws {
        #expect(throws: SecretStoreError.blankName) { try ServiceSecrets(service: " ", in: InMemorySecretStore()) }
        let mail = try ServiceSecrets(service: "mail", in: InMemorySecretStore())
        await #expect(throws: SecretStoreError.blankName) { try await mail.save(Secret("m"), forKey: "") }
    }

    @Test(.requirement("STORE-07")) func tellsAnErrorFromAbsence() async throws {
        let mail = try ServiceSecrets(service: "mail", in: FailingSecretStore(error: .busy))
        await #expect(throws: SecretStoreError.busy) { try await mail.load(forKey: "token") }
    }
}
