// The peer: Boost.Geometry, an R-tree packed over the fences' boxes and the ring of each. It answers less than the
// engine does, as GEOS beside it, but without preparing the rings.
//
// usage: boost FENCES.bin TRACK.bin [FIXES]; prints one JSON line. Formats: see ../workload.py.
#include "peer.hpp"
#include <boost/iterator/function_output_iterator.hpp>
#include <boost/geometry.hpp>
#include <boost/geometry/index/rtree.hpp>

namespace {

namespace geometry = boost::geometry;
using Point = geometry::model::point<double, 2, geometry::cs::cartesian>;
using Box = geometry::model::box<Point>;
using Ring = geometry::model::ring<Point, false, false>;
using Entry = std::pair<Box, uint32_t>;

class Fences {
  public:
    explicit Fences(const char *path) {
        peer::each_fence(path, [&](uint32_t, const std::vector<peer::Place> &places) {
            Ring ring;
            for (peer::Place place : places) ring.emplace_back(place.lon, place.lat);
            rings.push_back(ring);
        });
    }
    void index() {
        std::vector<Entry> entries;
        for (uint32_t i = 0; i < rings.size(); i++)
            entries.emplace_back(geometry::return_envelope<Box>(rings[i]), i);
        tree = Tree(entries);
    }
    void containing(peer::Place place, std::vector<uint32_t> &found) {
        Point point(place.lon, place.lat);
        auto look = [&](const Entry &entry) {
            if (geometry::covered_by(point, rings[entry.second])) found.push_back(entry.second);
        };
        tree.query(geometry::index::intersects(point), boost::make_function_output_iterator(look));
    }
    size_t count() const { return rings.size(); }

  private:
    using Tree = geometry::index::rtree<Entry, geometry::index::rstar<16>>;
    std::vector<Ring> rings;
    Tree tree;
};

} // namespace

int main(int argc, char **argv) { return peer::run<Fences>("boost", argc, argv); }
