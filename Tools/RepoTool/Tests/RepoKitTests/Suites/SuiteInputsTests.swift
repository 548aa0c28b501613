import RepoKit
import Testing

struct SuiteInputsTests {
    @Test func theEnvironmentCountsButNotWhatMakeWasTold() async throws {
        func surroundings(_ environment: [String: String]) async throws -> String {
            try await SuiteInputs.surroundings(flavour: .plain, environment: environment)
        }
        let plain = try await surroundings(["LANG": "C"])
        #expect(try await surroundings(["LANG": "C", "FRESH": "1", "MAKELEVEL": "1", "TERM": "dumb"]) == plain)
        #expect(try await surroundings(["LANG": "es_ES.UTF-8"]) != plain)
    }
}
