import AccountsServiceTesting
import AddressChangeService
import CoreModels
import HTTPServingAPI
import HTTPTypes
import KernelTesting
import MailAPI
import SQLStoreAPI
import Testing

/// Whoever is logged in learns of no address whether somebody has it.
struct SecrecyTests {
    private static let free = "free@example.net", taken = "bob@example.com"

    @Test(.requirement("DATA-02", "D2")) func anAddressThatSomebodyHasTellsNothingAndItsOwnerIsTold() async throws {
        let server = try await RunningAddressChange()
        let (ana, token) = try await server.join(), (bob, _) = try await server.join(Self.taken)
        var answers: [String] = []
        for email in [Self.free, Self.taken, "BOB@example.com"] {
            let answer = try await server.ask(email, token)
            answers.append("\(answer.status) \(answer.fields) \(try await answer.body)")
        }
        #expect(Set(answers).count == 1, "\(answers)")
        #expect(server.letters(to: Self.taken) == ["address-wanted"], "once a minute")
        let letter = try #require(server.mail.messages.last)
        #expect(letter.name == bob.name && !letter.text.contains("ana@example.com") && letter.values["code"] == nil)
        #expect(letter.text.contains("essential recover"))
        #expect(try await server.account(ana.id) == ana)
        #expect(try await server.account(bob.id) == bob)
    }

    /// What a code of before is worth must not depend on it either, nor on how often
    /// somebody asked.
    @Test(.requirement("DATA-02", "D2"), arguments: [true, false])
    func norDoesWhatBecomesOfAnOtherCode(asksTwice: Bool) async throws {
        var outcomes: [Int] = []
        for email in [Self.free, Self.taken] {
            let server = try await RunningAddressChange()
            let (_, token) = try await server.join()
            _ = try await server.join(Self.taken)
            if asksTwice { _ = try await server.ask(email, token) }
            _ = try await server.ask("mine@example.net", token)
            let code = server.code(for: "mine@example.net")
            _ = try await server.ask(email, token)
            outcomes.append(try await server.confirm(code, token).status.rawValue)
        }
        #expect(outcomes == (asksTwice ? [200, 200] : [422, 422]))
    }

    @Test(.requirement("DATA-02", "D2")) func norDoesACodeThatWasUsed() async throws {
        var outcomes: [Int] = []
        for email in [Self.free, Self.taken] {
            let server = try await RunningAddressChange()
            let (ana, token) = try await server.join()
            _ = try await server.join(Self.taken)
            try await server.change(ana, to: "mine@example.net", token)
            let code = server.code(for: "mine@example.net")
            _ = try await server.ask(email, token)
            outcomes.append(try await server.confirm(code, token).status.rawValue)
        }
        #expect(outcomes == [422, 422])
    }

    @Test(.requirement("DATA-02")) func anAddressThatIsTakenMeanwhileIsNotGiven() async throws {
        let server = try await RunningAddressChange()
        let (ana, token) = try await server.join()
        _ = try await server.ask(Self.free, token)
        _ = try await server.join(Self.free)
        let answer = try await server.confirm(server.code(for: Self.free), token)
        #expect(try await answer.problem.code == "invalid_code")
        #expect(try await server.account(ana.id) == ana)
        #expect(try await server.events().isEmpty)
    }

    @Test(.requirement("DATA-02", "D24")) func aLetterThatStandsForAnotherOneIsNoAddress() async throws {
        let server = try await RunningAddressChange()
        let (_, token) = try await server.join()
        #expect(try await server.ask("mi\u{212A}e@example.com", token).status == .unprocessableContent)
        #expect(server.mail.messages.isEmpty)
    }
}
