public import CommentsAPI
public import CoreModels

/// Comments that everybody sees, on pictures that it is given, the oldest first.
public struct InMemoryComments: CommentsReading {
    /// The comments on each picture.
    public let comments: [ImageID: [ImageComment]]

    /// Creates comments.
    public init(_ comments: [ImageID: [ImageComment]]) {
        self.comments = comments
    }

    /// The comments after one, or from the oldest on.
    public func comments(on image: ImageID, after cursor: CommentID?, limit: Int) -> CommentsPage? {
        guard let all = comments[image] else { return nil }
        var rest = all[...]
        if let cursor {
            guard let index = all.firstIndex(where: { $0.id == cursor }) else { return nil }
            rest = all[(index + 1)...]
        }
        let items = Array(rest.prefix(limit))
        return CommentsPage(items: items, next: rest.count > limit ? items.last?.id : nil)
    }
}
