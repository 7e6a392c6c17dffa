import { shuffled, type Random } from '../slide/backgrounds.ts'
import { hasKnownSubject, photoFit, photoWords, type PhotoWords } from './photo-fit.ts'

/** Where a photo comes from: the library, a followed blog, a search for free photos, or the product. */
export type PhotoSource = 'library' | 'blog' | 'found' | 'starter'

/** A photo that may be behind a slide. */
export interface PhotoCandidate {
  path: string
  source: PhotoSource
  /** Words of its name and tags. */
  words: PhotoWords
  /** Words of earlier slideshows that show it, which the user saved. */
  shownWith?: PhotoWords
  /** Suits any slide: a pattern, or a photo of a company that uses only its own. */
  suitsAll?: boolean
}

/** Candidates of an earlier rank come first, whatever their fit. */
const RANKS = [
  'library fits slide',
  'blog',
  'found',
  'library fits topic',
  'starter fits slide',
  'starter fits topic',
  'suits all',
] as const
type Rank = (typeof RANKS)[number]

/** A photo's own words say more than where it was shown. */
const SHOWN_WITH_SHARE = 0.25

interface Wanted {
  slide: PhotoWords
  topic: PhotoWords
}

const fitOf = (wanted: PhotoWords, { words, shownWith }: PhotoCandidate): number =>
  photoFit(wanted, words) + (shownWith ? SHOWN_WITH_SHARE * photoFit(wanted, shownWith) : 0)

/** Null for a photo that is known to show something else. */
function rankOf(candidate: PhotoCandidate, { slide, topic }: Wanted): { rank: Rank; fit: number } | null {
  const { source } = candidate
  if (source === 'blog' || source === 'found') return { rank: source, fit: fitOf(slide, candidate) }
  const fit = fitOf(slide, candidate)
  if (fit > 0) return { rank: `${source} fits slide`, fit }
  const topicFit = fitOf(topic, candidate)
  if (topicFit > 0) return { rank: `${source} fits topic`, fit: topicFit }
  // A photo of the user whose words say nothing may well show it.
  if (source === 'library' && !hasKnownSubject(candidate.words)) return { rank: 'library fits topic', fit: 0 }
  return candidate.suitsAll ? { rank: 'suits all', fit: 0 } : null
}

export interface PhotoChooser {
  /** Adds photos that arrived later. */
  add(candidates: readonly PhotoCandidate[]): void
  /** Whether a photo of the library that no slide shows yet fits these words. */
  hasFitting(words: string): boolean
  /** The photo for the next slide, by the words of what it shows; empty for the topic's. Null when a backdrop suits better. */
  next(words: string): string | null
}

/**
 * Chooses photos for one slide of a slideshow after another: the best of the earliest rank, each once before any comes again, and equally
 * good ones by chance. Only photos of the user come again. The first is another than `notFirst` where there are others.
 */
export function createPhotoChooser({
  topic,
  random,
  notFirst = null,
}: {
  topic: string
  random: Random
  notFirst?: string | null
}): PhotoChooser {
  const topicWords = photoWords([topic])
  const candidates: PhotoCandidate[] = []
  const shown: string[] = []
  const wantedBy = (words: string): Wanted => ({ slide: words === '' ? topicWords : photoWords([words]), topic: topicWords })

  function best(among: readonly PhotoCandidate[], wanted: Wanted): PhotoCandidate | null {
    let found: { candidate: PhotoCandidate; place: number; fit: number } | null = null
    for (const candidate of among) {
      const ranked = rankOf(candidate, wanted)
      if (!ranked) continue
      const place = RANKS.indexOf(ranked.rank)
      if (!found || place < found.place || (place === found.place && ranked.fit > found.fit)) found = { candidate, place, fit: ranked.fit }
    }
    return found?.candidate ?? null
  }

  /** The photos of the user that suit and were shown longest ago. */
  function again(wanted: Wanted): PhotoCandidate | null {
    const own = candidates.filter((candidate) => candidate.source !== 'starter' && rankOf(candidate, wanted))
    const others = own.filter(({ path }) => path !== shown.at(-1))
    const shownAt = ({ path }: PhotoCandidate) => shown.lastIndexOf(path)
    return (others.length > 0 ? others : own).toSorted((a, b) => shownAt(a) - shownAt(b))[0] ?? null
  }

  return {
    add(more) {
      const known = new Set(candidates.map(({ path }) => path))
      candidates.push(...shuffled(more, random).filter(({ path }) => !known.has(path)))
    },
    hasFitting(words) {
      const { slide } = wantedBy(words)
      return candidates.some(
        (candidate) => candidate.source === 'library' && !shown.includes(candidate.path) && fitOf(slide, candidate) > 0,
      )
    },
    next(words) {
      const wanted = wantedBy(words)
      const fresh = candidates.filter(({ path }) => !shown.includes(path))
      const isFirst = shown.length === 0
      const chosen = best(isFirst ? fresh.filter(({ path }) => path !== notFirst) : fresh, wanted) ?? best(fresh, wanted) ?? again(wanted)
      if (chosen) shown.push(chosen.path)
      return chosen?.path ?? null
    },
  }
}
