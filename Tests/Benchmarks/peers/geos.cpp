// The peer: GEOS, an STRtree over the fences and a prepared polygon for each. It answers less than the engine
// does (which fences contain the fix, and what changed since the last one) and so sets a hard mark.
//
// usage: geos FENCES.bin TRACK.bin [FIXES]; prints one JSON line. Formats: see ../workload.py.
#include "peer.hpp"
#include <geos_c.h>

namespace {

class Fences {
  public:
    explicit Fences(const char *path) {
        peer::each_fence(path, [&](uint32_t, const std::vector<peer::Place> &ring) {
            GEOSCoordSequence *line = GEOSCoordSeq_create_r(context, ring.size() + 1, 2);
            for (size_t k = 0; k <= ring.size(); k++) {
                peer::Place place = ring[k % ring.size()];
                GEOSCoordSeq_setXY_r(context, line, k, place.lon, place.lat);
            }
            areas.push_back(
                GEOSGeom_createPolygon_r(context, GEOSGeom_createLinearRing_r(context, line), nullptr, 0));
        });
    }
    void index() {
        tree = GEOSSTRtree_create_r(context, 10);
        for (size_t i = 0; i < areas.size(); i++) {
            prepared.push_back(GEOSPrepare_r(context, areas[i]));
            GEOSSTRtree_insert_r(context, tree, areas[i], reinterpret_cast<void *>(i));
        }
        std::vector<uint32_t> none;
        containing({0, 0}, none); // the first query builds the tree
    }
    void containing(peer::Place place, std::vector<uint32_t> &found) {
        struct Look {
            Fences *fences;
            GEOSGeometry *point;
            std::vector<uint32_t> *found;
        } look{this, GEOSGeom_createPointFromXY_r(context, place.lon, place.lat), &found};
        GEOSSTRtree_query_r(
            context, tree, look.point,
            [](void *item, void *data) {
                Look *look = static_cast<Look *>(data);
                size_t i = reinterpret_cast<size_t>(item);
                if (GEOSPreparedContains_r(look->fences->context, look->fences->prepared[i], look->point) == 1)
                    look->found->push_back(static_cast<uint32_t>(i));
            },
            &look);
        GEOSGeom_destroy_r(context, look.point);
    }
    size_t count() const { return areas.size(); }

  private:
    GEOSContextHandle_t context = GEOS_init_r();
    std::vector<GEOSGeometry *> areas;
    std::vector<const GEOSPreparedGeometry *> prepared;
    GEOSSTRtree *tree = nullptr;
};

} // namespace

int main(int argc, char **argv) { return peer::run<Fences>("geos", argc, argv); }
