import CoreModels
import HTTPServingAPI
import HTTPTypes
import Locking
import ScreensHostingAPI

/// The cookie by which a browser finds again what was written in it.
///
/// It is one of its own: that by which the browser is known is another one after
/// each login.
struct DraftCookie: Sendable {
    private let name: String
    /// What the browser shows; nil for nothing.
    let token: Secret?

    private static let attributes = "Path=/; Secure; HttpOnly; SameSite=Lax"

    init(for request: ServerRequest) {
        name = "__Host-Http-essential-draft" + request.cookieSuffix
        let values = request.cookies(named: name)
        token = values.count == 1 ? Secret(values[0]) : nil
    }

    func set(_ token: Secret) -> String {
        token.withText { "\(name)=\($0 ?? ""); \(Self.attributes); Max-Age=\(Int(DraftLimits.lifetime))" }
    }

    var removal: String { "\(name)=; \(Self.attributes); Max-Age=0" }
}

/// Bounds how often drafts are kept for one network address: anybody may send
/// forms.
final class DraftTurns: Sendable {
    private static let turns = 20, window = 300.0, addresses = 4_096

    private let taken = Locked<[IPNetwork: (count: Int, since: Double)]>([:])

    /// Whether another draft may be kept.
    ///
    /// - Parameter now: The present time, in seconds.
    func take(for address: IPNetwork, at now: Double) -> Bool {
        taken.withLock { taken in
            let known =
                taken[address].flatMap { abs(now - $0.since) < Self.window ? $0 : nil } ?? (count: 0, since: now)
            guard known.count < Self.turns else { return false }
            if taken[address] == nil, taken.count >= Self.addresses {
                taken = taken.filter { abs(now - $0.value.since) < Self.window }
                guard taken.count < Self.addresses else { return false }
            }
            taken[address] = (known.count + 1, known.since)
            return true
        }
    }
}
