import Expressions
import Testing

/// What is of the language but hardly meant.
struct LintingTests {
    private func warnings(_ source: String) throws -> [String] {
        try Expression(source, for: .notification)
            .warnings(eventTypes: ["entered", "exited"]).map(\.description)
    }

    @Test func impossibleEventTypesAreReported() throws {
        let never = "$fencenotificationtype is never 'enter'; it is 'entered' or 'exited'"
        #expect(
            try warnings("$fencenotificationtype == 'enter'") == ["line 1, column 27: \(never)"])
        #expect(
            try warnings("'enter' != $FenceNotificationType") == ["line 1, column 1: \(never)"])
        #expect(
            try warnings("Decode($fencenotificationtype, 'exited', 1, 'enter', 2, 3)")
                == ["line 1, column 45: \(never)"])
        #expect(try warnings("$fencenotificationtype == 'entered'").isEmpty)
    }

    @Test func undeclaredNamesAreReportedInUnreachedCode() throws {
        #expect(
            try warnings("if (false) { Uper(nme) }\nvar name = 1") == [
                "line 1, column 14: \"Uper\" is not declared (did you mean \"Upper\"?)",
                "line 1, column 19: \"nme\" is not declared (did you mean \"name\"?)",
            ])
    }

    @Test func textsThatAreNoDatesAreReported() throws {
        let all = try warnings("Text(Date('17:30'), 'HH:mm') + Date('2024-03-05') + Time('5 PM')")
        #expect(all.count == 2)
        #expect(all[0].hasPrefix("line 1, column 11: Date(\"17:30\") is null: it reads texts such"))
        #expect(all[1].hasPrefix("line 1, column 58: Time(\"5 PM\") is null"))
    }

    @Test func namesOfBuiltInFunctionsAreNoted() throws {
        let expression = try Expression(
            "var date = Date(0);\nfunction label(feature) { return feature }", for: .notification)
        #expect(
            expression.notes.map(\.description) == [
                "line 1, column 5: \"date\" hides the built-in function Date",
                "line 2, column 16: \"feature\" hides the built-in function Feature",
            ])
        #expect(expression.warnings(eventTypes: []).isEmpty)
    }

    @Test func fieldsOfTheFenceAreFound() throws {
        let expression = try Expression(
            "$fencefeature.zone + $FENCEFEATURE['limit kmh'] + $fencefeature['a' + 1]",
            for: .notification)
        #expect(expression.fields(of: "$fencefeature").map(\.name) == ["zone", "limit kmh"])
        #expect(expression.usedVariables == ["$fencefeature"])
    }

    /// Functions read attributes as members do; nil stands for all.
    @Test(
        arguments: [
            ("DefaultValue($locationupdate, 'SatelliteCount', 0) >= 5", ["satellitecount"]),
            (
                "HasKey($locationupdate, 'hdop') && HasValue($locationupdate, 'driver')",
                ["driver", "hdop"]
            ),
            (
                "$locationupdate.velocity > 2 || $locationupdate['floor'] == 1",
                ["floor", "velocity"]
            ),
            ("$locationupdate['hd' + 'op']", nil), ("HasKey($locationupdate, 'hd' + 'op')", nil),
            ("Count(GetKeys($locationupdate)) > 3", nil), ("Geometry($locationupdate).x", nil),
            ("true", []),
        ] as [(String, Set<String>?)])
    func attributesReadByFunctionsAreFound(source: String, names: Set<String>?) throws {
        let expression = try Expression(source, for: .filter)
        #expect(expression.attributesRead(of: "$locationupdate") == names)
    }
}
