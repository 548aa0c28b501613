/// The one seam to stored secrets: reads, saves, removes and updates.
///
/// Ask for the part that you need, not for all of it.
public protocol SecretStore: SecretReading, SecretWriting, SecretUpdating {}
