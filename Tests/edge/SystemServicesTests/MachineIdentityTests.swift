import SystemServices
import Systemd
import Testing

@Suite struct MachineIdentityTests {
    /// The id of the machine itself is confidential.
    @Test func machineIDIsHashed() throws {
        let machine = try #require(TextFile.read("/etc/machine-id", limit: 64))
        let id = try #require(MachineIdentity.ofDaemon())
        #expect(id.count == 32 && id.allSatisfy(\.isHexDigit))
        #expect(id == MachineIdentity.ofDaemon())
        #expect(!machine.hasPrefix(id))
    }
}
