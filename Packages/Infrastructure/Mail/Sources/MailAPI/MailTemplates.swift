public import PluginKit

/// The place to which features contribute what their messages say: an operator
/// can put own words in the place of these, and of nothing else.
public enum MailTemplates: ExtensionPoint {
    /// What features contribute.
    public typealias Value = MailTemplate
}
