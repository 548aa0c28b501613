package import BrowserLoginAPI
import BrowserLoginClient
import PluginKit

extension BrowserClient {
    /// Letting programs in.
    package var programs: any ProgramAdmitting { ProgramAdmissionClientPlugin.assemble(server).exports.programs }
}
