import Glibc
import SystemServices
import Testing

@Suite struct SerialPortTests {
    @Test func rawBytesAreReadAndNothingIsWritten() throws {
        let terminal = try PseudoTerminal()
        let port = try SerialPort.open(terminal.path, speed: 4800)
        // In cooked mode the carriage return would become a line feed, 0x13 would stop the flow,
        // and everything would be echoed.
        terminal.send("$A\r\u{13}\u{11}\u{04}\n")
        #expect(received(from: port.rawValue, count: 7) == "$A\r\u{13}\u{11}\u{04}\n")
        var echo: UInt8 = 0
        #expect(unsafe read(terminal.master, &echo, 1) == -1)
        #expect(errno == EAGAIN)
        #expect(unsafe write(port.rawValue, &echo, 1) == -1)
    }

    @Test func failureToOpenIsExplained() throws {
        let terminal = try PseudoTerminal()
        #expect(throws: SerialPortFailure.missing(path: "/dev/no-such-receiver")) {
            _ = try SerialPort.open("/dev/no-such-receiver", speed: nil)
        }
        #expect(throws: SerialPortFailure.notATerminal(path: "/dev/null")) {
            _ = try SerialPort.open("/dev/null", speed: nil)
        }
        #expect(throws: SerialPortFailure.unknownSpeed(4801, path: terminal.path)) {
            _ = try SerialPort.open(terminal.path, speed: 4801)
        }
    }

    @Test func portIsOpenedExclusively() throws {
        let terminal = try PseudoTerminal()
        let port = try SerialPort.open(terminal.path, speed: 9600)
        let failure = #expect(throws: SerialPortFailure.self) {
            _ = try SerialPort.open(terminal.path, speed: 9600)
        }
        #expect(failure?.code == "device-busy")
        _ = consume port
    }

    @Test func holderOfADeviceIsFound() throws {
        let terminal = try PseudoTerminal()
        let holder = try Subprocess.start([
            "sh", "-c", "exec 3<\(terminal.path); echo; exec sleep 60",
        ])
        let output = OwnedDescriptor(owning: holder.output)
        #expect(received(from: output.rawValue, count: 1) == "\n")
        #expect(PortHolder.find(terminal.path)?.hasSuffix("(pid \(holder.pid))") == true)
        holder.signal(SIGKILL)
        // The pipe ends when the program has ended.
        #expect(received(from: output.rawValue, count: 1) == "")
        #expect(PortHolder.find(terminal.path) == nil)
        _ = holder.reaped()
    }

    @Test(arguments: [4800, 9600, 115_200])
    func speedChangesWhileOpen(speed: Int) throws {
        let terminal = try PseudoTerminal()
        let port = try SerialPort.open(terminal.path, speed: nil)
        try SerialPort.setSpeed(speed, of: port.rawValue, path: terminal.path)
        var settings = termios()
        #expect(unsafe tcgetattr(port.rawValue, &settings) == 0)
        let names = [4800: B4800, 9600: B9600, 115_200: B115200]
        #expect(unsafe cfgetispeed(&settings) == speed_t(try #require(names[speed])))
    }
}
