import AccountsAPI
import ConsoleAPI
import CoreModels
import Localization

/// `rename`: another name for the person who is logged in.
struct RenameCommand: Sendable {
    let accounts: any AccountRenaming

    private static let name = Parameter<String?>.optionalArgument(
        "name", .name,
        summary: LocalizedText(en: "Your name (asked for if left out)", es: "Tu nombre (si falta, se pregunta)"))

    private struct Renamed: Encodable, Sendable {
        let user: User
    }

    var command: Command {
        Command(
            "rename",
            summary: LocalizedText(en: "Change your name", es: "Cambia tu nombre"),
            discussion: LocalizedText(
                en: "Everybody sees it at once, also at the pictures and comments that you published before.",
                es: "Todo el mundo lo ve al momento, también en las imágenes y los comentarios que ya publicaste."),
            group: .account,
            examples: [
                CommandExample(
                    "essential rename \"Ana María\"",
                    LocalizedText(en: "how others see you", es: "cómo te ven los demás"))
            ],
            parameters: [Self.name]
        ) { invocation, terminal throws(CommandFailure) in
            let typed = try await terminal.answer(
                to: Self.name, of: invocation, asking: LocalizedText(en: "Your name", es: "Tu nombre")
            ) { typed in
                do throws(PersonName.Problem) {
                    _ = try PersonName(typed)
                    return nil
                } catch {
                    return AccountRenamingError.unacceptable(error).text
                }
            }
            do throws(AccountRenamingError) {
                let user = try await accounts.rename(to: typed)
                return CommandOutput(
                    json: Renamed(user: user),
                    .line(
                        LocalizedText(
                            en: "Your name is \(user.name) now, everywhere.",
                            es: "Tu nombre es ahora \(user.name), en todas partes."), .success))
            } catch {
                throw CommandFailure(presenting: error)
            }
        }
    }
}
