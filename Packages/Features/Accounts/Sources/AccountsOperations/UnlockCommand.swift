import AccountsService
import AccountsServiceAPI
import ConsoleAPI
import CoreModels
import Localization
import OperatingAPI
import SQLStoreAPI

/// `essentiald accounts unlock`: for who typed too many wrong passwords, and for whom somebody else did.
struct UnlockCommand: Sendable {
    let access: any ServerDataAccess

    private struct Done: Encodable, Sendable {
        let user: UserID
        let changed: Bool
    }

    var unlock: Command {
        Command(
            "accounts unlock",
            summary: LocalizedText(
                en: "Let somebody try again whom wrong passwords lock out",
                es: "Deja probar otra vez a quien bloquean las contraseñas incorrectas"),
            discussion: LocalizedText(
                en:
                    "The wrong passwords are forgotten, and the password stays as it is. Where somebody else is guessing, "
                    + "that goes on; lockout.failures says after how many an account is locked.",
                es:
                    "Se olvidan las contraseñas incorrectas y la contraseña no cambia. Si alguien más la está adivinando, "
                    + "seguirá; lockout.failures dice tras cuántas se bloquea una cuenta."),
            examples: [
                CommandExample(
                    "essentiald accounts unlock ana@example.com", LocalizedText(en: "at once", es: "al momento"))
            ],
            parameters: [OperatorParameters.person]
        ) { invocation, _ throws(CommandFailure) in
            let typed = invocation[OperatorParameters.person]
            return try await access.withAccounts { data, desk in
                let done = try await data.database.write { db in
                    guard let found = try desk.accounts.account(called: typed, in: db) else {
                        throw CommandFailure.accountNotFound
                    }
                    let isChanged = try desk.locks?.unlock(found.user, in: db) ?? false
                    if isChanged { try data.record(.accountUnlocked, to: found.user.id, in: db) }
                    return (user: found.user, isChanged: isChanged)
                }
                let text =
                    done.isChanged
                    ? LocalizedText(
                        en: "\(done.user.email) may try again at once.",
                        es: "\(done.user.email) puede intentarlo ya.")
                    : LocalizedText(
                        en: "No wrong passwords are counted for \(done.user.email). Nothing was changed.",
                        es: "No hay contraseñas incorrectas contadas de \(done.user.email). No se cambió nada.")
                return CommandOutput(
                    json: Done(user: done.user.id, changed: done.isChanged),
                    .line(text, done.isChanged ? .success : .faint))
            }
        }
    }
}

extension OperatorDeed {
    static let accountUnlocked = OperatorDeed(
        "account-unlocked",
        LocalizedText(en: "An operator unlocked an account", es: "Quien administra desbloqueó una cuenta"))
}
