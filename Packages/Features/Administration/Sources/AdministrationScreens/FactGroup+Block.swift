import AdministrationAPI
import Localization
import ScreensAPI

extension FactGroup {
    /// The facts under their heading, or that there are none.
    func block(otherwise nothing: LocalizedText) -> ScreenBlock {
        let none = facts.isEmpty ? [ScreenText.words(nothing)] : []
        let lines = facts.flatMap { fact -> [ScreenText] in
            let text: [ScreenText] = fact.text.map { [.written($0)] } ?? []
            return text + [fact.time.map { .moment(fact.label, $0) } ?? .words(fact.label)]
        }
        return .entries([ScreenEntry(.words(heading), none + lines)])
    }
}
