// What the peers share: the formats of ../workload.py, the loop over the track, and the line they print.
#pragma once
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace peer {

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

inline double processor_ns() {
    timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return t.tv_sec * 1e9 + t.tv_nsec;
}

inline long anonymous_kib() {
    std::ifstream status("/proc/self/status");
    std::string word;
    long value = 0;
    while (status >> word)
        if (word == "RssAnon:") status >> value;
    return value;
}

// Calls `take(number, ring)` for each fence; the ring is open.
template <class Take> void each_fence(const char *path, Take take) {
    Words words(path);
    int32_t count = words.next();
    std::vector<Place> ring;
    for (int32_t i = 0; i < count; i++) {
        ring.resize(words.next());
        for (Place &place : ring) place = words.place();
        take(static_cast<uint32_t>(i), ring);
    }
}

// Looks along the track for the fences that contain each fix and counts what changed since the last one.
//
// Fences: made from a file's name, with index(), containing(place, found) and count().
template <class Fences> int run(const char *name, int argc, char **argv) {
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
        "{\"peer\":\"%s\",\"fences\":%zu,\"fixes\":%zu,\"cpu_ns_per_fix\":%.1f,\"build_ms\":%.1f,"
        "\"bytes_per_fence\":%.0f,\"transitions\":%zu}\n",
        name, fences.count(), track.size(), fix_ns, build_ns / 1e6,
        (anonymous_kib() - before_kib) * 1024.0 / fences.count(), changes);
    return 0;
}

} // namespace peer
