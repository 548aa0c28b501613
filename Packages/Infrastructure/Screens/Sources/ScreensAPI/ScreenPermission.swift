public import Localization
public import PluginKit

/// Something of the person's device that a screen uses if the person lets it, and
/// does without if not.
///
/// A browser is asked when the person presses a button for it, after the screen
/// has said what it is for; its answer is looked at each time.
public struct ScreenPermission: Hashable, Sendable {
    /// What is asked for.
    public enum Kind: String, CaseIterable, Sendable {
        /// Pictures of the device's camera.
        case camera
        /// Where the device is.
        case location
        /// Showing something while the person is elsewhere.
        case notifications
    }

    /// What is asked for.
    public let kind: Kind
    /// What wants it.
    public let feature: LocalizedText
    /// What it is for, which is said before the browser asks.
    public let purpose: LocalizedText
    /// What works without it.
    public let alternative: LocalizedText

    /// Describes a permission.
    public init(
        _ kind: Kind, of feature: LocalizedText, purpose: LocalizedText, without alternative: LocalizedText
    ) {
        self.kind = kind
        self.feature = feature
        self.purpose = purpose
        self.alternative = alternative
    }
}

/// Collects what the screens of all plugins ask for.
public enum ScreenPermissions: ExtensionPoint {
    /// A permission.
    public typealias Value = ScreenPermission
}

/// Where a person is asked for a permission.
public struct PermissionPrimer: Hashable, Sendable {
    /// What for.
    public let permission: ScreenPermission
    /// What the person presses: a verb.
    public let button: LocalizedText
    /// The field that gets what the device gives, by its form and name; nil for none.
    public let field: String?
    /// Whether the present state is told without being asked for.
    public let isOverview: Bool

    /// Creates a primer for what a field of a form gets.
    public init(
        _ permission: ScreenPermission, button: LocalizedText, form: StaticString, field: StaticString
    ) {
        self.init(permission, button, field: "\(form)-\(field)", isOverview: false)
    }

    /// Creates a primer.
    public init(_ permission: ScreenPermission, button: LocalizedText) {
        self.init(permission, button, field: nil, isOverview: false)
    }

    /// Creates a primer that tells how it stands.
    public static func overview(of permission: ScreenPermission, button: LocalizedText) -> PermissionPrimer {
        PermissionPrimer(permission, button, field: nil, isOverview: true)
    }

    private init(_ permission: ScreenPermission, _ button: LocalizedText, field: String?, isOverview: Bool) {
        self.permission = permission
        self.button = button
        self.field = field
        self.isOverview = isOverview
    }
}

extension ScreenContents {
    /// What it asks for.
    public var permissions: Set<ScreenPermission.Kind> { Set(blocks.flatMap(\.permissions)) }
}

extension ScreenBlock {
    fileprivate var permissions: [ScreenPermission.Kind] {
        switch self {
        case .permission(let primer): [primer.permission.kind]
        case .form(let form): form.fields.compactMap(\.helper?.permission.kind)
        default: parts.flatMap(\.permissions)
        }
    }
}
