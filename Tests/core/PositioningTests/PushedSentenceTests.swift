import Positioning
import Testing

/// Why a pushed object gives no fix, in the sentence that its sender reads.
struct PushedSentenceTests {
    @Test(arguments: [
        (#"{"lat":"48.1","lon":11.5}"#, "lat must be a number."),
        (#"{"lat":48.1,"lon":11.5,"last_known":1}"#, "last_known must be true or false."),
        (#"{"lat":48.1,"lon":11.5,"time":5}"#, "time must be a string."),
        (#"{"lon":11.5}"#, "lat and lon are required, in degrees."),
        (
            #"{"latitude":48.1,"longitude":11.5}"#,
            "lat and lon are required, in degrees; the line has latitude and longitude instead."
        ),
        (
            #"{"lat":48.1,"lng":11.5}"#,
            "lat and lon are required, in degrees; the line has lng instead."
        ),
        (
            #"{"lat":48.1,"lon":11.5,"time":"2026-05-12T08:00:00"}"#,
            "time is \"2026-05-12T08:00:00\"; it has no zone; write 2026-05-12T08:00:00Z if it is UTC, "
                + "else its offset, such as 2026-05-12T08:00:00+02:00."
        ),
        (
            #"{"lat":48.1,"lon":11.5,"time":"1688-05-12T08:00:00Z"}"#,
            "time is \"1688-05-12T08:00:00Z\"; its year must be from 1900 to 2149."
        ),
        (
            #"{"lat":48.1,"lon":11.5,"time":"noon"}"#,
            "time is \"noon\"; it must be like 2026-11-21T07:40:00.000Z."
        ),
        (#"{"lat":48.1,"lon":11.5,"additional":7}"#, "additional must be an object."),
        (
            #"{"lat":48.1,"lon":11.5,"heading_deg":400}"#,
            "heading_deg is 400.0; it must be from 0 to 360."
        ),
        (#"[1]"#, "The line is not a JSON object: column 1: expected '{', found '['."),
        (
            #"{"lat":48.1,"lon":11.5"#,
            "The line is not a JSON object: column 23: expected ',' or '}', found the end of the text."
        ),
        (
            #"{"lat":48.1,"lon":11.5,"a":[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]}"#,
            "The line is not a JSON object: column 44: is nested deeper than 16 levels."
        ),
    ])
    func invalidLineIsReportedWithACorrection(text: String, sentence: String) {
        guard case .problem(let problem) = PushedFixDecoder.read(Array(text.utf8), PushedSettings())
        else {
            Issue.record("\(text) is taken")
            return
        }
        #expect(problem.sentence == sentence)
    }

    @Test(arguments: [4085, 4086]) func additionsAreLimited(length: Int) {
        let text =
            #"{"lat":48.1,"lon":11.5,"additional":{"note":"\#(String(repeating: "x", count: length))"}}"#
        switch PushedFixDecoder.read(Array(text.utf8), PushedSettings()) {
        case .fix(let fix):
            #expect(length == 4085)
            #expect(fix.additional?.json.utf8.count == FixAdditions.maximumBytes)
        case .problem(let problem):
            #expect(problem.sentence == "additional has 4097 bytes; 4096 are allowed.")
        case .noFix, .failure: Issue.record("it is a fix")
        }
    }
}
