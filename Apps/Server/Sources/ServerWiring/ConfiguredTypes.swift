public import ConfigurationAPI
public import RegistrationService
public import TelemetryAPI
public import TelemetryOutput

// Features and infrastructure don't know of configuration; that their choices
// can be configured is this program's doing.
extension RegistrationPolicy.Enumeration: @retroactive ConfigurationValue {}
extension RegistrationPolicy.AfterRegistration: @retroactive ConfigurationValue {}
extension LogLevel: @retroactive ConfigurationValue {}
extension TelemetryPlugin.Format: @retroactive ConfigurationValue {}
