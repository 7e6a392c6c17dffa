import { seeded } from '../kit/random.ts'
import { toneOpening } from './hooks.ts'
import { readTopic } from './topic.ts'
import type { WriterRequest } from './request.ts'
import { writeSlides } from './writer.ts'
import type { WrittenSlide } from './written-slide.ts'

/** A slide of a custom format. */
export interface CustomSlide {
  texts: number
  title: string
  note: string
}

/** Points at hand for texts beyond a slide's own. */
const SPARE = 12

/** Texts below the first one of a slideshow, for any topic. */
const ASIDES = [
  'swipe, one slide at a time.',
  'save it for later.',
  'then tell us yours.',
  'send it to someone who comes to mind.',
] as const

const withoutNumber = (title: string) => title.replace(/^\d+\. /, '')

/** Splits a head and its body into this many texts by sentences: the last ones are joined, and missing ones filled. */
function split(head: string, body: string, { texts, spare }: { texts: number; spare: readonly string[] }): string[] {
  if (texts === 1) return [head]
  const sentences = body.split(/(?<=[.!?。])\s+(?!\p{Extended_Pictographic})/u).filter((sentence) => sentence !== '')
  const lines = [head, ...sentences.slice(0, texts - 2), sentences.slice(texts - 2).join(' ')].filter((line) => line !== '')
  return [...new Set([...lines, ...spare])].slice(0, texts)
}

/** As many texts a slide as it asks for: a hook on the first, a point on each other one. */
export function writeCustom(slides: readonly CustomSlide[], request: WriterRequest): WrittenSlide[] {
  const subject = request.topic || slides.find((slide) => slide.title)?.title || slides.find((slide) => slide.note)?.note || request.company
  const numbered = { ...request, topic: subject, format: 'numbered-list' }
  const [cover, ...points] = writeSlides({ ...numbered, slides: Math.max(2, slides.length) })
  const used = new Set(points.map(({ title }) => withoutNumber(title)))
  const further = writeSlides({ ...numbered, slides: slides.length + SPARE }).slice(1)
  const spare = further.map(({ title }) => withoutNumber(title)).filter((title) => !used.has(title))
  const isEnglish = /\p{Script=Latin}/u.test(cover?.title ?? '')
  const belowCover = isEnglish ? [...(readTopic(subject).known?.hooks.map(({ text }) => text) ?? []), ...ASIDES] : []
  return slides.map((slide, index) => {
    const random = seeded([request.seed, subject, slide.note, index].join('\u0000'))
    const from = index === 0 ? cover : points[(index - 1) % points.length]
    const [first = '', ...others] = split(withoutNumber(from?.title ?? ''), index === 0 ? '' : (from?.description ?? ''), {
      texts: slide.texts,
      spare: [...(index === 0 ? belowCover : []), ...spare.slice(index), ...spare],
    })
    const lines = [[toneOpening(slide.note, random), first].filter(Boolean).join(' '), ...others]
    return { title: first, description: null, lines, emphasis: from?.emphasis ?? '', photo: from?.photo ?? '' }
  })
}
