import Chronology
import Testing

@testable import Positioning

@Suite struct SentenceKindTests {
    @Test func everyKindIsFoundByItsName() {
        for kind in SentenceKind.allCases {
            let header = Array("GP\(kind)".uppercased().utf8)
            #expect(SentenceKind(header.span, headerEnd: 5) == kind)
        }
    }

    @Test func setHoldsEveryKind() {
        #expect(SentenceKind.allCases.count <= KindSet.capacity)
        var all = KindSet()
        for kind in SentenceKind.allCases {
            #expect(!all.contains(kind))
            all.formUnion(KindSet(kind))
            #expect(all.contains(kind))
        }
    }

    /// An epoch notes any twelve different sentences, of whatever kinds there are.
    @Test func epochNotesSentencesOfEveryKind() {
        var sentences = EpochSentences()
        for kind in SentenceKind.allCases {
            let key = EpochSentences.Key(kind: kind, talker: Talker.combined)
            sentences.note(key, isCertain: true, at: BootInstant(nanoseconds: 0))
            #expect(sentences.contains(key) && sentences.contains(kind))
        }
        #expect(sentences.lastEssential?.kind == .gst)
    }

    /// Beside RMC a fix gains nothing by waiting for GLL or VTG; without it both can end a cycle.
    @Test(arguments: [
        ([SentenceKind.rmc, .vtg, .gll], SentenceKind.rmc), ([.gga, .gll, .vtg], .vtg),
        ([.gll], .gll), ([.gns, .gll], .gns), ([.rmc, .gsa, .gsv, .zda, .hdt], .gsa),
    ])
    func lastEssentialSentenceEndsACycle(kinds: [SentenceKind], last: SentenceKind) {
        var sentences = EpochSentences()
        for kind in kinds {
            sentences.note(
                EpochSentences.Key(kind: kind, talker: Talker.combined), isCertain: true,
                at: BootInstant(nanoseconds: 0))
        }
        #expect(sentences.lastEssential?.kind == last)
    }
}
