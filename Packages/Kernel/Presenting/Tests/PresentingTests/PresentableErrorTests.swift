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

    private struct Rich: PresentableError {
        let code = "rich"
        let text = LocalizedText(en: "It failed.", es: "Falló.")
        let nature = FailureNature.refused
        let remark: LocalizedText? = LocalizedText(en: "Nothing was kept.", es: "No se guardó nada.")
        let nextSteps = [NextStep.retry]
    }

    @Test func anObstaclePassesOnAllThatAPersonNeeds() {
        let obstacle = Obstacle(Rich())
        #expect(obstacle.code == "rich" && obstacle.nextSteps == [.retry])
        #expect(obstacle.text == LocalizedText(en: "It failed. Nothing was kept.", es: "Falló. No se guardó nada."))
        #expect(Obstacle(Plain()).text == Plain().text, "what has no remark says its text")
    }

    @Test func stepsAreToldApartByTheirNames() {
        let steps: [NextStep] = [.logIn, .logOut, .register, .recover, .verify, .resend, .retry, .seeQueue, .fromStart]
        #expect(Set(steps.map(\.name)).count == steps.count)
        #expect(NextStep("log_in") == .logIn)
    }
}
