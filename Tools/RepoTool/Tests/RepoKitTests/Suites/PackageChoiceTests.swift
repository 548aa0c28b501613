import Foundation
import RepoKit
import Testing

struct PackageChoiceTests {
    private let packages: [PackageDescription]

    init() throws {
        packages = try ["Accounts", "Feed", "Locking", "Login", "Sessions"].map { name in
            let manifest = #"{"name": "\#(name)", "dependencies": [], "products": [], "targets": []}"#
            return try PackageDescription(folder: "Packages/\(name)", json: Data(manifest.utf8))
        }
    }

    @Test func takesNamesThatThereAre() throws {
        #expect(try PackageChoice(["Login", "Feed"], among: packages).names == ["Feed", "Login"])
    }

    @Test(arguments: [("Logn", "Login"), ("login", "Login"), ("session", "Sessions"), ("Acounts", "Accounts")])
    func aMistypedNameShowsTheNearestFirst(word: String, nearest: String) {
        let error = #expect(throws: UnknownPackage.self) { try PackageChoice(["Feed", word], among: packages) }
        #expect(error?.known.first == nearest)
        #expect(error?.known.count == packages.count)
        #expect(error?.description.contains("“\(word)”") == true)
    }
}
