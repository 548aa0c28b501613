import Localization
import Presenting
import Testing

struct PresentableErrorTests {
    private struct Plain: PresentableError {
        let code = "plain"
        let text = LocalizedText(en: "It failed.", es: "Falló.")
        let nature = FailureNature.fault
    }

    @Test func anErrorSaysNoMoreThanItsText() {
        let error: any PresentableError = Plain()
        #expect(error.remark == nil)
        #expect(error.nextSteps == [])
        #expect(error.fields == [])
        #expect(!error.isWaiting)
    }

    @Test func stepsAreToldApartByTheirNames() {
        let steps: [NextStep] = [.logIn, .logOut, .register, .recover, .verify, .resend, .retry, .seeQueue, .fromStart]
        #expect(Set(steps.map(\.name)).count == steps.count)
        #expect(NextStep("log_in") == .logIn)
    }
}
