import RepoKit

enum NewFeatureCommand: Command {
    static let name = "new-feature"
    static let summary = "begin a feature: a package that builds and whose first test says what to do"
    static let usage = """
        usage: repo new-feature NAME [--targets client,service,presentation,screens] [--root FOLDER]

        Writes Packages/Features/NAME, its page in docs/features, its line in CODEOWNERS
        and what the programs need to compose it. Nothing is written if something fails.
        NAME is in UpperCamelCase. Without --targets it has all sides.

            repo new-feature Bookmarks
            repo new-feature AuditTrail --targets service
        """
    static let options: Set<String> = ["--targets"]

    static func run(_ arguments: Arguments) async throws -> Int32 {
        guard arguments.words.count == 1 else { throw UsageError("It takes one name.") }
        let name: FeatureName
        let parts: Set<FeaturePart>
        do throws(ScaffoldError) {
            name = try FeatureName(arguments.words[0])
            parts = try FeaturePart.parse(arguments.value("--targets") ?? FeaturePart.list)
        } catch {
            throw UsageError("\(error)")
        }
        let feature = try await NewFeature(
            name, parts: parts, in: Repository(root: arguments.root), modules: InstalledModules.names())
        for path in try await feature.write() { print("wrote \(path)") }
        print("\nNext:\n\(feature.nextSteps)")
        return 0
    }
}
