import { HINT_FIELDS } from '@ninesixteen/shared/content-types/draft'
import { DUPLICATE_SIMILARITY, similarityOf, trigramsOf } from '@ninesixteen/shared/text/near-duplicate'

/** Texts of one slide by the keys that were requested. */
export type SlideFields = Record<string, string>

/** Names that models give to the requested keys, without accents, capitals and separators. */
const ALIASES: Readonly<Record<string, readonly string[]>> = {
  title: [
    'headline',
    'heading',
    'header',
    'hook',
    'slidetitle',
    'maintitle',
    'titletext',
    'cover',
    'point',
    'tip',
    'question',
    'titel',
    'titre',
    'titulo',
    'titolo',
  ],
  description: [
    'desc',
    'body',
    'bodytext',
    'text',
    'content',
    'subtitle',
    'subheading',
    'subtext',
    'caption',
    'details',
    'detail',
    'explanation',
    'copy',
    'summary',
    'answer',
    'beschreibung',
    'descripcion',
    'descricao',
    'descrizione',
  ],
  emphasis: ['emphasised', 'emphasized', 'highlight', 'emphasisword', 'highlightedword'],
  photo: ['image', 'picture', 'photowords', 'photokeywords', 'imagekeywords', 'imagedescription', 'photodescription'],
}
/** Keys that hold the numbered texts of a slide as a list. */
const LISTS = ['textboxes', 'textbox', 'texts', 'lines', 'boxes', 'bullets', 'quote', 'text', 'content', 'description', 'body']
const NUMBERED = /^(?:textbox|text|box|line|bullet)(\d)$/
/** Keys in which a model wraps one text. */
const WRAPPERS = ['text', 'value', 'content']
/** Keys of JSON Schema and of errors: such an object is no slide, whatever else it has. */
const FOREIGN = ['type', 'properties', 'error', 'role', 'status']

const PLACEHOLDER =
  /^(?:null|none|undefined|n\/?a|string|title|description|(?:your |the )?(?:title|description|text) here|<[^<>]*>|\[[^[\]]*\])$/i
const LABEL = /^(?:(?:slide|folie|diapositiva|diapositive)\s*\d+|title|headline|description)\s*[:：–—-]\s*/i
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u
const FIRST_POINT = /^\W*1[.):]/

/** Maximum nesting of a value that is searched for slides. */
const DEPTH_MAX = 8

const nameOf = (key: string): string =>
  key
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

/** All slides in a parsed value, in order: an object with texts, or lists, wrappers and numbered keys around such objects. */
export function slidesIn(value: unknown, fields: readonly string[]): SlideFields[] {
  return slidesAt(value, { fields, depth: 0, isBesideTexts: false })
}

interface Search {
  fields: readonly string[]
  depth: number
  /** The value is beside the texts of a slide, so only objects with known keys are slides: others are what a model adds unasked. */
  isBesideTexts: boolean
}

function slidesAt(value: unknown, search: Search): SlideFields[] {
  const { fields, depth, isBesideTexts } = search
  if (depth > DEPTH_MAX) return []
  if (Array.isArray(value)) return slidesInList(value, search)
  if (!isRecord(value)) return []
  const own = fieldsOf(value, search)
  const inside = { fields, depth: depth + 1, isBesideTexts: isBesideTexts || own !== null }
  const nested = Object.values(value).flatMap((inner) => (textOf(inner) !== null || isTextList(inner) ? [] : slidesAt(inner, inside)))
  if (nested.length === 0) return own ? [own] : titledTexts(value, fields)
  // A title beside a list names the whole, unless the list begins with the first point and so lacks its cover.
  const lacksCover = own !== null && FIRST_POINT.test(nested[0]?.['title'] ?? '') && !FIRST_POINT.test(own['title'] ?? '')
  return lacksCover ? [own, ...nested] : nested
}

const asList = (slide: SlideFields | null): SlideFields[] => (slide ? [slide] : [])

const isTextList = (value: unknown): boolean => Array.isArray(value) && value.every((item) => textOf(item) !== null)

function slidesInList(list: readonly unknown[], search: Search): SlideFields[] {
  const { fields } = search
  const objects = list.filter((item) => typeof item === 'object' && item !== null)
  if (objects.length === 0) return list.flatMap((item) => (typeof item === 'string' ? asList(slideOfTexts([item], fields)) : []))
  return objects.flatMap((item) => {
    if (Array.isArray(item) && isTextList(item))
      return asList(
        slideInOrder(
          item.map((text) => textOf(text) ?? ''),
          fields,
        ),
      )
    return slidesAt(item, { ...search, depth: search.depth + 1 })
  })
}

/** An object of sentences by their titles, such as `{"Drink water": "A glass before coffee."}`; no slide when the keys are single words. */
function titledTexts(value: Record<string, unknown>, fields: readonly string[]): SlideFields[] {
  const entries = Object.entries(value)
  const isTitled = entries.length >= 2 && entries.every(([key, text]) => typeof text === 'string' && /\S\s+\S/.test(key))
  return isTitled ? entries.flatMap(([key, text]) => asList(slideOfTexts([key, String(text)], fields))) : []
}

