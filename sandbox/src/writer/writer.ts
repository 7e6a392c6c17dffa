import { seeded } from '../kit/random.ts'
import { writePersonal, writeQuestion, writeQuote } from './formats.ts'
import { writeIdeas, type WrittenIdea } from './ideas.ts'
import { choosePoints, writeNumberedList } from './numbered-list.ts'
import type { WriterRequest } from './request.ts'
import { bankOfLanguage } from './languages.ts'
import { bankOfScript, writeFromBank } from './scripts.ts'
import { readTopic } from './topic.ts'
import type { WrittenSlide } from './written-slide.ts'

function randomFor(request: WriterRequest) {
  const { seed, format, slides, tone, company, topic, context } = request
  return seeded([seed, format, slides, tone, company, topic, context].join('\u0000'))
}

/** The slides of a slideshow: the same for the same request, others for another topic. */
export function writeSlides(request: WriterRequest): WrittenSlide[] {
  const topic = readTopic(request.topic || 'something worth sharing')
  const random = randomFor(request)
  const bank = bankOfScript(request.topic) ?? (topic.known ? null : bankOfLanguage(request.topic))
  if (bank) return writeFromBank(request, topic, { bank, random })
  if (request.format === 'directly-personal') return writePersonal(request, topic, random)
  if (request.format === 'question-users') return writeQuestion(request, topic, random)
  if (request.format === 'multi-photo-video') return writeQuote(topic, random)
  return writeNumberedList(request, topic, random)
}

export function writePostIdeas(request: WriterRequest, count: number): WrittenIdea[] {
  return writeIdeas(readTopic(request.topic || 'something worth sharing'), count, randomFor(request))
}

/** A short plain answer, for a request that asks for no JSON. */
export function writeProse(request: WriterRequest): string {
  const topic = readTopic(request.topic || 'something worth sharing')
  return choosePoints(topic, 3, randomFor(request))
    .map((point) => `${point.title.replace(/[.!?]$/u, '')}: ${point.description}`)
    .join('\n')
}
