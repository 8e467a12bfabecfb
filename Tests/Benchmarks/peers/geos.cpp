// The peer: GEOS, an STRtree over the fences and a prepared polygon for each. It answers less than the engine
// does (which fences contain the fix, and what changed since the last one) and so sets a hard mark.
//
// usage: geos FENCES.bin TRACK.bin [FIXES]; prints one JSON line. Formats: see ../workload.py.
#include <geos_c.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace {

struct Place {
    double lon, lat;
};

class Words {
  public:
    explicit Words(const char *path) {
        std::ifstream file(path, std::ios::binary);
        bytes.assign(std::istreambuf_iterator<char>(file), {});
        if (bytes.size() < 8) {
            std::fprintf(stderr, "cannot read %s\n", path);
            std::exit(66);
        }
    }
    int32_t next() {
        int32_t value;
        std::copy_n(bytes.data() + at, 4, reinterpret_cast<char *>(&value));
        at += 4;
        return value;
    }
    Place place() {
        double lon = next() / 1e7;
        return {lon, next() / 1e7};
    }

  private:
    std::vector<char> bytes;
    size_t at = 4;
};

double processor_ns() {
    timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return t.tv_sec * 1e9 + t.tv_nsec;
}

long anonymous_kib() {
    std::ifstream status("/proc/self/status");
    std::string word;
    long value = 0;
    while (status >> word)
        if (word == "RssAnon:") status >> value;
    return value;
}

class Fences {
  public:
    explicit Fences(const char *path) {
        Words words(path);
        int32_t count = words.next();
        for (int32_t i = 0; i < count; i++) {
            int32_t size = words.next();
            GEOSCoordSequence *ring = GEOSCoordSeq_create_r(context, size + 1, 2);
            Place first{};
            for (int32_t k = 0; k < size; k++) {
                Place p = words.place();
                if (k == 0) first = p;
                GEOSCoordSeq_setXY_r(context, ring, k, p.lon, p.lat);
            }
            GEOSCoordSeq_setXY_r(context, ring, size, first.lon, first.lat);
            GEOSGeometry *area =
                GEOSGeom_createPolygon_r(context, GEOSGeom_createLinearRing_r(context, ring), nullptr, 0);
            areas.push_back(area);
        }
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
    void containing(Place place, std::vector<uint32_t> &found) {
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

int main(int argc, char **argv) {
    if (argc < 3) {
        std::fprintf(stderr, "usage: %s FENCES.bin TRACK.bin [FIXES]\n", argv[0]);
        return 64;
    }
    std::vector<Place> track;
    {
        Words words(argv[2]);
        long count = words.next();
        if (argc > 3) count = std::min(count, std::atol(argv[3]));
        for (long i = 0; i < count; i++) track.push_back(words.place());
    }
    long before_kib = anonymous_kib();
    Fences fences(argv[1]);
    double began = processor_ns();
    fences.index();
    double build_ns = processor_ns() - began;

    std::vector<uint32_t> before, now, changed;
    size_t changes = 0;
    began = processor_ns();
    for (Place place : track) {
        fences.containing(place, now);
        if (now.size() > 1) std::sort(now.begin(), now.end());
        if (now != before) {
            changed.clear();
            std::set_symmetric_difference(
                before.begin(), before.end(), now.begin(), now.end(), std::back_inserter(changed));
            changes += changed.size();
        }
        before.swap(now);
        now.clear();
    }
    double fix_ns = (processor_ns() - began) / track.size();
    std::printf(
        "{\"peer\":\"geos\",\"fences\":%zu,\"fixes\":%zu,\"cpu_ns_per_fix\":%.1f,\"build_ms\":%.1f,"
        "\"bytes_per_fence\":%.0f,\"transitions\":%zu}\n",
        fences.count(), track.size(), fix_ns, build_ns / 1e6,
        (anonymous_kib() - before_kib) * 1024.0 / fences.count(), changes);
}
