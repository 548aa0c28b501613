public import FoundationEssentials
public import Localization
public import Presenting

/// Why pins keep a connection from coming about, or a document isn't taken.
public enum PinError: Error, Hashable, Sendable {
    // A connection.

    /// The host's certificate has a key that isn't one of the pinned ones.
    case wrongKey(host: String)
    /// The set ended at that time; nobody knows which keys the host has now.
    case expired(host: String, at: Date)
    /// Pins were installed for the server, and the vault has none: it was begun anew, or put back.
    case lost
    /// The host's name can't be compared with those that are pinned.
    case incomparableHost(String)

    // A document.

    /// It isn't a document of pins.
    case malformed
    /// It has more bytes than a document may have.
    case tooLarge(limit: Int)
    /// It isn't signed by the key that this device knows, or was changed since.
    case unsigned
    /// Nobody said whose signature counts, and nothing says so here yet.
    case unknownSigner
    /// What should be the key of a signer isn't one.
    case invalidSigner
    /// It says what no set may be.
    case unusable(PinSetError)
    /// It ended before it was installed.
    case overdue
    /// It is said to be issued later than now: it, or this device's clock, is wrong.
    case notYetIssued
    /// A newer one was installed before.
    case older(version: Int, than: Int)
    /// Another one with the same version was installed before.
    case sameVersion(Int)
    /// It says nothing of the server that is in use.
    case ofAnotherServer(host: String, named: [String])
    /// It says nothing of hosts that are pinned, as one of another series does.
    case dropsHosts(String)

    /// The vault, or a file, can't be read or written.
    case storage(Obstacle)
    /// The call was cancelled.
    case cancelled
}

extension NextStep {
    /// Install a newer document of pins.
    public static let installPins = NextStep("install_pins")
    /// Install a document of pins, and say whose signature counts.
    public static let installPinsByKey = NextStep("install_pins_by_key")
    /// Install the pins for the server that they name.
    public static let installPinsElsewhere = NextStep("install_pins_elsewhere")
    /// See whether the server's key is a pinned one.
    public static let checkPins = NextStep("check_pins")
}

extension PinError: PresentableError {
    /// A stable word for programs, in `snake_case`.
    public var code: String {
        switch self {
        case .wrongKey: "pin_mismatch"
        case .expired: "pins_expired"
        case .lost: "pins_lost"
        case .incomparableHost: "pins_host_unclear"
        case .malformed: "pins_malformed"
        case .tooLarge: "pins_too_large"
        case .unsigned: "pins_unsigned"
        case .unknownSigner: "pins_signer_unknown"
        case .invalidSigner: "pins_signer_invalid"
        case .unusable(let error): error.code
        case .overdue: "pins_overdue"
        case .notYetIssued: "pins_not_yet_issued"
        case .older: "pins_older"
        case .sameVersion: "pins_same_version"
        case .ofAnotherServer: "pins_of_another_server"
        case .dropsHosts: "pins_host_dropped"
        case .storage(let obstacle): obstacle.code
        case .cancelled: "cancelled"
        }
    }

    /// Of what kind it is.
    public var nature: FailureNature {
        switch self {
        case .wrongKey, .expired, .lost, .incomparableHost, .unsigned, .older, .sameVersion, .overdue, .notYetIssued,
            .ofAnotherServer, .dropsHosts:
            .refused
        case .malformed, .tooLarge, .unknownSigner, .invalidSigner, .unusable: .input
        case .storage: .fault
        case .cancelled: .cancelled
        }
    }

    /// What was kept.
    public var remark: LocalizedText? {
        switch self {
        case .lost:
            LocalizedText(
                en: "Nothing was sent. What waits on this device is kept.",
                es: "No se envió nada. Lo que espera en este dispositivo se conserva.")
        case .wrongKey, .expired, .incomparableHost:
            LocalizedText(
                en: "Nothing was sent. The session and what waits on this device are kept.",
                es: "No se envió nada. La sesión y lo que espera en este dispositivo se conservan.")
        case .cancelled, .storage: nil
        default:
            LocalizedText(
                en: "The pins on this device stay as they are.", es: "Los pines de este dispositivo no cambian.")
        }
    }

    /// What the person can do next.
    public var nextSteps: [NextStep] {
        switch self {
        case .wrongKey: [.checkPins, .installPins]
        case .expired: [.installPins]
        case .lost, .unknownSigner, .unsigned: [.installPinsByKey]
        case .ofAnotherServer: [.installPinsElsewhere]
        case .storage(let obstacle): obstacle.nextSteps
        default: []
        }
    }
}
