import type { WriterRequest } from '../writer/request.ts'
import type { ChatRequest } from './request.ts'

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
export function readPrompt(chat: ChatRequest, seed: string): WriterRequest {
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
