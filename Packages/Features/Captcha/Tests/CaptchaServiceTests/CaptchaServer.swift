import CaptchaContract
import CaptchaService
import CaptchaServiceAPI
import CoreModels
import CryptographyAPI
import CryptographyTesting
import FoundationEssentials
import HTTPServingAPI
import HTTPServingRouting
import HTTPServingTesting
import HTTPTransportAPI
import KernelTesting
import PluginKit
import SQLStoreAPI
import SQLStoreTesting
import ServerKeysTesting
import TelemetryAPI
import TelemetryTesting

/// The CAPTCHA of a server, on a clock of the test.
struct CaptchaServer {
    let store: TemporaryDatabase
    let date: ManualDate
    let metrics = InMemoryMetrics()
    let verifying: any CaptchaVerifying
    let keys: InMemoryServerKeys
    let router: Router
    let migrations: [Migration]
    let sweeps: [Sweep]

    init(
        store: TemporaryDatabase? = nil, keys: InMemoryServerKeys? = nil,
        date: ManualDate = ManualDate(), provider: (CaptchaProvider, any HTTPTransport)? = nil,
        demands: [any CaptchaDemanding] = []
    ) async throws {
        if let store { self.store = store } else { self.store = try await TemporaryDatabase(UsedChallenges.migration) }
        self.date = date
        self.keys = try keys ?? InMemoryServerKeys()
        var host = PluginHost()
        let plugin = try host.install(
            CaptchaServicePlugin.self,
            .init(
                provider: provider, database: self.store.database, cryptography: try .real(), serverKeys: self.keys,
                metrics: metrics, demands: { demands }, now: date.now))
        let composition = try host.composed()
        verifying = try composition[plugin].verifying
        migrations = composition.values(of: Migrations.self)
        sweeps = composition.values(of: Sweeps.self)
        router = try Router(routes: composition.values(of: HTTPRoutes.self), observer: RequestObserverSpy())
    }

    func accepts(_ answer: String, abuse: Int = 0) async throws -> Bool {
        try await verifying.accepts(Secret(answer), abuse: abuse, from: .loopback)
    }

    /// Does the work that a client would do.
    ///
    /// - Parameters:
    ///   - numbers: What is tried.
    ///   - written: How an answer with a number is written; else as a client does.
    func answer(
        to challenge: String, numbers: PartialRangeFrom<Int> = 0..., written: ((Int) -> String)? = nil
    ) throws -> String {
        let hashing = try Cryptography.real().hashing
        let difficulty = ProofOfWork.difficulty(of: challenge) ?? 0
        for number in numbers {
            let answer = written?(number) ?? "\(challenge).\(number)"
            if ProofOfWork.holds(try hashing.sha256(Data(answer.utf8)), difficulty: difficulty) { return answer }
        }
        return ""
    }
}
