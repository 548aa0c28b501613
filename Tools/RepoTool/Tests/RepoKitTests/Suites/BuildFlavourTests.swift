import RepoKit
import Testing

struct BuildFlavourTests {
    @Test(arguments: BuildFlavour.allCases) func compilesModulesInOneGoWhereThatIsAskedFor(_ flavour: BuildFlavour) {
        let usual = flavour.flags([:]), asked = flavour.flags(["WHOLE_MODULES": "1"])
        #expect(!usual.contains("-wmo"))
        #expect(asked.contains("-wmo") && asked.count == usual.count + 6)
    }
}
