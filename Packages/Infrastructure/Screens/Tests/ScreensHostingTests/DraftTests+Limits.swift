import CoreModels
import FoundationEssentials
import HTTPServingAPI
import HTTPServingTesting
import HTTPTypes
import KernelTesting
import Locking
import Testing

/// How much of what was typed is kept.
extension DraftTests {
    /// What isn't kept is not said to be, and is there to be copied.
    @Test func onlySoMuchIsKept() async throws {
        // As long as a form may be.
        let full = try await stage.send(
            "/write", Self.form.replacing("text=", with: "more=\(String(repeating: "x", count: 65_500))&text="))
        #expect(full.response.fields["Set-Cookie"] != nil && full.text.contains("is kept meanwhile"))
        let nothing = try await stage.send("/write", "_form=write&_at=%2Fwrite&_with.text=stranger")
        #expect(nothing.response.fields["Set-Cookie"] == nil, "nobody wrote anything")
        #expect(nothing.text.contains("Log in to go on.") && !nothing.text.contains("is not kept"))

        var draft = ""
        for number in 0..<8 {
            let form = Self.form + "&_key=key-of-sixteen-\(number)"
            draft = try shown("-draft", try await stage.send("/write", form, fields(draft)).response)
        }
        let more = try await stage.send("/write", Self.form + "&_key=key-of-sixteen-8", fields(draft))
        #expect(more.response.fields["Set-Cookie"] == nil && more.text.contains("What you wrote is not kept"))
        #expect(!more.text.contains("is kept meanwhile") && more.text.contains(#"<textarea readonly"#))
        let own = try shown("", try await stage.send("/sign-in", "_form=sign-in").response)
        let kept = try await open("/drafts", fields(own, draft)).1
        #expect(kept.ranges(of: "Go on writing").count == 8)
    }

    /// What was only chosen is no words of theirs.
    @Test func whatIsKeptIsShownByTheNamesOfItsFields() async throws {
        let form = Self.form + "&theme=dark"
        let draft = try shown("-draft", try await stage.send("/write", form).response)
        let own = try shown("", try await stage.send("/sign-in", "_form=sign-in").response)
        let all = try await open("/drafts", fields(own, draft)).1
        #expect(all.contains(#"aria-label="Text">"#) && all.contains(">\nstranger</textarea>"))
        #expect(!all.contains(">\ndark</textarea>"))
    }

    /// A comment of any alphabet, however long it is on its way.
    @Test func lengthIsThatOfWhatWasTyped() async throws {
        let long = String(repeating: "%F0%9F%98%80", count: 10_000)
        let answer = try await stage.send("/write", Self.form.replacing("text=", with: "more=\(long)&text="))
        let draft = try shown("-draft", answer.response)
        #expect(answer.text.contains("is kept meanwhile"))
        let back = try await stage.send("/sign-in", "_form=sign-in", fields(draft)).response
        #expect(try await stage.follow(back, fields(draft)).text.contains(">\nstranger</textarea>"))
        let too = String(repeating: "%F0%9F%98%80", count: 17_000)
        #expect(try await stage.send("/write", "_form=write&text=\(too)").response.status == .contentTooLarge)
    }

    /// What has to be escaped is longer on its way, twice so in a form that goes along.
    @Test(arguments: [("%26", "&amp;"), ("%25", "%"), ("%3D", "="), ("%2B", "+"), ("%0D%0A", "\n")])
    func whateverWasTypedComesBack(_ sent: String, _ shown: String) async throws {
        let form = "_form=write&_at=%2Fwrite&_key=0123456789abcdef&text=stranger&more=x"
        let first = try await stage.send("/write", form + String(repeating: sent, count: 60_000) + "x")
        let draft = try self.shown("-draft", first.response)
        #expect(first.text.contains("is kept meanwhile"))
        let along = try #require(first.text.firstMatch(of: /name="_kept" value="([^"]*)"/)?.output.1)
            .replacing("&amp;", with: "&").replacing("%", with: "%25").replacing("&", with: "%26")
            .replacing("=", with: "%3D")
        // Where nothing is kept.
        let back = try await stage.go("/sign-in?then=%2Fwrite", "_form=sign-in&_kept=\(along)")
        #expect(back.response.status == .ok && back.text.contains(">\nstranger</textarea>"))
        // And where something is.
        let own = try self.shown("", back.lead)
        let all = try await open("/drafts", fields(own, draft)).1
        #expect(all.contains("x" + String(repeating: shown, count: 60_000) + "x"))
    }
}
