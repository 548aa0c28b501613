import AccountVerificationContract
import AccountsServiceAPI
import CoreModels
import FoundationEssentials
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
        guard Self.canArrive(at: owner.email) else { return }
        do {
            guard try await codes.mayWarn(to: owner.email) else { return }
            await send(Self.warning(to: owner), about: owner)
        } catch {
            log.error("no word to the owner of an address", ["user": "\(owner.id)", "reason": "\(error)"])
        }
    }

    /// Sends a code; does nothing for an address that is confirmed, or that got
    /// enough messages lately.
    func sendCode(to user: User) async {
        guard !user.isVerified, Self.canArrive(at: user.email) else { return }
        do {
            guard let code = try await codes.make(for: user) else {
                log.notice("no further verification code", ["user": "\(user.id)"])
                return
            }
            await send(Self.message(code, for: codes.lifetime, to: user), about: user)
        } catch {
            log.error("no verification code", ["user": "\(user.id)", "reason": "\(error)"])
        }
    }

    /// Nothing arrives below `.invalid`, which nobody can have (RFC 2606,
    /// section 2).
    private static func canArrive(at email: EmailAddress) -> Bool {
        !email.canonical.hasSuffix(".invalid")
    }

    /// A message in both languages, since which one the person speaks is not
    /// known here.
    ///
    /// The name stays out: until the address is proved, a stranger may have chosen
    /// it as the message.
    private static func message(_ code: VerificationCode, for lifetime: TimeInterval, to user: User) -> MailMessage {
        let minutes = Int((lifetime / 60).rounded(.down))
        return MailMessage(
            recipient: user.email, subject: "Essential: \(code)",
            text: """
                Hello,

                confirm your address with this code:

                    \(code)

                In the program: essential verify \(code)
                It counts for \(minutes) min. If you didn't ask for it, ignore this message.

                Hola:

                Confirma tu dirección con el código de arriba.
                En el programa: essential verify \(code)
                Vale durante \(minutes) min. Si no lo pediste, ignora este mensaje.
                """)
    }

    private static func warning(to owner: User) -> MailMessage {
        MailMessage(
            recipient: owner.email, subject: "Essential: your account · tu cuenta",
            text: """
                Hello,

                somebody tried to make an account with this address, which has one
                already. If it was you, log in instead. If not, there is nothing to do.

                Hola:

                Alguien intentó crear una cuenta con esta dirección, que ya tiene una.
                Si fuiste tú, inicia sesión. Si no, no tienes que hacer nada.
                """)
    }

    private func send(_ message: MailMessage, about user: User) async {
        do throws(MailError) {
            try await mail.send(message)
        } catch {
            log.error("mail not handed over", ["user": "\(user.id)", "reason": "\(error)"])
        }
    }
}
