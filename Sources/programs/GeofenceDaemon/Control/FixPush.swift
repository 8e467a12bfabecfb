import ControlProtocol
import Fixes
import Geofencing
import NIOCore
import Positioning
import Settings

/// Passes the fixes of one request to a source, in turns with other clients.
@Loop
struct FixPush {
    /// The most fixes of a request that are decoded on the loop.
    static let fixesAtOnce = 16

    /// The answer so far.
    private(set) var pushed = SourcePushed(accepted: 0)
    private let source: Source
    private let readings: [PushedFixDecoder.Reading]
    private let engine: EngineRunner
    private var next = 0
    private var verdict = PushVerdict()

    /// Creates a push of decoded fixes to a source; `engine` counts its fixes.
    init(
        _ readings: [PushedFixDecoder.Reading], to source: Source, countedBy engine: EngineRunner
    ) {
        self.readings = readings
        self.source = source
        self.engine = engine
    }

    /// Whether the fixes were decoded on the loop.
    var isShort: Bool { readings.count <= Self.fixesAtOnce }

    /// Takes as many fixes as a turn allows; returns whether it took the last.
    mutating func takePart() -> Bool {
        // Other clients may push fixes between two parts; those do not count.
        let before = health
        let isLast = takeSome()
        verdict.count(from: before, to: health)
        if isLast { verdict.tell(in: &pushed) }
        return isLast
    }

    /// The counts that the engine has for the source.
    private var health: FeedHealth {
        let name = source.settings.name
        return engine.read { engine, _ in engine.health(of: name) } ?? FeedHealth()
    }

    private mutating func takeSome() -> Bool {
        let end = NIODeadline.now() + ClientConnection.turn
        repeat {
            guard next < readings.count else { return true }
            guard source.isStarted else {
                pushed.problems.append(
                    "fixes[\(next)] and all later ones were not taken: the source was stopped")
                return true
            }
            take(readings[next])
            next += 1
        } while NIODeadline.now() < end
        return next == readings.count
    }

    private mutating func take(_ reading: PushedFixDecoder.Reading) {
        switch reading {
        case .fix(let fix):
            source.take(.fix(fix))
            pushed.accepted += 1
            verdict.fixes += 1
        case .noFix(let reason):
            source.take(.noFix(reason))
            pushed.accepted += 1
        case .failure(let text):
            source.take(.failure(text))
            pushed.accepted += 1
        case .problem(let problem):
            source.take(.discard(problem.reason))
            pushed.problems.append("fixes[\(next)]: \(problem.sentence)")
        }
    }
}
