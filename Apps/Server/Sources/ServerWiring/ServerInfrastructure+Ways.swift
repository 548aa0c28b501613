import MailAPI
import PluginKit
import ScreensAPI

extension ServerInfrastructure {
    /// Leads people who get letters to the pages of this server, as far as it shows
    /// some.
    func ways(in scope: borrowing PluginScope) -> LetterWays {
        let steps = scope.collector(of: ScreenSteps.self), address = address
        return LetterWays { step in steps().first { $0.step == step }?.address(at: address.text) }
    }
}
