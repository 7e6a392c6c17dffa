import { z } from 'zod'

/** A text and the word or phrase of it to emphasise; empty for none. */
export interface MarkedText {
  text: string
  emphasis: string
}

/** Reads a text of a bank, where asterisks mark the emphasis: "your *starter* was hungry". */
export function marked(source: string): MarkedText {
  const emphasis = /\*([^*]+)\*/.exec(source)?.[1] ?? ''
  return { text: source.replaceAll('*', ''), emphasis }
}

/** One point of a list: a short title, why or how, and what its photo shows. */
export interface Point {
  title: string
  emphasis: string
  description: string
  /** Two or three English words; empty for the photo of the topic. */
  photo: string
}

/** A point as the banks have it: "title | description" or "title | description | photo". */
export const pointSchema = z.string().transform((line): Point => {
  const [title = '', description = '', photo = ''] = line.split(' | ')
  const { text, emphasis } = marked(title)
  return { title: text, emphasis, description, photo }
})

export const pointsSchema = z.array(pointSchema)
