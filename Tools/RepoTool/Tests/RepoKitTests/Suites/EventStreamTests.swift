import Foundation
import RepoKit
import Testing

struct EventStreamTests {
    private let passing = """
        {"kind":"test","payload":{"id":"A.S","kind":"suite","name":"S"},"version":"6.3.0"}
        {"kind":"test","payload":{"id":"A.S/f()/S.swift:1:1","kind":"function","name":"f()"},"version":"6.3.0"}
        {"kind":"test","payload":{"id":"A.S/g()/S.swift:2:1","kind":"function","name":"g()"},"version":"6.3.0"}

        """
    private let end = #"{"kind":"event","payload":{"kind":"runEnded","messages":[]},"version":"6.3.0"}"#

    private func issue(_ fields: String) -> String {
        #"{"kind":"event","payload":{"kind":"issueRecorded","issue":{\#(fields)},"testID":"A.S/g()/S.swift:2:1"}}"#
            + "\n"
    }

    @Test func countsTestsAndNotSuites() {
        let stream = EventStream(Data((passing + end).utf8))
        #expect(stream.tests == ["A.S/f()/S.swift:1:1", "A.S/g()/S.swift:2:1"])
        #expect(stream.failed.isEmpty)
        #expect(stream.hasEnded)
    }

    @Test func anIssueFailsItsTestOnce() {
        let issue = issue(#""isKnown":false,"isFailure":true"#)
        #expect(EventStream(Data((passing + issue + issue + end).utf8)).failed == ["A.S/g()/S.swift:2:1"])
    }

    @Test(arguments: [#""isKnown":true"#, #""isKnown":false,"isFailure":false"#])
    func whatIsKnownOrOnlyAWarningFailsNothing(fields: String) {
        #expect(EventStream(Data((passing + issue(fields) + end).utf8)).failed.isEmpty)
    }

    @Test func aRunThatCrashedHasNoEnd() {
        let stream = EventStream(Data((passing + end.prefix(20)).utf8))
        #expect(stream.tests.count == 2)
        #expect(!stream.hasEnded)
    }
}
