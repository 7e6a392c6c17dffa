import { writePostIdeas, writeProse, writeSlides } from '../writer/writer.ts'
import { writeCaptions } from '../writer/captions.ts'
import { knownTopic } from '../writer/known-topics.ts'
import { writeCustom } from '../writer/custom.ts'
import type { WrittenSlide } from '../writer/written-slide.ts'
import type { WriterRequest } from '../writer/request.ts'
import { writeRewrite } from '../writer/rewrites.ts'
import { instanceOf, listOf } from './json-schema.ts'
import { hasTopic, readCaptionsPrompt, readCustomSlides, readRewritePrompt, readTemplateSlides } from './labelled-lines.ts'
import type { Answer } from './completion.ts'
import type { ChatRequest } from './request.ts'

const SLIDE_FIELDS = ['title', 'description', 'textBox1', 'textBox2', 'textBox3', 'textBox4', 'textBox5']
/** Ideas in an answer when the prompt names no number. */
const IDEAS = 25

function slideObjects(slides: readonly WrittenSlide[], fields: readonly string[]): Record<string, string | null>[] {
  return slides.map((slide) => {
    const { title, description, emphasis, photo } = slide
    const values: Record<string, string | null> = { title, description, emphasis, photo }
    slide.lines.forEach((line, index) => {
      values[`textBox${index + 1}`] = line
    })
    return Object.fromEntries(fields.map((field) => [field, values[field] ?? null]))
  })
}

/** The texts of a slide by their keys, which end with their number. */
function textObject(lines: readonly string[], fields: readonly string[]): Record<string, string | null> {
  return Object.fromEntries(fields.map((field) => [field, lines[Number(/\d+$/.exec(field)?.[0]) - 1] ?? null]))
}

function wantsIdeas(request: WriterRequest, chat: ChatRequest): boolean {
  return (
    request.format === 'post-ideas' ||
    (request.format === 'numbered-list' && chat.messages.some((message) => /\bpost ideas\b/i.test(message.content)))
  )
}

/** Answer to a request of the studio with lines of its own; null for every other. */
function ownAnswer(chat: ChatRequest, request: WriterRequest, fields: readonly string[]): string | null {
  const text = chat.messages.flatMap((message) => (message.role === 'user' ? [message.content] : [])).join('\n')
  const named = hasTopic(text) ? request : { ...request, topic: '' }
  if (request.format === 'rewrite')
    return JSON.stringify({ texts: writeRewrite(readRewritePrompt(text), named).map((written) => ({ text: written })) })
  if (request.format === 'captions') return JSON.stringify({ captions: writeCaptions(readCaptionsPrompt(text), named) })
  if (request.format === 'template')
    return JSON.stringify({ slides: writeCustom(readTemplateSlides(text), named).map(({ lines }) => textObject(lines, fields)) })
  if (request.format !== 'custom') return null
  return JSON.stringify({ slides: slideObjects(writeCustom(readCustomSlides(text), named), fields) })
}

/** The keys of an object that the instructions name, for a request without a schema. */
function namedFields(chat: ChatRequest): string[] | null {
  const list = chat.messages.map(({ content }) => /\bhas the keys ([\w, ]+);/.exec(content)?.[1]).find((found) => found !== undefined)
  return list?.split(/,\s*/) ?? null
}

/** Formats whose slides are about a topic. */
const SLIDE_FORMATS = ['numbered-list', 'directly-personal', 'question-users', 'multi-photo-video']

/** Whether a chat asks for slides about a topic that the writer doesn't know, so that they fit any topic. */
function isGeneralAnswer(chat: ChatRequest, seed: string): boolean {
  const request = readPrompt(chat, seed)
  return SLIDE_FORMATS.includes(request.format) && !wantsIdeas(request, chat) && knownTopic(request.topic) === null
}

/** The answer of a model. */
export function composeAnswer(chat: ChatRequest, seed: string): Answer {
  return { text: answerText(chat, seed), isGeneral: isGeneralAnswer(chat, seed) }
}

function answerText(chat: ChatRequest, seed: string): string {
  const request = readPrompt(chat, seed)
  const schema = chat.response_format?.type === 'json_schema' ? chat.response_format.json_schema.schema : undefined
  const list = listOf(schema)
  const json = chat.response_format?.type === 'json_object' || chat.messages.some((message) => /\bjson\b/i.test(message.content))
  const own = ownAnswer(chat, request, list?.fields ?? SLIDE_FIELDS.slice(2))
  if (own !== null) return own
  if (schema !== undefined && !list) return JSON.stringify(instanceOf(schema, writeProse(request)))
  if (!json && schema === undefined) return writeProse(request)
  if (list?.key === 'ideas' || (!list && wantsIdeas(request, chat))) {
    const count = Number(/(\d+)\s+(?:post\s+)?ideas/i.exec(chat.messages.map((message) => message.content).join('\n'))?.[1]) || IDEAS
    return JSON.stringify({ ideas: writePostIdeas(request, count) })
  }
  const fields =
    list?.fields ?? namedFields(chat) ?? (request.format === 'directly-personal' ? SLIDE_FIELDS.slice(0, 6) : SLIDE_FIELDS.slice(0, 2))
  return JSON.stringify({ [list?.key ?? 'slides']: slideObjects(writeSlides(request), fields) })
}

/** The value after a label at the start of a line, unquoted when it is a JSON string. */
function labelled(text: string, label: string): string {
  const found = new RegExp(`^[ \\t*-]*${label}[ \\t]*:[ \\t]*(.*)$`, 'im').exec(text)?.[1]?.trim() ?? ''
  if (!found.startsWith('"')) return found.replace(/\.$/, '')
  const quoted = /^"(?:[^"\\]|\\.)*"/.exec(found)?.[0]
  if (quoted === undefined) return found
  const value: unknown = JSON.parse(quoted)
  return typeof value === 'string' ? value : found
}

/** The topic of a request without labels: the text after "about", else the last message's first line. */
function freeTopic(text: string): string {
  const line = text.trim().split('\n')[0] ?? ''
  return (/\b(?:about|on|for|topic)\b:?\s+["']?(.+?)["']?[.!?]*$/i.exec(line)?.[1] ?? line).slice(0, 200)
}

/** Reads what a chat asks for. Labels are looked for in the user's messages only: the rest are instructions. */
function readPrompt(chat: ChatRequest, seed: string): WriterRequest {
  const user = chat.messages
    .filter((message) => message.role === 'user')
    .map((message) => message.content)
    .join('\n')
  const slides = Number.parseInt(labelled(user, 'Slides'), 10) || Number(/(\d+)\s+(?:slides|points|ideas)/i.exec(user)?.[1]) || 5
  const softSell = /slide\s+(\d+)/i.exec(labelled(user, 'Soft sell'))?.[1]
  return {
    topic: labelled(user, 'Topic') || freeTopic(user),
    format: labelled(user, 'Format') || 'numbered-list',
    slides: Math.min(50, Math.max(1, slides)),
    tone: labelled(user, 'Tone'),
    company: labelled(user, 'Company'),
    about: labelled(user, 'About'),
    softSellSlide: softSell === undefined ? null : Number(softSell),
    context: labelled(user, 'Context'),
    seed,
  }
}
