import CoreModels
import FoundationEssentials
import Localization
import SQLStoreAPI
import SessionsServiceAPI

extension AccountAct {
    /// What `factors remove` does as well.
    static let removeFactor = AccountAct(
        "remove-factor", LocalizedText(en: "Take the second factor away", es: "Quitar el segundo factor"),
        meaning: LocalizedText(
            en: "Be sure of who asks you: from now on logging in takes no code. The person gets a message.",
            es: "Asegúrate de quién te lo pide: desde ahora no se pide ningún código. La persona recibe un mensaje."),
        done: LocalizedText(en: "The second factor is off.", es: "El segundo factor está desactivado.")
    ) { user, now, db in
        try AuthenticatorRow.isInForce(for: user.id, at: now, in: db)
    } perform: { user, _, now, db in
        try FactorLosses.end(of: user.id, at: now, in: db)
    }
}
