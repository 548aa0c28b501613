import KernelTesting
import Localization
import LoginAPI
import Testing

struct LoginTextTests {
    @Test(
        .requirement("L10N-01", "RATE-10", "LOGIN-18"),
        arguments: [
            (Duration.seconds(900), 15), (.seconds(899), 15), (.seconds(120), 2), (.seconds(7_200), 120),
        ]) func saysHowManyMinutesToWait(duration: Duration, minutes: Int)
    {
        let text = LoginError.tooManyAttempts(retryAfter: duration).text
        #expect(text.english == "Too many attempts. Try again in \(minutes) minutes.")
        #expect(text.spanish == "Demasiados intentos. Inténtalo en \(minutes) minutos.")
    }

    @Test(.requirement("L10N-01"), arguments: [Duration.seconds(1), .seconds(60)])
    func oneMinuteIsNotManyMinutes(duration: Duration) {
        let text = LoginError.tooManyAttempts(retryAfter: duration).text
        #expect(text.english == "Too many attempts. Try again in 1 minute.")
        #expect(text.spanish == "Demasiados intentos. Inténtalo en 1 minuto.")
    }

    @Test(.requirement("RATE-10"), arguments: [nil, Duration.zero])
    func withoutATimeTheMessageIsGeneral(duration: Duration?) {
        let text = LoginError.tooManyAttempts(retryAfter: duration).text
        #expect(text.english == "Too many attempts. Try again later.")
        #expect(text.spanish == "Demasiados intentos. Inténtalo más tarde.")
    }

    @Test(.requirement("L10N-01", "SANIT-04")) func anInvalidAddressIsCalledSoAndShowsAValidOne() {
        let text = LoginError.invalidEmail.text
        #expect(text.english.hasPrefix("Invalid email") && text.english.contains("name@example.com"))
        #expect(text.spanish.hasPrefix("Correo no válido") && text.spanish.contains("nombre@example.com"))
    }

    @Test(
        .requirement("L10N-01"),
        arguments: [
            LoginError.invalidEmail, .emptyPassword, .invalidCredentials(), .emailNotVerified,
            .tooManyAttempts(retryAfter: nil), .tooManyAttempts(retryAfter: .seconds(900)), .server, .cancelled,
        ]) func everyErrorIsExplainedInBothLanguages(error: LoginError)
    {
        #expect(!error.text.english.isEmpty && !error.text.spanish.isEmpty)
        #expect(error.text.english != error.text.spanish)
    }
}
