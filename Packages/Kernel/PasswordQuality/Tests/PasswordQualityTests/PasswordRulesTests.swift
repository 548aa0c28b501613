import Glibc
import KernelTesting
import Localization
import PasswordQuality
import PasswordQualityTesting
import Testing

/// What is refused and why, the same wherever a password is chosen.
struct PasswordRulesTests {
    private func problem(
        _ password: String?, name: String = "Ada Lovelace", email: String = "countess.king@example.com"
    ) -> PasswordProblem? {
        PasswordRules().problem(of: password, name: name, email: email)
    }

    @Test(.requirement("REG-05", "SANIT-05", "D7"), arguments: PasswordCase.all)
    func isJudgedAsTheTableSays(_ password: PasswordCase) {
        #expect(problem(password.password, name: password.name, email: password.email) == password.problem)
    }

    @Test func theTableHasEveryVerdict() {
        let problems = Set(PasswordCase.all.map(\.problem))
        #expect(PasswordCase.all.count >= 60)
        #expect(problems.isSuperset(of: PasswordProblem.allKinds.map(Optional.some) + [nil]))
    }

    @Test(arguments: [
        ("short", [PasswordProblem.tooShort]), ("", [.tooShort]),
        ("lovely1", [.tooShort, .personal(.name)]),
        ("essential lovelace", [.personal(.name), .personal(.service)]),
        ("king-countess-lovelace-essential", [.personal(.email), .personal(.name), .personal(.service)]),
        ("essential", [.common, .personal(.service)]), ("aaaaaaaaaaaaaaaaaaaa", [.predictable(.repetition)]),
        ("four green tea pots", []),
    ])
    func allThatIsWrongIsToldAtOnce(_ password: String, _ problems: [PasswordProblem]) {
        let name = password == "lovely1" ? "Lovely" : "Ada Lovelace"
        #expect(PasswordRules().problems(of: password, name: name, email: "countess.king@example.com") == problems)
    }

    @Test func theMostCommonOnesAreLongEnoughAndRefused() {
        let words = PasswordRules.mostCommon(upTo: 1_000)
        #expect(words.contains("password") && !words.contains("letmein") && words == words.sorted())
        #expect(words.count > 500 && words.count < PasswordRules.mostCommon(upTo: 3_000).count)
        #expect(words.allSatisfy { problem($0) != nil })
    }

    @Test func bytesThatAreNoTextAreTooShort() { #expect(problem(nil) == .tooShort) }

    @Test func upTo1024BytesOfUnicodeAreAccepted() {
        let word = "ñandú-кузнец-秘密-🦀 "
        var text = ""
        while text.utf8.count + word.utf8.count <= 1_024 { text += word }
        text += String(repeating: "x", count: 1_024 - text.utf8.count)
        #expect(text.utf8.count == 1_024)
        #expect(problem(text) == nil)
        #expect(problem(text + "x") == .tooLong)
    }

    @Test func aPasswordIsJudgedAsItIsHashed() {
        #expect(problem("contraseña") == problem("contrasen\u{303}a"))
        #expect(PasswordRules.length("contrasen\u{303}a") == 10)
    }

    @Test func whatIsNoNameAndNoAddressHindersNothing() {
        #expect(problem("four green tea pots", name: "", email: "") == nil)
        #expect(problem("four green tea pots", name: "    ", email: "@") == nil)
    }

    @Test(.requirement("L10N-01")) func eachProblemHasItsOwnReasonAndASuggestion() {
        let all = PasswordProblem.allKinds
        #expect(Set(all.map(\.reason.english)).count == all.count)
        #expect(Set(all.map(\.reason.spanish)).count == all.count)
        #expect(all.allSatisfy { !$0.suggestion.english.isEmpty && !$0.suggestion.spanish.isEmpty })
        #expect(PasswordProblem.tooShort.text.english.hasPrefix("Minimum 8 characters."))
        #expect(PasswordProblem.tooShort.text.spanish.hasPrefix("Mínimo 8 caracteres."))
    }

    @Test func hostileInputIsJudgedQuickly() {
        // Thue and Morse: as many repetitions within each other as there can be.
        var text = "a"
        while text.utf8.count < PasswordRules.maximumBytes { text += String(text.map { $0 == "a" ? "b" : "a" }) }
        let start = processorTime()
        _ = problem(text)
        #expect(processorTime() - start < .seconds(5))
    }

    /// What this thread has worked so far, whatever else the machine does.
    private func processorTime() -> Duration {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}

extension PasswordProblem {
    fileprivate static let allKinds: [PasswordProblem] =
        [.tooShort, .tooLong, .common] + PersonalPart.allCases.map { .personal($0) }
        + PasswordPattern.allCases.map { .predictable($0) }
}
