import AccountVerificationContract
import AccountsServiceAPI
import CoreModels
import MailAPI
import RegistrationServiceAPI
import TelemetryAPI

/// Sends a code to everyone who makes an account, and a word to those whose
/// address somebody else tried to use.
///
/// A message that can't be handed over doesn't undo the account: the person
/// asks for another one.
struct VerificationMail: AccountObserving, RegistrationObserving {
    let codes: VerificationCodes
    let mail: any MailSending
    let log: Logger

    func observe(_ event: AccountEvent) async {
        guard case .created(let user) = event else { return }
        await sendCode(to: user)
    }

    func didTryToRegister(addressOf owner: User) async {
        await send(
            MailMessage(
                recipient: owner.email, subject: "Essential: your account · tu cuenta",
                text: """
                    Hello \(owner.name),

                    somebody tried to make an account with this address, which has one
                    already. If it was you, log in instead. If not, there is nothing to do.

                    Hola, \(owner.name):

                    Alguien intentó crear una cuenta con esta dirección, que ya tiene una.
                    Si fuiste tú, inicia sesión. Si no, no tienes que hacer nada.
                    """))
    }

    /// Sends a code; does nothing for an address that is confirmed, or right
    /// after another message.
    func sendCode(to user: User) async {
        // Addresses below .invalid belong to nobody (RFC 2606, section 2).
        guard !user.isVerified, !user.email.canonical.hasSuffix(".invalid") else { return }
        do {
            guard let code = try await codes.make(for: user) else { return }
            await send(Self.message(code, to: user))
        } catch {
            log.error("no verification code", ["user": "\(user.id)", "reason": "\(error)"])
        }
    }

    /// Both languages, since which one the person speaks is not known here.
    private static func message(_ code: VerificationCode, to user: User) -> MailMessage {
        MailMessage(
            recipient: user.email, subject: "Essential: \(code)",
            text: """
                Hello \(user.name),

                confirm your address with this code:

                    \(code)

                In the program: essential verify \(code)
                It counts for 10 minutes. If you didn't ask for it, ignore this message.

                Hola, \(user.name):

                Confirma tu dirección con el código de arriba.
                En el programa: essential verify \(code)
                Vale durante 10 minutos. Si no lo pediste, ignora este mensaje.
                """)
    }

    private func send(_ message: MailMessage) async {
        do throws(MailError) {
            try await mail.send(message)
        } catch {
            log.error("mail not handed over", ["reason": "\(error)"])
        }
    }
}
