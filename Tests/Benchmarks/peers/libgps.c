/* Unpacks a log of gpsd's JSON lines with libgps, gpsd's own client library, and prints one JSON line. */
#include <gps.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static double processor_time_ns(void) {
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return now.tv_sec * 1e9 + now.tv_nsec;
}

int main(int argc, char **argv) {
    if (argc != 2) return 64;
    FILE *file = fopen(argv[1], "r");
    if (!file) return 66;
    fseek(file, 0, SEEK_END);
    long size = ftell(file);
    rewind(file);
    char *log = malloc(size + 1);
    if (fread(log, 1, size, file) != (size_t)size) return 66;
    log[size] = 0;
    static struct gps_data_t data;
    long reports = 0, fixes = 0;
    double sum = 0;
    double began = processor_time_ns();
    for (char *line = log, *end; (end = strchr(line, '\n')); line = end + 1) {
        *end = 0;
        if (gps_unpack(line, &data) < 0) return 65;
        reports++;
        if (data.fix.mode >= 2) fixes++, sum += data.fix.latitude;
    }
    printf("{\"reports\":%ld,\"fixes\":%ld,\"cpu_ns_per_sentence\":%.1f,\"sum\":%g}\n", reports, fixes,
           (processor_time_ns() - began) / reports, sum);
}
