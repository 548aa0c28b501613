public import CoreModels

/// Tells in whose name a run of a program acts: whoever was logged in when it began, and whoever
/// it logs in itself.
///
/// Another program may log somebody else in at any moment, while a question stands or a form is
/// typed. What the person before was asked is done in nobody else's name.
///
/// Any number of calls may run at once.
public protocol ActingPerson: Sendable {
    /// Has this program act for whoever is logged in now, or for nobody, and from now on for
    /// nobody else.
    ///
    /// Where that can't be said now, since the vault is locked, it is said as soon as the session
    /// is read. A program for which this isn't called acts for whoever is logged in at a time.
    func bind() async

    /// Whether this program may act for a person whose session it found.
    func acts(for person: UserID) -> Bool
}