/** A slide of plain texts: the title, then what it says. */
export function slideOfTexts(texts: readonly string[], fields: readonly string[]): SlideFields | null {
  const [title = '', ...further] = texts.map((text) => text.trim())
  const numbered = numberedFields(fields)
  const slide: SlideFields = {}
  if (fields.includes('title')) slide['title'] = title
  const body = fields.includes('title') ? further : [title, ...further]
  if (numbered.length === 0 || (body.length < 2 && fields.includes('title') && numbered.length > 1)) slide['description'] = body.join(' ')
  else for (const [index, text] of body.entries()) if (numbered[index]) slide[numbered[index]] = text
  return cleaned(slide)
}

/** A slide of values in the requested order, with or without the hints at the end. */
function slideInOrder(values: readonly string[], fields: readonly string[]): SlideFields | null {
  if (values.length !== fields.length) return slideOfTexts(values, fields)
  return cleaned(Object.fromEntries(fields.map((field, index) => [field, values[index] ?? ''])))
}

const isHint = (field: string): boolean => HINT_FIELDS.some((hint) => hint === field)

const numberedFields = (fields: readonly string[]): string[] => fields.filter((field) => NUMBERED.test(nameOf(field)))

/** The texts of one object by the requested keys, also where the model renamed them; null without any. */
function fieldsOf(value: Record<string, unknown>, { fields, isBesideTexts }: Search): SlideFields | null {
  const byName = new Map(Object.entries(value).map(([key, inner]) => [nameOf(key), inner]))
  const numbered = numberedFields(fields)
  const found: SlideFields = {}
  // The schema knows these two even where they weren't requested.
  for (const field of new Set([...fields, 'title', 'description'])) {
    const names = [nameOf(field), ...(ALIASES[field] ?? [])]
    const misspelt = [...byName.keys()].filter((name) => isMisspelt(name, field))
    const text = [...names, ...misspelt].map((name) => textOf(byName.get(name))).find((read) => read !== null && read !== '')
    if (text !== undefined && text !== null) found[field] = text
  }
  for (const [name, inner] of byName) {
    const number = Number(NUMBERED.exec(name)?.[1] ?? Number.NaN)
    const field = numbered[number - 1]
    if (field !== undefined) found[field] ??= textOf(inner) ?? ''
  }
  if (numbered.length > 0 && !numbered.some((field) => found[field])) fillNumbered(found, byName, numbered)
  const known = cleaned(found)
  if (known || isBesideTexts || [...byName.keys()].some((name) => FOREIGN.includes(name))) return known
  // Keys in another language: the texts are in the requested order.
  const named = Object.entries(value).filter(([key]) => !isHint(nameOf(key)))
  const texts = named.map(([, inner]) => inner).filter((inner): inner is string => typeof inner === 'string')
  const isPlain = named.every(([key, inner]) => textOf(inner) !== null && !/\S\s+\S/.test(key))
  if (!isPlain || texts.length === 0 || texts.length > fields.length + 1) return null
  const slide = slideInOrder(texts, fields)
  return slide && { ...found, ...slide }
}

/** Numbered keys differ in one letter, so only those without a digit can be misspelt. */
const isMisspelt = (name: string, field: string): boolean =>
  !/\d/.test(field) && similarityOf(trigramsOf(name), trigramsOf(field)) >= DUPLICATE_SIMILARITY

/** Fills the numbered keys from a list, where a model wrote one instead. */
function fillNumbered(found: SlideFields, byName: ReadonlyMap<string, unknown>, numbered: readonly string[]): void {
  for (const name of LISTS) {
    const inner = byName.get(name)
    const isList = Array.isArray(inner) && isTextList(inner)
    if (!isList && name !== 'quote') continue
    const texts = isList ? inner.map((item) => textOf(item) ?? '') : [textOf(inner) ?? '']
    for (const [index, field] of numbered.entries()) if (texts[index]) found[field] = texts[index]
    delete found['description']
    return
  }
}

/** A text however it is wrapped; null for what is none. */
function textOf(value: unknown): string | null {
  if (value === null) return ''
  if (typeof value === 'string') return value
  if (typeof value === 'number') return String(value)
  if (Array.isArray(value)) return value.every((item) => typeof item === 'string') ? value.join(' ') : null
  if (!isRecord(value)) return null
  const [wrapped, ...others] = Object.entries(value)
  return wrapped && others.length === 0 && WRAPPERS.includes(nameOf(wrapped[0])) && typeof wrapped[1] === 'string' ? wrapped[1] : null
}

/** Without labels, placeholders and a description that repeats its title; null if nothing to read is left. */
function cleaned(slide: SlideFields): SlideFields | null {
  const texts = Object.entries(slide).map(([field, text]) => {
    const unlabelled = text.trim().replace(LABEL, '')
    return [field, PLACEHOLDER.test(unlabelled) ? '' : unlabelled] as const
  })
  const clean = Object.fromEntries(texts)
  if (clean['description'] !== undefined && clean['description'] === clean['title']) clean['description'] = ''
  const shown = Object.entries(clean).filter(([field]) => !isHint(field))
  return shown.some(([, text]) => LETTER_OR_DIGIT.test(text)) ? clean : null
}
