import FoundationEssentials
import HTTPServingAPI
import HTTPTypes
import Localization
import SecondFactorContract

extension HTTPProblem {
    /// 401, without a challenge: it isn't the access token that is wrong.
    static let wrongCode = HTTPProblem(
        status: .unauthorized, code: SecondFactorContract.Code.wrongCode.rawValue,
        title: LocalizedText(en: "The code is wrong.", es: "El código no es correcto."),
        detail: LocalizedText(
            en: "Each code counts once. Wait for the next one, and see whether the device's clock is right.",
            es: "Cada código vale una vez. Espera al siguiente y mira si el reloj del dispositivo va bien."))

    /// 401: the password is another one.
    static let wrongPassword = HTTPProblem(
        status: .unauthorized, code: SecondFactorContract.Code.invalidCredentials.rawValue,
        title: LocalizedText(en: "The password is wrong.", es: "La contraseña no es correcta."))

    /// 409: somebody who comes in by other ways has none, and proves it by one of them.
    static let noPassword = HTTPProblem(
        status: .conflict, code: SecondFactorContract.Code.noPassword.rawValue,
        title: LocalizedText(en: "The account has no password.", es: "La cuenta no tiene contraseña."),
        detail: LocalizedText(
            en: "Log in once more with a passkey or a provider, or prove it with a passkey.",
            es: "Inicia sesión otra vez con una llave de acceso o un proveedor, o demuéstralo con una llave de acceso.")
    )

    /// 403: the password is right, and a code is needed as well.
    static let secondFactorRequired = HTTPProblem(
        status: .forbidden, code: SecondFactorContract.Code.secondFactorRequired.rawValue,
        title: LocalizedText(
            en: "The code of your second factor is needed as well.",
            es: "También hace falta el código de tu segundo factor."))

    /// 409: an authenticator is in force already.
    static let factorInForce = HTTPProblem(
        status: .conflict, code: SecondFactorContract.Code.factorInForce.rawValue,
        title: LocalizedText(en: "A second factor is on already.", es: "Ya hay un segundo factor activado."),
        detail: LocalizedText(en: "Turn it off first.", es: "Desactívalo antes."))

    /// 409: there is no authenticator to be confirmed, or to have codes.
    static let noFactor = HTTPProblem(
        status: .conflict, code: SecondFactorContract.Code.noFactor.rawValue,
        title: LocalizedText(en: "There is no authenticator.", es: "No hay ningún autenticador."),
        detail: LocalizedText(en: "Set one up first.", es: "Configura uno antes."))

    /// 429: there were too many wrong passwords or codes.
    static func locked(for seconds: TimeInterval) -> HTTPProblem {
        var problem = HTTPProblem.tooManyRequests(
            code: SecondFactorContract.Code.accountLocked.rawValue, retryAfter: .seconds(seconds))
        problem.title = LocalizedText(en: "Too many attempts.", es: "Demasiados intentos.")
        return problem
    }
}
