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

    init(
        store: TemporaryDatabase? = nil, keys: InMemoryServerKeys? = nil,
        date: ManualDate = ManualDate(), provider: (CaptchaProvider, any HTTPTransport)? = nil
    ) async throws {
        if let store { self.store = store } else { self.store = try await TemporaryDatabase(UsedChallenges.migration) }
        self.date = date
        self.keys = try keys ?? InMemoryServerKeys()
        var host = PluginHost()
        let plugin = try host.install(
            CaptchaServicePlugin.self,
            .init(
                provider: provider, database: self.store.database, cryptography: try .real(), serverKeys: self.keys,
                metrics: metrics, now: date.now))
        let composition = try host.composed()
        verifying = try composition[plugin].verifying
        router = try Router(routes: composition.values(of: HTTPRoutes.self), observer: RequestObserverSpy())
    }

    func accepts(_ answer: String, abuse: Int = 0) async throws -> Bool {
        try await verifying.accepts(Secret(answer), abuse: abuse, from: .loopback)
    }

    /// Does the work that a client would do.
    func answer(to challenge: String) throws -> String {
        let hashing = try Cryptography.real().hashing
        let difficulty = ProofOfWork.difficulty(of: challenge) ?? 0
        var number = 0
        while true {
            let answer = "\(challenge).\(number)"
            if ProofOfWork.holds(try hashing.sha256(Data(answer.utf8)), difficulty: difficulty) { return answer }
            number += 1
        }
    }
}
