import { z } from 'zod'
import { marked, pointSchema, pointsSchema, type MarkedText } from './marked-text.ts'
import topics from './known-topics.json' with { type: 'json' }

interface Headline extends MarkedText {
  photo: string
}

const markedSchema = z.string().transform(marked)

/** "text | photo" */
const headlineSchema = z.string().transform((line): Headline => {
  const [text = '', photo = ''] = line.split(' | ')
  return { ...marked(text), photo }
})

/** "title | photo | line | line | line" */
const thoughtSchema = z.string().transform((line) => {
  const [title = '', photo = '', ...lines] = line.split(/ ?\| ?/)
  return { title, photo, lines }
})

/** "title | text | photo" */
const quoteSchema = z.string().transform((line) => {
  const [title = '', text = '', photo = ''] = line.split(' | ')
  return { title, ...marked(text), photo }
})

const topicSchema = z
  .object({
    topic: z.string(),
    /** The topic in a few words that can be read alone. */
    subject: z.string(),
    /** Word groups: a topic that has all words of one is this topic. */
    match: z.array(z.string()),
    /** Further words that such a topic may have. */
    also: z.string(),
    tags: z.array(z.string()),
    emoji: z.array(z.string()),
    /** Cover of the numbered list; {n} is the number of points. */
    cover: headlineSchema,
    /** Other covers, shorter ones. */
    hooks: z.array(markedSchema),
    points: pointsSchema,
    personal: z.object({ cover: headlineSchema, slides: z.array(thoughtSchema) }),
    question: z.tuple([headlineSchema, pointSchema]).transform(([question, answer]) => ({ ...question, answer })),
    quote: quoteSchema,
  })
  .transform(({ match, also, ...topic }) => {
    const groups = match.map(contentWords)
    return { ...topic, groups, vocabulary: new Set([...groups.flat(), ...contentWords(`${also} ${topic.topic}`)]) }
  })

/** A topic whose slides are written here, word by word. */
export type KnownTopic = Readonly<z.output<typeof topicSchema>>

/** Words that say nothing about the subject of a topic. */
const FILLERS = new Set(
  `the a an to for of in on at with your my our their you i we they it its is are was be am do does did how what why when where who that this these
  and or so but if as by from about into every all any some best top most really just can will make ways way tips tip things thing ideas idea
  guide list steps step hacks hack tricks trick simple easy good great people need know post posts slideshow video`.split(/\s+/),
)

/** Words that make another list of a known subject: its points would not answer it. */
const OTHER_LISTS = new Set(
  'should reasons benefits facts fact quotes gifts gift products places names name history recipe recipes breeds funny jokes myths best worst versus vs'
    .split(' ')
    .map(stem),
)

/** The part of an English word that its forms share. */
function stem(word: string): string {
  if (word.length < 4) return word
  const singular = word.replace(/ies$/, 'y').replace(/(?<!s)s$/, '')
  const bare = singular.length > 5 ? singular.replace(/(?:ing|ed|er)$/, '') : singular
  return bare.replace(/([^aeiou])\1$/, '$1').replace(/e$/, '')
}

function contentWords(text: string): string[] {
  const plain = text
    .normalize('NFKD')
    .replaceAll(/[\p{M}'’]/gu, '')
    .toLowerCase()
  const words = plain.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '' && !/^\p{N}+$/u.test(word) && !FILLERS.has(word))
  return [...new Set(words.map(stem))]
}

/** Topics that the writer knows by heart. */
export const KNOWN_TOPICS: readonly KnownTopic[] = z.array(topicSchema).parse(topics)

/** How well a topic's words fit a known topic; 0 when they are about something else. */
function fit(words: readonly string[], known: KnownTopic): number {
  const group = Math.max(0, ...known.groups.filter((all) => all.every((word) => words.includes(word))).map((all) => all.length))
  const strange = words.filter((word) => !known.vocabulary.has(word))
  // One word alone is no subject: whatever comes with it has to fit too.
  if (group === 0 || strange.length > (group > 1 ? 1 : 0) || strange.some((word) => OTHER_LISTS.has(word))) return 0
  return group * 2 + (words.length - strange.length) - strange.length
}

/** The known topic that a user means, in other words and with a number too; null for every other topic. */
export function knownTopic(text: string): KnownTopic | null {
  const words = contentWords(text)
  let best: { known: KnownTopic; score: number } | null = null
  for (const known of KNOWN_TOPICS) {
    const score = fit(words, known)
    if (score > (best?.score ?? 0)) best = { known, score }
  }
  return best?.known ?? null
}
