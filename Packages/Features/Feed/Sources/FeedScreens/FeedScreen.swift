import CoreModels
import FeedAPI
import FoundationEssentials
import Localization
import Presenting
import ScreensAPI

/// The pictures of everybody, newest first.
struct FeedScreen: Sendable {
    let source: FeedSource

    static let link = ScreenLink(FeedScreenTexts.see, to: .home)
    private static let limit = 30

    var screen: Screen { Screen(FeedPlaces.feed, isSettled: true) { try await contents($0) } }

    /// Some of the pictures, and whether others are before and after them.
    private struct Shown {
        let images: [FeedImage]
        var source = ReadFeed.Source.now
        let hasNewer: Bool
        let hasOlder: Bool
    }

    private func contents(_ request: ScreenRequest) async throws -> ScreenContents {
        guard let shown = try await shown(request) else { throw ScreenFailure.notFound(FeedScreenTexts.unknownCursor) }
        let notice = FeedScreenTexts.notice(shown.source, at: request.now)
        guard !shown.images.isEmpty || shown.hasNewer else {
            return ScreenContents(.words(FeedScreenTexts.empty), noting: notice, .column(begin(request)))
        }
        return ScreenContents(
            .words(shown.hasNewer ? FeedScreenTexts.older : FeedScreenTexts.newest), noting: notice,
            .gallery(groups(of: shown.images, at: request.now), before: before(shown), after: after(shown, request)))
    }

    /// - Returns: Nil for a picture from which one can't go on.
    private func shown(_ request: ScreenRequest) async throws -> Shown? {
        let feed = try await source(for: request)
        func images(_ name: StaticString) -> [ImageID]? {
            guard let text = request.query[name.description] else { return nil }
            return [text, request.query[FeedPlaces.otherwise.description]].compactMap { $0.flatMap { ImageID($0) } }
        }
        for image in images(FeedPlaces.newer) ?? [] {
            guard let newer = try await feed.newer(than: image, limit: Self.limit + 1) else { continue }
            return Shown(
                images: newer.suffix(Self.limit), hasNewer: newer.count > Self.limit, hasOlder: !newer.isEmpty)
        }
        guard request.query[FeedPlaces.newer.description] == nil else { return nil }
        let cursors: [ImageID?] = images(FeedPlaces.cursor) ?? [nil]
        for cursor in cursors {
            guard let read = try await feed.read(after: cursor, limit: Self.limit) else { continue }
            return Shown(
                images: read.page.items, source: read.source, hasNewer: cursor != nil, hasOlder: read.page.next != nil)
        }
        return nil
    }

    private func begin(_ request: ScreenRequest) -> [ScreenBlock] {
        guard request.person != nil else {
            return [.notice(ScreenNotice(.remark, FeedScreenTexts.howToBegin, nextSteps: [.register, .logIn]))]
        }
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
            image.shown, called: image.id.description, to: FeedPlaces.picture(image),
            title: image.description.map { .written($0) },
            remarks: (image.name.map { [.name($0)] } ?? [])
                + (count == 0 ? [] : [.words(FeedScreenTexts.comments(count))]))
    }

    private func before(_ shown: Shown) -> [ScreenBlock] {
        guard shown.hasNewer, !shown.images.isEmpty else { return [] }
        let place = Self.place(FeedPlaces.newer, shown.images.prefix(2))
        return [.links([ScreenLink(FeedScreenTexts.newer, to: place, .previous)])]
    }

    /// Where the feed goes on from the first of some pictures that is still there.
    private static func place(_ name: StaticString, _ images: some Sequence<FeedImage>) -> Place {
        zip([name, FeedPlaces.otherwise], images).reduce(FeedPlaces.feed.place()) { $0.with($1.0, $1.1.id.description) }
    }

    private func after(_ shown: Shown, _ request: ScreenRequest) -> [ScreenBlock] {
        let home = shown.hasNewer ? [ScreenLink(FeedScreenTexts.newest, to: FeedPlaces.feed.place())] : []
        guard shown.hasOlder, !shown.images.isEmpty else {
            let first = shown.images.last?.createdAt
            return [.text(.words(FeedScreenTexts.end(first, isForEverybody: request.person == nil)))]
                + (home.isEmpty ? [] : [.links(home)])
        }
        let place = Self.place(FeedPlaces.cursor, shown.images.suffix(2).reversed())
        return [.links([ScreenLink(FeedScreenTexts.older, to: place, .next)] + home)]
    }
}
