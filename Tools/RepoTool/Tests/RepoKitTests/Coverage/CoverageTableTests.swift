import Foundation
import KernelTesting
import RepoKit
import Testing

struct CoverageTableTests {
    private let root = URL(filePath: "/repository")

    private func package(_ folder: String, targets: String...) throws -> PackageDescription {
        let list = targets.map { target in
            let type = target.hasSuffix("Tests") ? "test" : "regular"
            let path = target.hasSuffix("Hammer") ? "\"Tests/Support/\(target)\"" : "null"
            return """
                {"name":"\(target)","type":"\(type)","path":\(path),"dependencies":[],"settings":[],\
                "resources":[],"exclude":[]}
                """
        }
        let name = folder.split(separator: "/").last ?? ""
        return try PackageDescription(
            folder: folder,
            json: Data(
                """
                {"name":"\(name)","dependencies":[],"products":[],"targets":[\(list.joined(separator: ","))]}
                """.utf8))
    }

    private func table(_ files: (path: String, count: Int, covered: Int)...) throws -> CoverageTable {
        let list = files.map { file in
            """
            {"filename":"\(file.path)","summary":{"functions":{"count":1,"covered":1,"percent":100},\
            "lines":{"count":\(file.count),"covered":\(file.covered),"percent":0}}}
            """
        }
        return try CoverageTable(
            export: Data(
                """
                {"data":[{"files":[\(list.joined(separator: ","))],"totals":{}}],\
                "type":"llvm.coverage.json.export","version":"3.0.1"}
                """.utf8),
            of: [
                package("Packages/Feed", targets: "FeedAPI", "FeedClient", "FeedTesting", "FeedTests", "FeedHammer"),
                package("Packages/FeedExtra", targets: "FeedClientExtra"),
            ], root: root)
    }

    @Test(.requirement("PROC-07")) func sumsTheLinesOfEachPackage() throws {
        let table = try table(
            ("/repository/Packages/Feed/Sources/FeedAPI/A.swift", 100, 97),
            ("/repository/Packages/Feed/Sources/FeedClient/Deep/B.swift", 100, 80),
            ("/repository/Packages/FeedExtra/Sources/FeedClientExtra/C.swift", 1000, 1000))
        #expect(
            table.description == """
                Package    Lines  Covered      %
                Feed         200      177   88.5
                FeedExtra   1000     1000  100.0
                Total       1200     1177   98.0
                """)
        #expect(table.isEnough)
        #expect(table.sources.count == 3)
    }

    @Test(.requirement("PROC-11")) func tellsEachFileAndThoseThatNoTestReaches() throws {
        let table = try table(
            ("/repository/Packages/Feed/Sources/FeedClient/Deep/B.swift", 100, 0),
            ("/repository/Packages/Feed/Sources/FeedAPI/A.swift", 100, 97),
            ("/repository/Packages/Feed/Sources/FeedAPI/Protocol.swift", 0, 0))
        #expect(
            table.fileTable == """
                File                                           Lines  Covered     %
                Packages/Feed/Sources/FeedAPI/A.swift            100       97  97.0
                Packages/Feed/Sources/FeedClient/Deep/B.swift    100        0   0.0
                """)
        #expect(table.unreached == ["Packages/Feed/Sources/FeedClient/Deep/B.swift"])
    }

    @Test func testsDoublesAndWhatWasBuiltDoNotCount() throws {
        let table = try table(
            ("/repository/Packages/Feed/Sources/FeedAPI/A.swift", 10, 5),
            ("/repository/Packages/Feed/Sources/FeedTesting/Spy.swift", 1000, 1000),
            ("/repository/Packages/Feed/Tests/FeedTests/FeedTests.swift", 1000, 1000),
            ("/repository/Packages/Feed/Tests/Support/FeedHammer/FeedHammer.swift", 1000, 1000),
            ("/repository/.build/coverage/umbrella.derived/runner.swift", 1000, 1000),
            ("/elsewhere/Packages/Feed/Sources/FeedAPI/A.swift", 1000, 1000))
        #expect(table.rows.map(\.lines) == [10])
        #expect(table.sources == ["/repository/Packages/Feed/Sources/FeedAPI/A.swift"])
    }

    @Test(arguments: [(899, "89.9", false), (900, "90.0", true)])
    func theTotalMayNotBeUnderNinety(covered: Int, percent: String, isEnough: Bool) throws {
        let table = try table(("/repository/Packages/Feed/Sources/FeedAPI/A.swift", 1000, covered))
        #expect(table.isEnough == isEnough)
        #expect(table.total.percent == percent)
    }

    @Test func almostIsNotEnough() throws {
        let table = try table(("/repository/Packages/Feed/Sources/FeedAPI/A.swift", 100_000, 89_999))
        #expect(!table.isEnough)
        #expect(table.total.percent == "89.9")
    }
}
