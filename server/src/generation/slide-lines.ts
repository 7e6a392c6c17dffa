import { slideOfTexts, type SlideFields } from './slide-values.ts'

const SLIDE_MARK =
  /^(?:slide|folie|diapositiva|diapositive|dia|スライド|幻灯片|슬라이드)\s*#?\d{1,2}(?:\s*\([^()]*\))?\s*(?:[:：.–—-]\s*(.*))?$/iu
const NUMBERED = /^(\d{1,2})(?:[.)]\s+|[:、．]\s*)(.+)$/
/** A number inside the bold title. */
const BOLD_NUMBER = /^(\*\*|__)(\d{1,2}[.)])\s*(.+?)\1/
const BULLET = /^[-*+•–]\s+(.+)$/
const TABLE_ROW = /^\|(.+)\|$/
const TABLE_RULE = /^[|\s:-]+$/
const TITLE_LABEL = /^(?:title|headline|hook|cover|question|answer|titel|titre|t[ií]tulo|titolo)\s*[:：]\s*(.+)$/iu
const TEXT_LABEL =
  /^(?:description|body|text|caption|subtitle|text ?box ?\d|line \d|beschreibung|descripci[oó]n|descri[cç][aã]o)\s*[:：]\s*(.+)$/iu
const OTHER_LABEL = /^(?:emphasis|photo|image|format|slides|tone|topic|context|company|about|points|soft sell)\s*[:：]/i
const BOLD_TITLE = /^(?:\*\*|__)(.+?)(?:\*\*|__)\s*[:：–—-]?\s*(.*)$/
/** A title in plain letters, and what follows a colon or a dash. */
const PLAIN_TITLE = /^([^:：]{2,80}?)(?:[:：]\s+|\s+[–—-]\s+)(.+)$/

/** One slide while its lines are read. */
interface Item {
  title: string
  body: string[]
  by: 'slide' | 'number' | 'bullet' | 'label' | 'bold'
  number: string | null
}

export interface LineOptions {
  fields: readonly string[]
  wanted: number
  /** Whether the answer ended by itself: otherwise its last slide may be cut. */
  isWhole: boolean
}

/** Slides of an answer in lines instead of JSON: a numbered or bulleted list, headings with texts, labels or a table. */
export function slidesInLines(answer: string, { fields, wanted, isWhole }: LineOptions): SlideFields[] {
  const { items, heading } = readItems(answer)
  if (!isWhole && !answer.endsWith('\n')) items.pop()
  if (items.length < 2 && wanted > 1) return []
  if (items.length === 0) return quoted(answer, fields)
  const isCoverMissing = heading !== '' && items.length < wanted && items[0]?.by !== 'slide'
  const cover = isCoverMissing ? slideOfTexts([heading], fields) : null
  const numbers = keepsNumbers(items, { fields, wanted })
  const slides = items.map(({ title, body, number }) =>
    slideOfTexts([numbers && number !== null ? `${number}. ${title}` : title, ...body], fields),
  )
  return [cover, ...slides].filter((slide) => slide !== null)
}

/** Numbers belong to the points of a list, unless they count the slides or the titles have their own. */
function keepsNumbers(items: readonly Item[], { fields, wanted }: Pick<LineOptions, 'fields' | 'wanted'>): boolean {
  return fields.includes('description') && wanted > 2 && !items.some(({ title }) => /^\d{1,2}[.)]/.test(title))
}

