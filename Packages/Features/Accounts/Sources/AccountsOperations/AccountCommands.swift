import AccountsService
import ConsoleAPI
import CoreModels
import Localization
import OperatingAPI
import SQLStoreAPI

/// `essentiald accounts show`: whose an address is.
struct AccountCommands: Sendable {
    let access: any ServerDataAccess

    private static let email = Parameter<String>.argument(
        "email", .text("EMAIL"),
        summary: LocalizedText(en: "The account's address", es: "La dirección de la cuenta"))

    private struct Shown: Encodable, Sendable {
        let user: User
    }

    var show: Command {
        Command(
            "accounts show",
            summary: LocalizedText(en: "Show whose an address is", es: "Muestra de quién es una dirección"),
            discussion: LocalizedText(
                en: "Logs and other commands name people by the identifier that this shows.",
                es: "Los registros y otras órdenes nombran a las personas por el identificador que esto muestra."),
            examples: [
                CommandExample(
                    "essentiald accounts show ana@example.com",
                    LocalizedText(en: "who wrote to you", es: "quién te escribió"))
            ],
            parameters: [Self.email]
        ) { invocation, _ throws(CommandFailure) in
            let typed = invocation[Self.email]
            return try await access.withData(AccountsMigrations.all) { data in
                guard let email = EmailAddress(kept: typed),
                    let user = try await data.database.read({ db in try AccountLookup.account(email, in: db) })
                else {
                    throw CommandFailure(
                        code: "account_not_found",
                        message: LocalizedText(
                            en: "There is no account with this address.",
                            es: "No hay ninguna cuenta con esta dirección."))
                }
                return CommandOutput(json: Shown(user: user), .fields(Self.fields(user)))
            }
        }
    }

    private static func fields(_ user: User) -> [OutputField] {
        let proved =
            user.isVerified
            ? LocalizedText(en: "proved", es: "confirmada") : LocalizedText(en: "not proved", es: "sin confirmar")
        return [
            OutputField(LocalizedText(en: "Name", es: "Nombre"), verbatim: user.name),
            OutputField(
                LocalizedText(en: "Address", es: "Dirección"),
                StyledText(
                    LocalizedText(en: "\(user.email), \(proved.english)", es: "\(user.email), \(proved.spanish)"))),
            OutputField(LocalizedText(en: "Since", es: "Desde"), StyledText(.moment(user.createdAt))),
            OutputField(LocalizedText(en: "Identifier", es: "Identificador"), verbatim: "\(user.id)"),
        ]
    }
}
