import Chronology
import Expressions
import TestSupport
import Testing

/// An error says where, what and what to do.
struct ErrorTests {
    private func message(_ source: String, _ profile: Expression.Profile = .notification) -> String
    {
        do throws(ExpressionError) {
            let value = try Expression(source, for: profile).evaluate(in: ExpressionContext()).value
            return "gives \(ExpressionJSON.text(value))"
        } catch {
            return error.description
        }
    }

    /// The faulty expressions of `errors.txt`, each with its message behind it.
    @Test func messagesEqualTheGoldenText() throws {
        let folder = DataFolder.of("Expressions")
        let before = try folder.text("errors.txt")
        let sources = before.split(separator: "\n").filter { !$0.hasPrefix("    ") }
        var after = ""
        for source in sources {
            let expression = source.split(separator: "\u{2424}").joined(separator: "\n")
            after += "\(source)\n    \(message(expression))\n"
        }
        #expect(try folder.golden("errors.txt", updatedTo: after) == after)
        #expect(sources.count > 25)
    }

    @Test func profilesHaveDifferentVariables() {
        #expect(message("$fencefeature.name", .filter).contains("there is $locationupdate"))
        #expect(message("$locationupdate.course").contains("there is $feedfeature, $fencefeature"))
    }
}

/// Dates are read in the zone of the monitor, and in others where an expression asks.
struct ZoneTests {
    private func value(_ source: String, zone: String) throws -> ExpressionValue {
        let rule = try #require(ZoneRule(zone))
        let context = ExpressionContext(
            now_ms: 1_709_647_629_250, zone: rule,
            zones: ["Asia/Kolkata": try #require(ZoneRule("+05:30"))])
        return try Expression(source, for: .notification).evaluate(in: context).value
    }

    @Test func partsFollowTheZone() throws {
        let berlin = "CET-1CEST,M3.5.0,M10.5.0/3"
        #expect(try value("Hour(Now())", zone: berlin) == .number(15))
        #expect(try value("Hour(ToUTC(Now()))", zone: berlin) == .number(14))
        #expect(try value("Text(Now())", zone: berlin) == .text("2024-03-05T15:07:09.250+01:00"))
        #expect(
            try value("Hour(ChangeTimeZone(Now(), 'Asia/Kolkata'))", zone: berlin) == .number(19))
        #expect(try value("Number(Today())", zone: berlin) == .number(1_709_593_200_000))
        // The day on which clocks are put forward has 23 hours.
        #expect(
            try value(
                "DateDiff(DateAdd(Date(2024, 2, 31), 1, 'days'), Date(2024, 2, 31), 'hours')",
                zone: berlin) == .number(23))
    }

    @Test func nowIsNullWithoutATime() throws {
        let expression = try Expression("IsEmpty(Now()) && IsEmpty(Today())", for: .notification)
        #expect(try expression.evaluate(in: ExpressionContext()).value == .bool(true))
    }
}
