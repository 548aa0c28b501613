public import HTTPServingAPI
public import PluginKit

/// Wants a CAPTCHA of clients who did nothing themselves that would bring one about, such
/// as for as long as their network attacks.
///
/// It is asked at each attempt, from any number of tasks at once, so it has to know.
public protocol CaptchaDemanding: Sendable {
    /// How many failures count against a client beyond those that are free; nil for none.
    func demand(from peer: IPAddress) -> Int?
}

/// Collects those who want CAPTCHAs.
public enum CaptchaDemands: ExtensionPoint {
    /// Whoever wants one.
    public typealias Value = any CaptchaDemanding
}
