public import CoreModels
public import PluginKit
public import ScreensAPI

/// What a feature has to show below a picture that everybody may see.
public struct PictureSection: Sendable {
    /// Makes the section; nil if there is nothing to show.
    ///
    /// It is given the request of the picture's screen, to whose place it may
    /// add parameters.
    public let show: @Sendable (ImageID, ScreenRequest) async throws -> ScreenSection?

    /// Creates a section.
    public init(_ show: @escaping @Sendable (ImageID, ScreenRequest) async throws -> ScreenSection?) {
        self.show = show
    }
}

/// Collects what is shown below pictures, in the order of its plugins.
public enum PictureSections: ExtensionPoint {
    /// A section.
    public typealias Value = PictureSection
}
