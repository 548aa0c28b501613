import CoreModels
import FeedAPI
import FeedScreensAPI
import Localization
import ScreensAPI

/// Where people take a picture back.
struct DeletePictureScreen: Sendable {
    let source: FeedSource
    let deletion: Scoped<any ImageDeleting>

    static func link(to image: ImageID) -> ScreenLink {
        ScreenLink(FeedScreenTexts.deletePicture, to: FeedPlaces.deletion.place(image.description), .removal)
    }

    var screen: Screen {
        Screen(FeedPlaces.deletion, for: .people, actions: [ScreenAction("delete-picture", perform: delete)]) {
            try await contents($0)
        }
    }

    private func contents(_ request: ScreenRequest) async throws -> ScreenContents {
        guard let id = ImageID(request.values["id"] ?? ""),
            let image = try await source(for: request).image(id), image.isMine == true
        else { throw ScreenFailure.notFound(FeedScreenTexts.notYours) }
        return ScreenContents(
            .words(FeedScreenTexts.deletionQuestion(image.commentCount ?? 0)),
            .picture(
                image.shown,
                beside: [
                    .text(.words(FeedScreenTexts.deletionMeans)),
                    .form(
                        ScreenForm(
                            "delete-picture", to: request.place, button: FeedScreenTexts.deletePicture, .destructive)),
                    .links([ScreenLink(FeedScreenTexts.keepIt, to: PicturePlaces.picture(id))]),
                ]))
    }

    private func delete(_ sent: ScreenSubmission) async throws -> ScreenOutcome {
        guard let id = ImageID(sent.request.values["id"] ?? "") else {
            throw ScreenFailure.notFound(FeedScreenTexts.notYours)
        }
        try await deletion(at: sent.request.browser).delete(id)
        return .go(.home)
    }
}
