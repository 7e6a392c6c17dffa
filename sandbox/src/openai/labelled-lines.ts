import type { CaptionsPrompt } from '../writer/captions.ts'
import type { RewritePrompt } from '../writer/rewrites.ts'
import type { CustomSlide } from '../writer/custom.ts'

const QUOTED = '"(?:[^"\\\\]|\\\\.)*"'
const SLIDE = new RegExp(`^Slide (\\d+): (\\d+) texts\\.(?: Title (${QUOTED})\\.)?(?: Note (${QUOTED})\\.)?`, 'gm')

function unquoted(text: string | undefined): string {
  const value: unknown = text === undefined ? '' : JSON.parse(text)
  return typeof value === 'string' ? value : ''
}

/** The values of all lines with a label, in their order. */
function values(text: string, label: string): string[] {
  return [...text.matchAll(new RegExp(`^${label}: (${QUOTED})$`, 'gm'))].map((match) => unquoted(match[1]))
}

/** The quoted values of the first line with a label, which lists several. */
function listed(text: string, label: string): string[] {
  const line = new RegExp(`^${label}: (.+)$`, 'm').exec(text)?.[1] ?? ''
  return [...line.matchAll(new RegExp(QUOTED, 'g'))].map(([value]) => unquoted(value))
}

/** Whether a request names its topic. */
export function hasTopic(text: string): boolean {
  return /^Topic:/m.test(text)
}

/** The slides of a custom format: the number of texts, title and note of each. */
export function readCustomSlides(text: string): CustomSlide[] {
  return [...text.matchAll(SLIDE)].map(([, , texts, title, note]) => ({
    texts: Math.min(5, Math.max(1, Number(texts))),
    title: unquoted(title),
    note: unquoted(note),
  }))
}

/** The number of texts on each slide of a template. */
export function readTemplateSlides(text: string): CustomSlide[] {
  return [...text.matchAll(/^Slide \d+: (text1 ".*)$/gm)].map(([, line = '']) => ({
    texts: line.replaceAll(new RegExp(QUOTED, 'g'), '').match(/\btext\d+/g)?.length ?? 1,
    title: '',
    note: '',
  }))
}

/** The texts of a rewrite, and its kind. */
export function readRewritePrompt(text: string): RewritePrompt {
  return {
    way: /^Way: (\S+)$/m.exec(text)?.[1] ?? 'again',
    wanted: Number(/^Texts: (\d+)$/m.exec(text)?.[1] ?? 1),
    type: /^Type: (\S+)$/m.exec(text)?.[1] ?? '',
    language: values(text, 'Language')[0] ?? '',
    texts: values(text, 'Text \\d+'),
    never: listed(text, 'Never use'),
    others: [...values(text, 'Other slide'), ...values(text, 'Beside it')],
  }
}

/** A number after a label. */
const numberOf = (text: string, label: string, otherwise: number) =>
  Number(new RegExp(`^${label}: (\\d+)$`, 'm').exec(text)?.[1] ?? otherwise)

/** The slides that captions are wanted for, and their limits. */
export function readCaptionsPrompt(text: string): CaptionsPrompt {
  return {
    wanted: Math.min(10, numberOf(text, 'Captions', 3)),
    captionMax: numberOf(text, 'Caption limit', 150),
    descriptionMax: numberOf(text, 'Description limit', 600),
    hashtags: numberOf(text, 'Hashtags', 5),
    slides: values(text, 'Slide \\d+'),
    language: values(text, 'Language')[0] ?? '',
  }
}
