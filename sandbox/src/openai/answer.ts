import { writePostIdeas, writeProse, writeSlides } from '../writer/writer.ts'
import type { WriterRequest } from '../writer/request.ts'
import { instanceOf, listOf } from './json-schema.ts'
import { readPrompt } from './prompt.ts'
import type { ChatRequest } from './request.ts'

const SLIDE_FIELDS = ['title', 'description', 'textBox1', 'textBox2', 'textBox3', 'textBox4']
/** Ideas in an answer when the prompt names no number. */
const IDEAS = 25

function slideObjects(asked: WriterRequest, fields: readonly string[]): Record<string, string | null>[] {
  return writeSlides(asked).map((slide) => {
    const values: Record<string, string | null> = { title: slide.title, description: slide.description }
    slide.lines.forEach((line, index) => {
      values[`textBox${index + 1}`] = line
    })
    return Object.fromEntries(fields.map((field) => [field, values[field] ?? null]))
  })
}

function wantsIdeas(asked: WriterRequest, chat: ChatRequest): boolean {
  return (
    asked.format === 'post-ideas' ||
    (asked.format === 'numbered-list' && chat.messages.some((message) => /\bpost ideas\b/i.test(message.content)))
  )
}

/** The text a model would answer with. */
export function composeAnswer(chat: ChatRequest, seed: string): string {
  const asked = readPrompt(chat, seed)
  const schema = chat.response_format?.type === 'json_schema' ? chat.response_format.json_schema.schema : undefined
  const list = listOf(schema)
  const json = chat.response_format?.type === 'json_object' || chat.messages.some((message) => /\bjson\b/i.test(message.content))
  if (schema !== undefined && !list) return JSON.stringify(instanceOf(schema, writeProse(asked)))
  if (!json && schema === undefined) return writeProse(asked)
  if (list?.key === 'ideas' || (!list && wantsIdeas(asked, chat))) {
    const count = Number(/(\d+)\s+(?:post\s+)?ideas/i.exec(chat.messages.map((message) => message.content).join('\n'))?.[1]) || IDEAS
    return JSON.stringify({ ideas: writePostIdeas(asked, count) })
  }
  const fields = list?.fields ?? (asked.format === 'directly-personal' ? SLIDE_FIELDS : SLIDE_FIELDS.slice(0, 2))
  return JSON.stringify({ [list?.key ?? 'slides']: slideObjects(asked, fields) })
}
