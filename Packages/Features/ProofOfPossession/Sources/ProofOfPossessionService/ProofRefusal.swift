import FoundationEssentials
import HTTPServingAPI
import HTTPTypes
import Localization
import ProofOfPossessionContract
import ProofOfPossessionServiceAPI

/// Why a proof doesn't hold.
package enum ProofRefusal: Error, Hashable, Sendable, CustomStringConvertible {
    /// It isn't a proof, or not one of its key; the reason is for logs.
    case invalid(reason: String)
    /// It is for another method.
    case wrongMethod
    /// It is for another address.
    case wrongAddress
    /// It is too old, or from the future.
    case outdated
    /// It was used before.
    case replayed

    package var description: String {
        if case .invalid(let reason) = self { reason } else { code.rawValue }
    }

    var code: ProofContract.Code {
        switch self {
        case .invalid: .invalidProof
        case .wrongMethod: .wrongMethod
        case .wrongAddress: .wrongAddress
        case .outdated: .outdated
        case .replayed: .replayDetected
        }
    }

    /// The answer to a request with such a proof.
    ///
    /// - Parameters:
    ///   - now: The server's time, by which the client corrects its own; the
    ///     machine's may be another.
    ///   - publicAddress: The server's public address, if it is known.
    func problem(at now: Date, publicAddress: String?) -> HTTPProblem {
        var problem = HTTPProblem.proofRefused(
            code: code.rawValue, error: ProofContract.invalidProof, title: title,
            detail: detail(publicAddress: publicAddress))
        if self == .outdated { problem.fields[.date] = HTTPDate.text(of: now) }
        return problem
    }

    private var title: LocalizedText {
        switch self {
        case .invalid:
            LocalizedText(en: "The proof of possession is not valid.", es: "La prueba de posesión no es válida.")
        case .wrongMethod:
            LocalizedText(
                en: "The proof is for another method.", es: "La prueba es de otro método.")
        case .wrongAddress:
            LocalizedText(
                en: "The server goes by another address.", es: "El servidor usa otra dirección.")
        case .outdated:
            LocalizedText(
                en: "The proof is too old, or from the future.", es: "La prueba es demasiado antigua o del futuro.")
        case .replayed:
            LocalizedText(
                en: "The server has received this request before.", es: "El servidor ya había recibido esta petición.")
        }
    }

    private func detail(publicAddress: String?) -> LocalizedText? {
        switch self {
        case .invalid, .wrongMethod: nil
        case .wrongAddress:
            publicAddress.map { address in
                LocalizedText(
                    en: "Use the server's public address. In a terminal: essential --server \(address)",
                    es: "Usa la dirección pública del servidor. En un terminal: essential --server \(address)")
            }
                ?? LocalizedText(
                    en: "Use the server's public address, the one that server.public_url names.",
                    es: "Usa la dirección pública del servidor, la que indica server.public_url.")
        case .outdated:
            LocalizedText(
                en: "The field Date of this answer has the server's time.",
                es: "El campo Date de esta respuesta tiene la hora del servidor.")
        case .replayed:
            LocalizedText(
                en: "Nothing was done again. Make a new proof to repeat it.",
                es: "No se ha hecho de nuevo. Haz una prueba nueva para repetirla.")
        }
    }
}