/** A single slide may be nothing but a sentence in quotes. */
function quoted(answer: string, fields: readonly string[]): SlideFields[] {
  const texts = [...answer.matchAll(/["“„«]([^"“”„«»\n]{15,400})["”“»]/g)].map(([, text = '']) => text)
  const longest = texts.toSorted((one, other) => other.length - one.length)[0]
  const slide = longest === undefined ? null : slideOfTexts(fields.includes('title') ? ['', longest] : [longest], fields)
  return slide ? [slide] : []
}

function readItems(answer: string): { items: Item[]; heading: string } {
  const items: Item[] = []
  let heading = ''
  let current = null as Item | null
  let isAfterBlank = false
  const begin = (item: Omit<Item, 'body'>, body: string[] = []): void => {
    current = { ...item, body: body.filter((text) => text !== '') }
    items.push(current)
  }
  for (const raw of answer.split('\n')) {
    const isIndented = /^\s{2,}\S/.test(raw)
    const line = raw.replace(/^[\s>]+|\s+$/g, '')
    if (line === '' || line.startsWith('```') || /^[-*_=]{3,}$/.test(line)) {
      isAfterBlank = true
      continue
    }
    read(line, isIndented)
    isAfterBlank = false
  }
  return { items, heading }

  function read(line: string, isIndented: boolean): void {
    const bare = plain(line.replace(/^#{1,6}\s+/, ''))
    const marked = SLIDE_MARK.exec(bare)
    if (marked) return begin({ title: plain(marked[1] ?? ''), by: 'slide', number: null })
    const cells = TABLE_ROW.exec(line)
    if (cells) return readRow(cells[1] ?? '', line)
    if (OTHER_LABEL.test(plain(line.replace(BULLET, '$1')))) return
    const unlisted = plain(line.replace(BULLET, '$1'))
    const title = TITLE_LABEL.exec(unlisted)?.[1]
    if (title !== undefined) {
      if (current?.title === '') current.title = plain(title)
      else begin({ title: plain(title), by: 'label', number: null })
      return
    }
    const text = TEXT_LABEL.exec(unlisted)?.[1]
    if (text !== undefined) {
      if (!/^(?:null|none|n\/a|-)$/i.test(text)) current?.body.push(plain(text))
      return
    }
    const numbered = NUMBERED.exec(line.replace(/^#{1,6}\s+/, '').replace(BOLD_NUMBER, '$2 **$3**'))
    if (numbered && (!isIndented || current === null || current.by === 'number'))
      return begin({ by: 'number', number: numbered[1] ?? null, ...titleAndBody(numbered[2] ?? '') }, titleAndBody(numbered[2] ?? '').body)
    const bullet = BULLET.exec(line)?.[1]
    if (bullet !== undefined) {
      if (current && (current.by !== 'bullet' || isIndented)) current.body.push(plain(bullet))
      else begin({ by: 'bullet', number: null, ...titleAndBody(bullet) }, titleAndBody(bullet).body)
      return
    }
    readPlain(line, bare)
  }

  function readRow(row: string, line: string): void {
    if (TABLE_RULE.test(line)) {
      // The row above the rule names the columns.
      items.length = 0
      current = null
      return
    }
    const cells = row.split('|').map(plain)
    const texts = /^\d{1,2}$/.test(cells[0] ?? '') ? cells.slice(1) : cells
    const [title = '', ...body] = texts.filter((cell) => !/^(?:null|none|n\/a|-|)$/i.test(cell))
    begin({ title, by: 'label', number: null }, body)
  }

  function readPlain(line: string, bare: string): void {
    if (/^#{1,6}\s/.test(line)) {
      if (items.length === 0 && heading === '') heading = bare
      else begin({ title: bare, by: 'bold', number: null })
      return
    }
    const bold = BOLD_TITLE.exec(line)
    if (bold && (current === null || current.by === 'bold' || current.body.length > 0)) {
      if (items.length === 0 && heading === '' && !bold[2]) heading = bare
      else begin({ title: plain(bold[1] ?? ''), by: 'bold', number: null }, [plain(bold[2] ?? '')])
      return
    }
    // A paragraph after a complete slide is the model's remark about its answer.
    if (isAfterBlank && current && current.body.length > 0) current = null
    else if (current?.title === '') current.title = plain(line)
    else current?.body.push(plain(line))
  }
}

function titleAndBody(text: string): { title: string; body: string[] } {
  const [, title = text, body = ''] = BOLD_TITLE.exec(text) ?? PLAIN_TITLE.exec(text) ?? []
  return { title: plain(title), body: [plain(body)].filter((part) => part !== '') }
}

/** Without emphasis and quotes around it. */
function plain(text: string): string {
  return text
    .trim()
    .replace(/\*\*|__|`/g, '')
    .replace(/^[*_]+|[*_]+$/g, '')
    .replace(/^(["“„«])(.*)["”“»]$/u, '$2')
    .replace(/[:：]$/, '')
    .trim()
}
