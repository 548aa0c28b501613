import FoundationEssentials
import HTTPServingAPI
import HTTPTypes
import KernelTesting
import Locking
import Testing

/// What is seen of a session that a form ended, and of one that ended elsewhere for a reason.
@Suite(.requirement("DATA-04", "SESS-06")) struct EndedByFormTests {
    private let stage: FormStage

    init() throws {
        stage = try FormStage()
        stage.browsers.tokens.withLock { $0.append("token0") }
    }

    private var window: HTTPFields {
        var fields = stage.fields(showing: "token0")
        fields["Sec-Fetch-Dest"] = "document"
        return fields
    }

    private func shown(_ address: String) async throws -> (response: ServerResponse, text: String) {
        let lead = ServerResponse(status: .seeOther, fields: [.location: address])
        let (_, response, text) = try await stage.follow(lead, window)
        return (response, text)
    }

    /// Nothing leads away from it that is for people who are signed in.
    @Test func theAnswerToTheFormThatEndedTheSessionIsForNobody() async throws {
        let before = try await shown("/out").text
        #expect(before.contains(#"data-live="account""#) && !before.contains(">Log in</a>"))
        stage.whileLeaving.withLock { [stage] in $0 = { stage.browsers.hasEnded.withLock { $0 = true } } }
        let answer = try await stage.go("/out", "_form=close", window).text
        #expect(answer.contains("Closed") && !answer.contains("data-live=") && answer.contains(">Log in</a>"))
    }

    @Test func whyASessionEndedIsSaidInPlaceOfThatItDid() async throws {
        stage.browsers.hasEnded.withLock { $0 = true }
        let (response, text) = try await shown("/sign-in?ended=1&then=%2Fwrite")
        #expect(text.contains("It is closed.") && !text.contains("Log in to go on where you were"))
        #expect(response.fields["Clear-Site-Data"] == #""cache""#)
        #expect(try await shown("/sign-in?ended=1&undone=1").text.contains("was not deleted."))
    }

    @Test func whatIsSaidOfTheFormIsNotSaidTwice() async throws {
        stage.browsers.hasEnded.withLock { $0 = true }
        let refused = try await stage.go("/sign-in", "_form=sign-in&email=closed&secret-password=a", window).text
        #expect(refused.matches(of: /It is closed\./).count == 1, "\(refused)")
        let other = try await stage.go("/sign-in", "_form=sign-in&email=wrong&secret-password=a", window).text
        #expect(other.contains("It is closed.") && other.contains("It can"))
    }

    /// As that it took something back.
    @Test func whatThereIsToKnowOfALoginIsSaidWhereItLeads() async throws {
        let form = "_form=sign-in&email=back&secret-password=a"
        let (lead, response, text) = try await stage.go("/sign-in?then=%2Fwrite", form)
        #expect(lead.fields[.location]?.hasPrefix("/write?_answer=") == true)
        #expect(lead.fields["Set-Cookie"]?.contains("=token") == true)
        #expect(response.status == .ok && text.contains("It stays.") && text.contains("Write</h1>"))
    }

    @Test func nobodyIsLedBackToWhereSigningInTakesSomethingBack() async throws {
        #expect(try await shown("/sign-in?ended=1&then=%2Fout").response.fields[.location] == "/sign-in?ended=1")
        #expect(try await shown("/sign-in?ended=1&then=%2Fsign-in").response.fields[.location] == "/sign-in?ended=1")
        #expect(try await shown("/sign-in?ended=1&then=%2Fwrite").response.status == .ok)
        #expect(try await shown("/sign-in?needed=1&then=%2Fout").response.status == .ok, "they want to go there")
    }
}
