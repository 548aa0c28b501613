import FoundationEssentials
import KernelTesting
import Testing

/// Whether a stranger who asks many times finds out who has an account.
///
/// What is judged is the processor time that the server spends until a request
/// is answered, and the time by the clock, as statistics: see ``WelchTest``.
/// Hashes are made cheap, which leaves what they would hide. A server that was
/// built with a sanitizer is asked less: it is slow, and nobody's.
struct EnumerationTests {
    /// Those that are known are suspended, or not.
    @Test(.requirement("LOGIN-08", "REG-18", "RECOV-03", "RECOV-04", "D2", "OPS-06"), arguments: [false, true])
    func knownAndUnknownAddressesGetTheSameAnswerForTheSameWork(areSuspended: Bool) async throws {
        let stage = try await EnumerationStage(suspending: areSuspended)
        try await stage.expectSame("/auth/login") {
            #"{"email":"\#($0)","password":"some wrong password"}"#
        }
        try await stage.expectSame("/auth/password/recovery") { #"{"email":"\#($0)"}"# }
        try await stage.expectSame("/auth/verification/resend") { #"{"email":"\#($0)"}"# }
        // Ten tries for each address: more than count, which are written as well.
        try await stage.expectSame("/auth/verification") { #"{"email":"\#($0)","code":"00000000"}"# }
        try await stage.expectSame("/auth/verification") {
            #"{"email":"\#($0)","code":"00000000","password":"some wrong password"}"#
        }
        try await stage.expectSame("/auth/password/reset") {
            #"{"email":"\#($0)","code":"00000000","new_password":"seven blue coffee cups"}"#
        }
        try await stage.expectSame("/auth/register", isOnceOnly: true) {
            #"{"name":"Ana","email":"\#($0)","password":"\#(EnumerationStage.password)"}"#
        }
    }

    /// Those that are known have hashes that another program made.
    @Test(.requirement("IMPORT-05", "LOGIN-08", "D2"))
    func peopleWhoCameGetTheSameAnswerForTheSameWork() async throws {
        let stage = try await EnumerationStage(arriving: true)
        try await stage.expectSame("/auth/login") {
            #"{"email":"\#($0)","password":"some wrong password"}"#
        }
    }

    /// A passkey that somebody has and one that nobody has: neither signs what was asked, however the one signs and
    /// whatever the answer looks like.
    @Test(.requirement("PASSKEY-01", "PASSKEYS-02", "D2"), arguments: PlantedPasskeys.Kind.allCases)
    func passkeysThatSomebodyHasGetTheSameAnswerForTheSameWork(kind: PlantedPasskeys.Kind) async throws {
        let stage = try await EnumerationStage(passkeys: kind)
        let challenge = try await PlantedPasskeys.question(of: stage.server)
        for form in PlantedPasskeys.Kind.allCases where form == kind || form == .es256 {
            try await stage.expectSame("/auth/login/passkey") {
                PlantedPasskeys.answer(by: $0, to: challenge, signedAs: form)
            }
            let last = try await stage.server.ask(
                "POST", "/auth/login/passkey", json: PlantedPasskeys.answer(by: "x", to: challenge, signedAs: form))
            #expect(last?.json?["code"]?.text == "passkey_refused", "it came as far as the signature")
        }
        // Who is to be asked can't be said.
        try await stage.expectSame("/auth/login/passkey/question") { #"{"email":"\#($0)"}"# }
    }

    /// Somebody with an account of their own who would have another address.
    @Test(.requirement("DATA-02", "D2")) func anAddressThatIsWantedGetsTheSameAnswerForTheSameWork() async throws {
        let stage = try await EnumerationStage(members: EnumerationStage.members)
        try await stage.expectSame("/auth/address", requestsOfEach: 5) { #"{"email":"\#($0)"}"# }
    }

    /// Somebody who pretends to be a provider, or to come back from one.
    @Test(.requirement("EXT-05", "D2")) func peopleOfAProviderGetTheSameAnswerForTheSameWork() async throws {
        let stage = try await EnumerationStage()
        for path in ["deauthorization", "deletion"] {
            try await stage.expectSame("/auth/providers/facebook/\(path)", isForm: true, PlantedLinks.forgedNotice)
        }
        try await stage.expectSame("/auth/providers/answer", PlantedLinks.guessedAnswer)
        try await stage.expectSame("/auth/providers/facebook/attempts") { #"{"email":"\#($0)"}"# }
    }

    @Test func aServerThatHashesNothingForUnknownAddressesIsFound() async throws {
        let stage = try await EnumerationStage()
        let samples = try await ServerCost.sample(
            stage.server, "/auth/login", count: stage.samples, seed: 2,
            known: { #"{"email":"\#(EnumerationStage.known($0))","password":"some wrong password"}"# },
            unknown: {
                #"{"email":"\#(EnumerationStage.unknown($0))","password":"\#(EnumerationStage.unhashed) password"}"#
            })
        #expect(samples.work.t > EnumerationStage.limit || stage.isInstrumented, "\(samples.work)")
        #expect(samples.shown(isKnown: true) == samples.shown(isKnown: false), "the answers alone don't tell")
    }
}
