import { z } from 'zod'
import { pointsSchema } from './marked-text.ts'
import { BANKS, type Bank } from './scripts.ts'
import { LITTLE_WORDS } from './topic.ts'
import languages from './languages.json' with { type: 'json' }

const pattern = (flags: string) => z.string().transform((source) => new RegExp(source, flags))

const languageSchema = z.object({
  /** Its names, as users type them. */
  names: pattern('iu'),
  /** Frequent words, by which a text is recognized. */
  words: pattern('giu'),
  hooks: z.array(z.string()),
  invites: z.array(z.string()),
  tags: z.array(z.string()),
  points: pointsSchema,
})

/** Short banks for languages in Latin script other than English. */
const LANGUAGES = z.array(languageSchema).parse(languages)

/** Phrases of a language; {s} in a hook is the subject. */
type Phrases = Omit<z.output<typeof languageSchema>, 'names' | 'words'>

function phrasesOfScript({ question, answer, quote, invite, points }: (typeof BANKS)[number]): Phrases {
  return { hooks: ['{s} ✨', `{s}: ${question}`, answer, quote], invites: [invite], tags: [], points }
}

/** The language with this name; null if none is known here. */
export function phrasesNamed(name: string): Phrases | null {
  const wanted = name.trim()
  const script = BANKS.find((bank) => bank.names.test(wanted))
  return script ? phrasesOfScript(script) : (LANGUAGES.find(({ names }) => names.test(wanted)) ?? null)
}

/** Frequent words that a text needs to be taken for a language. */
const CERTAIN = 3

/** The language of a text; null for English and any unknown one. */
export function phrasesOf(text: string): Phrases | null {
  const script = BANKS.find((bank) => bank.match.test(text))
  if (script && !/\p{Script=Latin}{4}/u.test(text)) return phrasesOfScript(script)
  const counted = LANGUAGES.map((language) => ({ language, found: text.match(language.words)?.length ?? 0 }))
  const [best] = counted.toSorted((a, b) => b.found - a.found)
  return best && best.found >= CERTAIN ? best.language : null
}

/** Frequent words, and letters that English has not, that a topic needs: it is shorter than a text. */
const LIKELY = 2

/** The bank for a topic in Latin script, in its language; null for English and any unknown one. */
export function bankOfLanguage(topic: string): Bank | null {
  const english = (topic.toLowerCase().match(/[a-z]+/g) ?? []).filter((word) => LITTLE_WORDS.has(word)).length
  const accent = /[^\p{ASCII}\P{Script=Latin}]/u.test(topic) ? 1 : 0
  const counted = LANGUAGES.map((language) => ({ language, found: topic.match(language.words)?.length ?? 0 }))
  const [best] = counted.toSorted((a, b) => b.found - a.found)
  if (!best || best.found <= english || best.found + accent < LIKELY) return null
  const { hooks, invites, points } = best.language
  const question = hooks[0]?.replace(/^\{s\} ?: /u, '') ?? ''
  return { question, answer: points[4]?.title ?? '', quote: points[3]?.description ?? '', invite: invites[0] ?? '', points }
}
