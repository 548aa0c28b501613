import CoreModels
import FeedAPI
import FeedScreensAPI
import ScreensAPI

/// One picture, and what there is to say of it.
struct PictureScreen: Sendable {
    let feed: any FeedReading
    let sections: @Sendable () -> [PictureSection]

    var screen: Screen { Screen(FeedPlaces.picture) { try await contents($0) } }

    private func contents(_ request: ScreenRequest) async throws -> ScreenContents {
        guard let id = ImageID(request.values["id"] ?? ""), let image = try await feed.image(id) else {
            throw ScreenFailure.notFound(FeedScreenTexts.unknownPicture)
        }
        var blocks: [ScreenBlock] = [.lines(facts(of: image))]
        if let older = try await feed.page(after: id, limit: 1)?.items.first {
            blocks.append(.links([ScreenLink(FeedScreenTexts.olderPicture, to: FeedPlaces.picture(older), .next)]))
        }
        for section in sections() {
            if let shown = try await section.show(id, request) { blocks.append(.section(shown)) }
        }
        let title = image.description.map { ScreenText.written($0) }
        return ScreenContents(
            title ?? .words(FeedScreenTexts.undescribed(by: image.name)), .picture(image.shown, beside: blocks))
    }

    private func facts(of image: FeedImage) -> [ScreenText] {
        [image.name.map { .written($0) }, image.location.map { .written($0) }, image.createdAt.map { .time($0) }]
            .compactMap(\.self)
    }
}
