import CoreModels
import FeedAPI
import FoundationEssentials
import Localization
import ScreensAPI

/// The pictures of everybody, newest first.
struct FeedScreen: Sendable {
    let source: FeedSource

    private static let limit = 30

    var screen: Screen { Screen(FeedPlaces.feed, isSettled: true) { try await contents($0) } }

    private func contents(_ request: ScreenRequest) async throws -> ScreenContents {
        let text = request.query[FeedPlaces.cursor.description], cursor = text.flatMap { ImageID($0) }
        let feed = try await source(for: request)
        guard (text == nil) == (cursor == nil), let read = try await feed.read(after: cursor, limit: Self.limit) else {
            throw ScreenFailure.notFound(FeedScreenTexts.unknownCursor)
        }
        let page = read.page, notice = FeedScreenTexts.notice(read.source, at: request.now)
        guard !page.items.isEmpty || cursor != nil else {
            return ScreenContents(.words(FeedScreenTexts.empty), noting: notice, .column(begin(request)))
        }
        let title = cursor == nil ? FeedScreenTexts.newest : FeedScreenTexts.older
        return ScreenContents(
            .words(title), noting: notice,
            .gallery(groups(of: page.items, at: request.now), after: after(page, isFirst: cursor == nil)))
    }

    private func begin(_ request: ScreenRequest) -> [ScreenBlock] {
        guard request.person != nil else { return [.text(.words(FeedScreenTexts.howToBegin))] }
        return [.text(.words(FeedScreenTexts.howPeopleBegin))]
            + (source.people == nil ? [] : [.links([PublishScreen.link])])
    }

    /// The pictures by their age, which is the same in every time zone.
    private func groups(of images: [FeedImage], at now: Date) -> [PictureGroup] {
        var groups: [(heading: LocalizedText, tiles: [PictureTile])] = []
        for image in images {
            let heading = image.createdAt.map { FeedScreenTexts.age(of: $0, at: now) } ?? FeedScreenTexts.newest
            if groups.last?.heading != heading { groups.append((heading, [])) }
            groups[groups.count - 1].tiles.append(tile(image))
        }
        return groups.map { PictureGroup($0.heading, $0.tiles) }
    }

    private func tile(_ image: FeedImage) -> PictureTile {
        let count = image.commentCount ?? 0
        return PictureTile(
            image.shown, to: FeedPlaces.picture(image), title: image.description.map { .written($0) },
            remarks: (image.name.map { [.written($0)] } ?? [])
                + (count == 0 ? [] : [.words(FeedScreenTexts.comments(count))]))
    }

    private func after(_ page: FeedPage, isFirst: Bool) -> [ScreenBlock] {
        let home = isFirst ? [] : [ScreenLink(FeedScreenTexts.newest, to: FeedPlaces.feed.place())]
        guard let next = page.next else {
            let first = page.items.last?.createdAt
            return [.text(.words(first.map { FeedScreenTexts.end($0) } ?? FeedScreenTexts.end))]
                + (home.isEmpty ? [] : [.links(home)])
        }
        let place = FeedPlaces.feed.place().with(FeedPlaces.cursor, next.description)
        return [.links([ScreenLink(FeedScreenTexts.older, to: place, .next)] + home)]
    }
}
