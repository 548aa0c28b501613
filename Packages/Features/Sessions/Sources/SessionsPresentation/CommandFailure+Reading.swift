import ConsoleAPI
import Localization
import Presenting
import SessionsAPI

extension CommandFailure {
    /// Creates a failure of a call that only asked: nobody wonders whether it changed anything.
    init(reading error: SessionManagingError, places: [NextStepPlace]) {
        self.init(presenting: ReadingFailure(error: error), places: places)
    }
}

private struct ReadingFailure: PresentableError {
    let error: SessionManagingError

    var code: String { error.code }
    var text: LocalizedText { error.text }
    var nature: FailureNature { error.nature }
    var nextSteps: [NextStep] { error.nextSteps }
    var isWaiting: Bool { error.isWaiting }
}
