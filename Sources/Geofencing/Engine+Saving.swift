import Chronology

extension Engine {
    /// The instant is over. With whatever it tells or has saved of fences goes the last fix of their
    /// source: from an older one the next run would count time in which this one was there as time
    /// away, and from none at all it could not tell that anything was missed.
    mutating func endInstant() {
        if sink.outbox.hasOccasions {
            for index in feeds.indices {
                guard let occasion = sink.outbox.occasion(of: feeds[index].name),
                    let fix = feeds[index].lastFix(in: boot)
                else { continue }
                sink.outbox.save(fix, occasion)
            }
        }
        sink.outbox.endInstant()
    }

    /// Has what goes on from an earlier run, or from before receiver time began anew, saved as of the
    /// present fix.
    ///
    /// So the next run does not count as time away what was one before this one, and the records, all
    /// of one start of the machine then, do not count it as stayed.
    mutating func saveAnew(of feed: Int) {
        for index in roster.indices where roster[index].feed == feed {
            roster[index].saveAnew(in: catalogs[roster[index].catalog], into: &sink)
        }
    }
}
