import { knownTopic, type KnownTopic } from './known-topics.ts'

export interface Topic {
  /** As typed, trimmed and in lower case. */
  text: string
  /** Its name before a colon: the subject of a known topic, else the text without its number, cut to a headline. */
  label: string
  /** Null for a topic that the writer doesn't know. */
  known: KnownTopic | null
}

const LABEL_MAX = 60

function cut(text: string): string {
  if (text.length <= LABEL_MAX) return text
  return text.slice(0, LABEL_MAX).replace(/\s+\S*$/u, '')
}

/** Takes a topic apart. Whatever it is, the label is never empty. */
export function readTopic(raw: string): Topic {
  const text = raw.trim().replaceAll(/\s+/g, ' ').toLowerCase()
  const known = knownTopic(text)
  const bare = text.replace(/^(?:(?:the|my|our|top|best)\s+)*\d+\s+/, '').replace(/[.!…:;,\s]+$/u, '')
  return { text, label: known?.subject ?? cut(bare || text), known }
}

/** The topic before a text about it: "calm: what surprised you?". */
export function labelled(label: string, text: string): string {
  return /[?？]$/u.test(label) ? `${label} ${text}` : `${label}: ${text}`
}

/** Words that say nothing alone. */
export const LITTLE_WORDS: ReadonlySet<string> = new Set(
  `the a an to for of in on at with your my our their you i we they it its is are was be do does did how what why when where who that this these those
  and or so but if as by from about into every all any some best top most more really just can will make get ways tips things ideas signs reasons
  mistakes questions before after not no than then better much very so too also something worth sharing`.split(/\s+/),
)

/** Up to three words of a topic that a photo can show. */
export function photoWords(label: string): string {
  const words = label.match(/[\p{Script=Latin}\d'’-]{3,}/gu) ?? []
  return words
    .filter((word) => !LITTLE_WORDS.has(word) && word.length <= 20)
    .slice(-3)
    .join(' ')
}

/** The word of a topic that its cover emphasises: the longest. */
export function strongestWord(label: string): string {
  const words = label.match(/[\p{Script=Latin}'’-]{4,20}/gu) ?? []
  return words.filter((word) => !LITTLE_WORDS.has(word)).toSorted((a, b) => b.length - a.length)[0] ?? ''
}
