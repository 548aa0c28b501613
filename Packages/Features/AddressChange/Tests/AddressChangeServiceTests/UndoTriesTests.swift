import AddressChangeAPI
import CoreModels
import FoundationEssentials
import KernelTesting
import Locking
import MailedProofsAPI
import Testing

/// What can be tried with a link that undoes a change, and how often.
struct UndoTriesTests {
    private let factor = FactorStub(code: "123456")
    private let server: RunningAddressChange
    private let ana: User
    private let link: MailedToken?

    init() async throws {
        server = try await RunningAddressChange(checkers: [factor])
        let (user, token) = try await server.join()
        ana = user
        link = try await server.change(user, to: "ana@example.net", token)
    }

    private func refusal(
        _ code: String?, choosing password: String = RunningAddressChange.newPassword, by link: MailedToken? = nil
    ) async throws -> AddressRestoringError? {
        await #expect(throws: AddressRestoringError.self) {
            try await server.restore(link ?? self.link, choosing: password, confirmedBy: code)
        }
    }

    @Test(
        "Wrong codes lock their link alone, for longer each time, and are told once",
        .requirement("DATA-02", "MFA-04"))
    func wrongCodesLockTheirLink() async throws {
        for lock in [900, 1_800, 3_600] {
            for _ in 0..<5 { #expect(try await refusal("654321") == .wrongCode) }
            #expect(try await refusal("123456") == .tooManyTries(seconds: lock))
            server.date.advance(by: .seconds(lock))
        }
        #expect(factor.looks.current == 15, "the stub knows that no login counted them")
        #expect(server.letters(to: "ana@example.net") == ["address-code", "address-undo-tried"])
        let (ben, token) = try await server.join("ben@example.com")
        let other = try await server.change(ben, to: "ben@example.net", token)
        for _ in 0..<5 { #expect(try await refusal("654321") == .wrongCode) }
        try await server.restore(other, confirmedBy: "123456")
        server.date.advance(by: .seconds(7_200))
        try await server.restore(link, confirmedBy: "123456")
        #expect(try await server.account(ana.id).email == ana.email)
    }

    @Test(
        "Without a code nobody learns which passwords the account had", .requirement("DATA-02", "MFA-04"),
        arguments: [RunningAddressChange.password, RunningAddressChange.newPassword])
    func thePasswordIsLookedAtBehindTheCode(password: String) async throws {
        for _ in 0..<6 { #expect(try await refusal(nil, choosing: password) == .codeNeeded) }
        #expect(try await refusal("654321", choosing: password) == .wrongCode)
    }

    @Test("Guesses at the password count with the link's attempts", .requirement("DATA-02", "MFA-04"))
    func passwordsAreCounted() async throws {
        for _ in 0..<5 {
            let error = try await refusal("123456", choosing: RunningAddressChange.password)
            #expect(error?.code == "weak_password")
        }
        #expect(try await refusal("123456") == .tooManyTries(seconds: 900))
        #expect(factor.used.current == 0)
    }

    @Test("The same where no factor is asked for", .requirement("DATA-02"))
    func passwordsAreCountedWithoutAFactor() async throws {
        let server = try await RunningAddressChange(), (user, token) = try await server.join()
        let link = try await server.change(user, to: "eve@example.net", token)
        func error(_ password: String) async throws -> AddressRestoringError? {
            await #expect(throws: AddressRestoringError.self) { try await server.restore(link, choosing: password) }
        }
        for _ in 0..<5 { #expect(try await error(RunningAddressChange.password)?.code == "weak_password") }
        #expect(try await error("another good secret") == .tooManyTries(seconds: 900))
        #expect(server.letters(to: "eve@example.net") == ["address-code"], "it may be a thief's")
        server.date.advance(by: .seconds(900))
        try await server.restore(link)
    }

    @Test(.requirement("DATA-02")) func whatIsNoVerdictDoesNotCount() async throws {
        server.mail.isOff.withLock { $0 = true }
        for _ in 0..<6 {
            await #expect(throws: (any Error).self) { try await server.restore(link, confirmedBy: "123456") }
        }
        server.mail.isOff.withLock { $0 = false }
        try await server.restore(link, confirmedBy: "123456")
    }
}
