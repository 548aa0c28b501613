import ExternalProvidersAPI
import Localization
import ScreensAPI

/// What was deleted because a provider wanted it, for whoever has its code.
struct DeletionScreen: Sendable {
    let deletions: Scoped<any ProviderDeletionReading>

    var screen: Screen {
        Screen(ScreenRoute("/data-deletion/{code}")) { request in
            let code = request.values["code"] ?? ""
            guard let deletion = try await deletions(at: request.browser).deletion(code) else {
                throw ScreenFailure.notFound(ProviderScreenTexts.nothingDeleted)
            }
            return ScreenContents(
                .words(ProviderScreenTexts.deleted(deletion.title)),
                .column([
                    .text(.words(ProviderScreenTexts.deletedAt(deletion.deletedAt))),
                    .text(.words(ProviderScreenTexts.whatStays)),
                    .links([ScreenLink(ProviderScreenTexts.home, to: .home)]),
                ]))
        }
    }
}
