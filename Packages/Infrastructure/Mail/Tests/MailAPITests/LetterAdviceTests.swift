import KernelTesting
import Localization
import MailAPI
import Presenting
import Testing

struct LetterAdviceTests {
    @Test(.requirement("L10N-01")) func nobodyIsLedToAWayThatIsNotThere() {
        let byMail = LetterAdvice.notYou(offering: [.verify, .recover])
        let byOperator = LetterAdvice.notYou(offering: [.verify])
        for (text, other) in [(byMail.english, byOperator.english), (byMail.spanish, byOperator.spanish)] {
            #expect(text.contains("{recover}") && !text.contains("{product}"))
            #expect(other.contains("{product}") && !other.contains("{recover}"))
        }
    }
}
