import RepoKit
import Testing

struct BuildFlavourTests {
    @Test(arguments: BuildFlavour.allCases) func compilesModulesInOneGoWhereThatIsAskedFor(_ flavour: BuildFlavour) {
        let usual = flavour.flags([:]), asked = flavour.flags(["WHOLE_MODULES": "1"])
        #expect(!usual.contains("-wmo"))
        #expect(asked.contains("-wmo") && asked.starts(with: usual.prefix(6)))
        // Each is for the compiler, and none for the package manager.
        let added = asked.filter { !usual.contains($0) }
        #expect(asked.count == usual.count + 2 * added.count)
    }
}
