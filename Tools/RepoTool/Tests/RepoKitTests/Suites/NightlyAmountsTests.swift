import RepoKit
import Testing

struct NightlyAmountsTests {
    private static let workflow = """
        env:
          GIT_CONFIG_COUNT: 1
        jobs:
            - run: make test
              env:
                # Kills.
                ESSENTIAL_KILLS: 130
                ESSENTIAL_LOOKS: 1
        """

    @Test func whatIsNotSetIsTold() {
        let amounts = NightlyAmounts(workflow: Self.workflow)
        #expect(amounts.settings == ["ESSENTIAL_KILLS=130", "ESSENTIAL_LOOKS=1"])
        let note = amounts.note(["ESSENTIAL_LOOKS": "1"])
        #expect(note?.contains("ESSENTIAL_KILLS=130") == true && note?.contains("ESSENTIAL_LOOKS") == false)
        #expect(amounts.note(["ESSENTIAL_LOOKS": "1", "ESSENTIAL_KILLS": "5"]) == nil)
    }

    /// The suites ask for each of them.
    @Test func theNightSetsThem() throws {
        let settings = try NightlyAmounts(root: CheckedOutRepository.root).settings
        #expect(settings.contains("ESSENTIAL_DESKTOP=1") && settings.contains("ESSENTIAL_LOOKS=1"))
    }
}
