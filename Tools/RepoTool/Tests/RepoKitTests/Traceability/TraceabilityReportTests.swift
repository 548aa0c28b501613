import Foundation
import KernelTesting
import RepoKit
import Testing

struct TraceabilityReportTests {
    private let catalog = RequirementCatalog(
        text: """
            ## Feed
            - **FEED-01** Shows it.
            - **FEED-02** Keeps it.
            - **FEED-03** Sends it.
            - **FEED-04** Rests.
            """
    )
    private let file = SourceFile(
        path: "Packages/Feed/Tests/FeedTests/FeedTests.swift",
        text: """
            struct FeedTests {
                @Test(.requirement("FEED-01")) func shows() { host.install(FeedPlugin.self) }
                @Test(.requirement("FEED-01", "FEED-02")) func keeps(times: Int) {}
            }
            @Suite(.requirement("FEED-03")) struct SendingTests { @Test func sends() { FeedPlugin.assemble() } }
            """)
    private let reach = ProgramReach(
        wiring: [SourceFile(path: "Apps/Feed/Wiring.swift", text: "func run() { host.install(FeedPlugin.self) }")],
        shared: [])

    /// What Swift Testing 6.3.1 writes, without the fields that don't matter.
    private func events(_ events: (kind: String, test: String, symbol: String)...) -> Data {
        let lines = events.map { event in
            """
            {"kind":"event","payload":{"kind":"\(event.kind)","testID":"FeedTests.\(event.test)",\
            "issue":{"isKnown":true,"severity":"\(event.symbol == "warning" ? "warning" : "error")"},\
            "messages":[{"symbol":"\(event.symbol)","text":""}]},"version":"6.3.0"}
            """
        }
        return Data(lines.joined(separator: "\n").utf8)
    }

    private func report(_ data: Data?, _ catalog: RequirementCatalog? = nil) -> TraceabilityReport {
        var results = TestResults()
        if let data { results.read(data, target: "FeedTests") }
        return TraceabilityReport(
            catalog: catalog ?? self.catalog, sources: [("FeedTests", [file])], reach: reach, results: results)
    }

    private func statuses(_ report: TraceabilityReport) -> [TraceabilityReport.Status] {
        report.groups.flatMap(\.requirements).map(\.status)
    }

    @Test(.requirement("PROC-03", "PROC-06")) func onlyWhatTestsProveIsProved() {
        let report = report(
            events(
                ("testStarted", "FeedTests/shows()/FeedTests.swift:2:6", "default"),
                ("testEnded", "FeedTests/shows()/FeedTests.swift:2:6", "pass"),
                ("testStarted", "FeedTests/keeps(times:)/FeedTests.swift:3:6", "default"),
                ("testEnded", "FeedTests/keeps(times:)/FeedTests.swift:3:6", "pass"),
                ("testSkipped", "SendingTests/sends()/FeedTests.swift:5:60", "skip")))
        #expect(statuses(report) == [.proved, .notProved, .notRun, .noTest])
        #expect(
            report.summary
                == "4 requirements: 1 proved, 0 failing, 1 not run, 1 not proved, 1 no test, 0 left out")
        #expect(report.notReached == ["FEED-02"], "nobody installs what keeps it")
        #expect(report.targetsNotRun.isEmpty)
    }

    @Test(.requirement("PROC-03", "PROC-10")) func whatTheListCallsOpenOrLeftOutIsNotProved() {
        let catalog = RequirementCatalog(
            text: """
                ## Feed
                - **FEED-01** Shows it. *Open: pictures come later.*
                - **FEED-02** Keeps it. *Left out: nobody asks for it.*
                - **FEED-03** Sends it. *Open: to nobody yet.*
                - **FEED-04** Rests. *Left out: it never rests.*
                """)
        #expect(catalog.problems.isEmpty)
        let passed = events(
            ("testEnded", "FeedTests/shows()/FeedTests.swift:2:6", "pass"),
            ("testEnded", "FeedTests/keeps(times:)/FeedTests.swift:3:6", "pass"))
        #expect(statuses(report(passed, catalog)) == [.notProved, .leftOut, .notRun, .leftOut])
        #expect(report(passed, catalog).markdown().contains("*left out* · Rests. *Left out: it never rests.*"))
    }

    @Test(.requirement("PROC-06")) func oneFailureIsEnough() {
        let report = report(
            events(
                ("testEnded", "FeedTests/shows()/FeedTests.swift:2:6", "pass"),
                ("testEnded", "FeedTests/keeps(times:)/FeedTests.swift:3:6", "fail")))
        #expect(statuses(report) == [.failing, .failing, .notRun, .noTest])
    }

    @Test func aTestThatNeverEndedFailed() {
        let report = report(events(("testStarted", "SendingTests/sends()/FeedTests.swift:5:60", "default")))
        #expect(statuses(report) == [.notRun, .notRun, .failing, .noTest])
    }

    @Test func anIssueThatIsKnownIsNoProof() {
        let report = report(
            events(
                ("issueRecorded", "SendingTests/sends()/FeedTests.swift:5:60", "passWithKnownIssue"),
                ("testEnded", "SendingTests/sends()/FeedTests.swift:5:60", "passWithKnownIssue")))
        #expect(statuses(report) == [.notRun, .notRun, .failing, .noTest])
    }

    @Test func aWarningIsNoFailure() {
        let report = report(
            events(
                ("issueRecorded", "SendingTests/sends()/FeedTests.swift:5:60", "warning"),
                ("testEnded", "SendingTests/sends()/FeedTests.swift:5:60", "pass")))
        #expect(statuses(report) == [.notRun, .notRun, .proved, .noTest])
    }

    @Test func withoutARunNothingIsProved() {
        let report = report(nil)
        #expect(statuses(report) == [.notRun, .notRun, .notRun, .noTest])
        #expect(report.targetsNotRun == ["FeedTests"])
    }

    @Test(.requirement("PROC-06")) func listsEveryRequirementWithItsTestsAndNoResults() {
        let report = TraceabilityReport(catalog: catalog, sources: [("FeedTests", [file])], reach: reach)
        #expect(report.targetsNotRun.isEmpty)
        let text = report.markdown(), link = "../Packages/Feed/Tests/FeedTests/FeedTests.swift"
        #expect(text.contains("| Feed | 4 | 2 | 1 | 1 | 0 |\n| **Total** | 4 | 2 | 1 | 1 | 0 |"))
        #expect(
            text.contains(
                """
                ## Feed

                - **FEED-01** *proved* · Shows it.
                  - FeedTests [FeedTests/keeps](\(link))
                  - ▸ FeedTests [FeedTests/shows](\(link))
                - **FEED-02** *not proved* · Keeps it.
                  - FeedTests [FeedTests/keeps](\(link))
                - **FEED-03** *proved* · Sends it.
                  - ▸ FeedTests [SendingTests/sends](\(link))
                - **FEED-04** *no test* · Rests.

                """))
    }

    @Test func programsReadTheSame() throws {
        let object = try JSONSerialization.jsonObject(with: report(nil).json()) as? [String: Any]
        let groups = object?["groups"] as? [[String: Any]]
        let rows = groups?.first?["requirements"] as? [[String: Any]]
        #expect(rows?.map { $0["id"] as? String } == ["FEED-01", "FEED-02", "FEED-03", "FEED-04"])
        let tests = rows?.first?["tests"] as? [[String: Any]]
        #expect(tests?.first?["outcome"] as? String == "not run")
        #expect(tests?.first?["target"] as? String == "FeedTests")
        #expect(tests?.map { $0["usesProgram"] as? Bool } == [false, true])
    }
}
