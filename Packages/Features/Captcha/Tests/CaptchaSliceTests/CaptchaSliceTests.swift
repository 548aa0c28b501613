import CaptchaAPI
import CaptchaClient
import CaptchaService
import CaptchaServiceAPI
import CoreModels
import CryptographyAPI
import CryptographyTesting
import FoundationEssentials
import HTTPServingAPI
import KernelTesting
import PluginKit
import SQLStoreAPI
import SQLStoreTesting
import ServerKeysTesting
import TelemetryTesting
import Testing

/// What the client answers, the server takes.
struct CaptchaSliceTests {
    @Test(.requirement("CAPTCHA-02", "CAPTCHA-03", "CAPTCHA-04", "D10"), arguments: [0, 5])
    func whatTheClientSolvesTheServerAccepts(abuse: Int) async throws {
        let store = try await TemporaryDatabase(UsedChallenges.migration)
        let verifying = try CaptchaServicePlugin.assemble(
            .init(
                database: store.database, cryptography: try .real(), serverKeys: InMemoryServerKeys(),
                metrics: InMemoryMetrics(), now: { Date() })
        ).exports.verifying
        let solving = CaptchaClientPlugin.assemble(.init(hashing: try Cryptography.real().hashing)).exports.solving
        let challenge = CaptchaChallenge(try await verifying.challenge(abuse: abuse))
        let answer = try await solving.solve(challenge) { _ in }
        #expect(try await verifying.accepts(answer, abuse: abuse, from: .loopback))
    }
}
