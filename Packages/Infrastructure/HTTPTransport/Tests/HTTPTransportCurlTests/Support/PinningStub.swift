import HTTPTransportAPI
import Localization
import Locking
import Presenting

/// Pins hosts by name, and can be told others.
final class PinningStub: HostPinning {
    static let otherKey = Obstacle(code: "other_key", LocalizedText(en: "Another key.", es: "Otra clave."))

    private let pins: Locked<[String: HostPins]>

    init(_ pins: [String: HostPins]) {
        self.pins = Locked(pins)
    }

    convenience init(_ host: String, _ keys: PublicKeyPin...) {
        self.init([host: .keys(Set(keys), otherwise: Self.otherKey)])
    }

    func pin(_ host: String, _ pins: HostPins) {
        self.pins.withLock { $0[host] = pins }
    }

    func pins(of host: String) async -> HostPins { pins.current[host] ?? .any }
}
