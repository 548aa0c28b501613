import KernelTesting
import Testing

/// What is written to the vault is read back before it counts.
struct LyingDiskTests {
    @Test(.requirement("STORE-05", "STORE-24", "STORE-12", "STORE-22"))
    func whatReadsBackDifferentlyIsAFailureAfterSeveralAttempts() async throws {
        let stage = try await Stage()
        let library = try await PreloadedLibrary("lying-disk.c", in: stage.folder)
        var client = stage.client
        client.environment = library.environment
        let login = try await client.run(
            "login", "--email", Person.ana.email, "--password-stdin", "--json", input: Person.ana.password + "\n")
        #expect(login.exit == .status(1) && login.errorCode == "token_storage_failed", "\(login.errorText)")
        #expect(login.errorText.contains("failed 3 times"), "\(login.errorText)")
        #expect(login.errorText.contains("reads back differently"), "\(login.errorText)")
        // With a disk that keeps what it is given there is no session, and the next login is as good as the first.
        #expect(try await stage.client.run("whoami").exit == .status(3))
        _ = try await stage.client.logIn(as: .ana)
        #expect(try await stage.client.object("whoami")["user"]?["email"]?.text == Person.ana.email)
    }
}
