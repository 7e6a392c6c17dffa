import { domainOf, type Domain } from './domains.ts'

/** Kind of list. */
export type ListKind = 'tips' | 'causes' | 'mistakes' | 'signs' | 'reasons' | 'places' | 'products' | 'lessons'

export interface Topic {
  /** As typed, trimmed and in lower case. */
  text: string
  /** The number it begins with, or the first one in it. */
  number: number | null
  /** Null when the topic names no kind of list. */
  kind: ListKind | null
  /** The word that names the kind, as typed ("habits"); empty without one. */
  noun: string
  /** The subject, phrased so that "about {subject}" reads well. */
  subject: string
  /** The place of a list of places; empty without one. */
  place: string
  domain: Domain | null
}

/** Checked in this order: "mistakes that are signs of ..." is about mistakes only if that word comes first. */
const KINDS: readonly (readonly [ListKind, RegExp])[] = [
  ['mistakes', /\b(mistakes?|errors|myths|red flags|things to avoid|don'?ts)\b/],
  ['signs', /\b(signs?|traits|symptoms|green flags|types)\b/],
  ['reasons', /\b(reasons?|why (?:you|we|everyone|i) (?:should|need|must)|benefits)\b/],
  ['causes', /\b(why|because)\b/],
  ['lessons', /\b(lessons?|things (?:i|we|you) (?:wish|learned|learnt)|truths?|facts?|quotes?)\b/],
  [
    'places',
    /\b(places|spots|cafes|cafés|coffee shops|restaurants|bars|beaches|hikes|parks|museums|neighbou?rhoods|bakeries|bookshops|bookstores|towns|villages|hidden gems)\b/,
  ],
  ['products', /\b(products?|essentials|gadgets|must[- ]haves|gifts?|tools|apps|items)\b/],
  ['tips', /\b(tips?|habits?|ways?|hacks?|steps?|rules?|secrets?|tricks?|ideas?|rituals?|routines?|exercises|things|how to)\b/],
]

const LINKING =
  /^(?:that|which|who|for|of|in|on|at|with|when|from|to|every|each|no one|nobody|everyone|you|i|we|before|after|about|your|my|if|during|without|near|around|is|are)\b/

/** "drink more water" as "drinking more water". */
export function gerund(phrase: string): string {
  const [verb = '', ...rest] = phrase.split(' ')
  if (verb.endsWith('ing')) return phrase
  let form = `${verb}ing`
  if (verb === 'be') form = 'being'
  else if (/[^aeou]ie$/.test(verb)) form = `${verb.slice(0, -2)}ying`
  else if (/[^eo]e$/.test(verb)) form = `${verb.slice(0, -1)}ing`
  else if (/^(?:get|run|stop|plan|swim|sit|cut|shop|quit|let|put|set|begin|win|hug|pet|travel)$/.test(verb))
    form = verb === 'travel' ? 'travelling' : `${verb}${verb.at(-1)}ing`
  return [form, ...rest].join(' ')
}

/** The thing a clause turns on: "beginners make with sourdough" is about sourdough. */
function lastThing(clause: string): string {
  const found = /^(?:.*\b)?(?:with|about|when|while|before|after|of|for|from|in|on|at)\s+(.+)$/.exec(clause)
  return found?.[1] ?? ''
}

function cleanSubject(subject: string): string {
  return subject
    .replace(/\([^)]*\)?/g, ' ')
    .replace(/[.!?…:;,"]+$/u, '')
    .replace(/^(?:the|a|an|my|your|some|best|top|simple|easy|small|little|tiny)\s+(?=\S+\s)/, '')
    .replace(/\s+/g, ' ')
    .trim()
}

function subjectOf({ kind, noun }: { kind: ListKind; noun: string }, before: string, after: string): string {
  if (kind === 'mistakes' && /\b(?:make|makes|do|does)\b/.test(after)) return lastThing(after) || before
  const toDo = /^(?:to|you should|you need to|we should|to start|everyone should)\s+(.+)$/.exec(after)?.[1]
  if (toDo && !/^(?:have|own|buy|bring|avoid)\b/.test(toDo)) return gerund(toDo)
  if (noun === 'how to' || /^why .* /.test(noun)) return gerund(after)
  if (/^(?:of|for|about|with|when|from|before|after|in|on|at)\s/.test(after)) return after.replace(/^\S+\s+/, '')
  if (kind === 'signs' && /^(?:that\s+)?you(?:'re| are)\s/.test(after)) return after.replace(/^(?:that\s+)?you(?:'re| are)\s+/, 'being ')
  if (after && LINKING.test(after)) return lastThing(after) || (before ? `${before} ${noun}` : after)
  if (after) return after
  return before
}

/** Takes a topic apart. Whatever it is, the subject is never empty. */
export function readTopic(raw: string): Topic {
  const text = raw.trim().replace(/\s+/g, ' ').toLowerCase()
  const digits = /\d+/.exec(text)?.[0]
  const number = digits === undefined ? null : Number(digits)
  const bare = text.replace(/^(?:the\s+)?(?:top\s+|best\s+)?\d+\s+/, '').replace(/^(?:my|the)\s+(?:top\s+)?\d+\s+/, '')
  let found: { kind: ListKind; noun: string; at: number } | null = null
  for (const [kind, pattern] of KINDS) {
    const match = pattern.exec(bare)
    if (match && (!found || match.index < found.at)) found = { kind, noun: match[0], at: match.index }
  }
  const before = found ? bare.slice(0, found.at).trim() : ''
  const after = found ? bare.slice(found.at + found.noun.length).trim() : ''
  const subject = cleanSubject(found ? subjectOf(found, before, after) : bare)
  return {
    text,
    number,
    kind: found?.kind ?? null,
    noun: found?.noun ?? '',
    subject: subject || cleanSubject(bare) || text,
    place: found?.kind === 'places' ? (/\b(?:in|near|around|of)\s+(.+)$/.exec(after)?.[1] ?? '') : '',
    domain: domainOf(text),
  }
}
