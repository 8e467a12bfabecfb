import Composition
import Testing

@Suite struct AbsolutePathTests {
    @Test(arguments: [
        ("yard.geojson", "/srv/fences/yard.geojson"),
        ("./yard.geojson", "/srv/fences/yard.geojson"),
        ("../yard.geojson", "/srv/yard.geojson"), ("/etc//yard.geojson", "/etc/yard.geojson"),
        ("/etc/x/../yard.geojson", "/etc/yard.geojson"), ("../../../a/.", "/a"), ("/", "/"),
    ])
    func pathIsMadeAbsolute(path: String, absolute: String) {
        #expect(AbsolutePath(path, from: "/srv/fences").text == absolute)
    }
}
