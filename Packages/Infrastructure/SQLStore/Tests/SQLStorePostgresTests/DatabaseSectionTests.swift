import ConfigurationAPI
import ConfigurationTesting
import KernelTesting
import Localization
import Presenting
import SQLStorePostgres
import Testing

/// What operators set of a database elsewhere.
struct DatabaseSectionTests {
    @Test func withoutAnAddressTheDatabaseIsAFile() {
        #expect(!PostgresSettings.areChosen(in: .fixture()))
        #expect(problems(passwordFile: "/missing").isEmpty)
    }

    @Test(.requirement("SCALE-01")) func anAddressIsEnough() throws {
        let settings = Configuration.fixture(.set(DatabaseSection.url, to: "postgresql://ana@db.example.com/essential"))
        #expect(PostgresSettings.areChosen(in: settings))
        #expect(try PostgresSettings(settings).name == "postgresql://db.example.com:5432/essential")
        #expect(try PostgresSettings(settings).connections == 16)
        #expect(DatabaseSection.section.check(settings).isEmpty)
    }

    @Test func whatCannotBeUsedIsToldBeforeTheStart() throws {
        let password = try #require(problems(url: "postgresql://ana:secret@db.example.com/essential").first)
        #expect(password.settings == ["database.url"])
        #expect(password.text.english.contains("database.password_file"))
        #expect(!password.text.english.contains("secret"))
        let open = try #require(problems(url: "postgresql://db.example.com/essential?sslmode=require").first)
        #expect(open.text.english.contains("verify-full"))
        let file = try #require(problems(url: "postgresql:///x?host=/run", passwordFile: "/missing").first)
        #expect(file.settings == ["database.password_file"])
        #expect(file.text.english.contains("/missing"))
    }

    private func problems(url: String? = nil, passwordFile: String? = nil) -> [any SettingsError] {
        DatabaseSection.section.check(
            .fixture(.set(DatabaseSection.url, to: url), .set(DatabaseSection.passwordFile, to: passwordFile)))
    }
}
