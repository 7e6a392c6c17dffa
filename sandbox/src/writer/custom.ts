import { seeded } from '../kit/random.ts'
import { toneOpening } from './hooks.ts'
import type { WrittenSlide } from './numbered-list.ts'
import type { WriterRequest } from './request.ts'
import { writeSlides } from './writer.ts'

/** A slide of a custom format. */
export interface CustomSlide {
  texts: number
  title: string
  note: string
}

/** Points at hand for texts beyond a slide's own. */
const SPARE = 12

const withoutNumber = (title: string) => title.replace(/^\d+\. /, '')

/** Splits a head and its body into this many texts by sentences: the last ones are joined, and missing ones filled. */
function split(head: string, body: string, { texts, spare }: { texts: number; spare: readonly string[] }): string[] {
  if (texts === 1) return [head]
  const sentences = body.split(/(?<=[.!?。])\s+/u).filter((sentence) => sentence !== '')
  const lines = [head, ...sentences.slice(0, texts - 2), sentences.slice(texts - 2).join(' ')].filter((line) => line !== '')
  const more = spare.filter((line) => !lines.includes(line))
  return [...lines, ...more].slice(0, texts)
}

/** As many texts a slide as it asks for: a hook on the first, a point on each other one. */
export function writeCustom(slides: readonly CustomSlide[], request: WriterRequest): WrittenSlide[] {
  const subject = request.topic || slides.find((slide) => slide.title)?.title || slides.find((slide) => slide.note)?.note || request.company
  const base = writeSlides({ ...request, topic: subject, format: 'numbered-list', slides: Math.min(50, slides.length + 1 + SPARE) })
  const points = base.slice(1)
  return slides.map((slide, index) => {
    const random = seeded([request.seed, subject, slide.note, index].join('\u0000'))
    const point = points[index % points.length]
    const head = index === 0 ? (base[0]?.title ?? '') : withoutNumber(point?.title ?? '')
    const spare = points.map((_, at) => withoutNumber(points[(at + slides.length + index) % points.length]?.title ?? ''))
    const [first = '', ...others] = split(head, point?.description ?? '', { texts: slide.texts, spare })
    return { title: first, description: null, lines: [[toneOpening(slide.note, random), first].filter(Boolean).join(' '), ...others] }
  })
}
