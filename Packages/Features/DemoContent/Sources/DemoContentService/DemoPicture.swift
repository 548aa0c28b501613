import CDemoPictures
package import CoreModels
package import FoundationEssentials

/// A picture of the demo, with what people wrote about it.
package struct DemoPicture: Sendable {
    /// Something that somebody wrote below a picture.
    package struct Comment: Sendable {
        package let username: String
        package let message: String
    }

    /// The same in every release, so that a feed is filled once.
    package let id: ImageID
    package let description: String
    package let location: String
    /// False for pictures that only members see.
    package let isPublic: Bool
    package let author: String
    package let comments: [Comment]
    /// Who made it, and who wrote about it.
    var people: [String] { [author] + comments.map(\.username) }
    /// The file, which is a part of the program.
    package let content: Data

    /// Creates a picture.
    ///
    /// - Parameters:
    ///   - file: What its file is called, without its ending.
    ///   - id: A UUID.
    init(
        _ file: String, id: String, _ description: String, in location: String, by author: String,
        isPublic: Bool = true, comments: [(username: String, message: String)]
    ) {
        guard let id = ImageID(id), let picture = unsafe demo_picture(file) else {
            preconditionFailure("the gallery names identifiers and files properly")
        }
        self.id = id
        self.description = description
        self.location = location
        self.isPublic = isPublic
        self.author = author
        self.comments = comments.map(Comment.init)
        let bytes = unsafe UnsafeRawBufferPointer(start: picture.pointee.bytes, count: picture.pointee.count)
        content = unsafe Data(bytes)
    }
}
