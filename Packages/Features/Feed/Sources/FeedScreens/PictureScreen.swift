import CoreModels
import FeedAPI
import FeedScreensAPI
import ScreensAPI

/// One picture, and what there is to say of it.
struct PictureScreen: Sendable {
    let source: FeedSource
    let sections: @Sendable () -> [PictureSection]

    var screen: Screen { Screen(FeedPlaces.picture, isSettled: true) { try await contents($0) } }

    private func contents(_ request: ScreenRequest) async throws -> ScreenContents {
        let feed = try await source(for: request)
        guard let id = ImageID(request.values["id"] ?? ""), let image = try await feed.image(id) else {
            throw ScreenFailure.notFound(
                request.person == nil ? FeedScreenTexts.unknownPicture : FeedScreenTexts.noSuchPicture)
        }
        var blocks: [ScreenBlock] = [.lines(facts(of: image))]
        var links: [ScreenLink] = []
        let newer = try await feed.newer(than: id, limit: 1)?.first
        if let newer {
            links.append(ScreenLink(FeedScreenTexts.newerPicture, to: FeedPlaces.picture(newer), .previous))
        }
        if let older = try await feed.page(after: id, limit: 1)?.items.first {
            links.append(ScreenLink(FeedScreenTexts.olderPicture, to: FeedPlaces.picture(older), .next))
        }
        // To where it is: as the first of a page.
        let place = FeedPlaces.feed.place().with(FeedPlaces.cursor, newer?.id.description)
        blocks.append(.links(links + [ScreenLink(FeedScreenTexts.backToFeed, to: place)]))
        if image.isMine == true, source.people != nil { blocks.append(.links([DeletePictureScreen.link(to: id)])) }
        for section in sections() {
            if let shown = try await section.show(id, request) { blocks.append(.section(shown)) }
        }
        // Others with the same address didn't publish it.
        let isNew = image.isMine == true && request.query[FeedPlaces.published.description] != nil
        let title = image.description.map { ScreenText.written($0) }
        return ScreenContents(
            title ?? .words(FeedScreenTexts.undescribed(by: image.name)),
            noting: isNew ? ScreenNotice(.success, FeedScreenTexts.published) : nil,
            .picture(image.shown, beside: blocks))
    }

    private func facts(of image: FeedImage) -> [ScreenText] {
        [image.name.map { .name($0) }, image.location.map { .written($0) }, image.createdAt.map { .time($0) }]
            .compactMap(\.self)
            + (image.isHidden ? [.words(FeedScreenTexts.hidden)] : [])
            + (image.isPublic == false ? [.words(FeedScreenTexts.seenByPeople)] : [])
            + (image.isPublic == true && image.isMine == true && !image.isHidden
                ? [.words(FeedScreenTexts.seenByEverybody)] : [])
    }
}
