import { and, asc, eq } from 'drizzle-orm'
import {
  CAPTIONS_WANTED,
  captionsReplySchema,
  type CaptionEvent,
  type CaptionsReply,
  type CaptionsRequest,
} from '@ninesixteen/shared/api/captions'
import { AppError } from '@ninesixteen/shared/errors'
import { readTexts } from '@ninesixteen/shared/slide/box'
import type { Tx } from '../db/db.ts'
import { companies } from '../db/schema-companies.ts'
import { slides } from '../db/schema-projects.ts'
import type { IdempotencyKey } from '../idempotency/idempotency-keys.ts'
import { ownProject } from '../projects/project-rows.ts'
import { readBrand } from './brands.ts'
import { captionsCall, createCaptionReader, type CaptionsBrief } from './captions.ts'
import { createEventLog } from './event-log.ts'
import { runIdempotentCall, type CallParts } from './idempotent-call.ts'

/** Longer than any regular response, in UTF-16 code units. */
const TEXT_MAX = 100_000

const isWritten = (text: string): boolean => text.trim() !== ''

/** Loads what a request needs from the user's rows. Throws NOT_FOUND for an unknown project, NOTHING_TO_CAPTION for slides without text. */
export async function readCaptionsBrief(
  tx: Tx,
  userId: string,
  { request, model, wanted = CAPTIONS_WANTED }: { request: CaptionsRequest; model: string; wanted?: number },
): Promise<CaptionsBrief> {
  const project = request.projectId === null ? null : await ownProject(tx, userId, request.projectId)
  const isOnScreen = request.slides.some(isWritten)
  const texts = isOnScreen || !project ? request.slides : await readSlideTexts(tx, userId, project.id)
  if (!texts.some(isWritten)) throw new AppError('NOTHING_TO_CAPTION')
  const company = project?.companyId ? await readCompany(tx, userId, project.companyId) : null
  const brand = await readBrand(tx, userId, project?.companyId ?? null)
  const { topic = '', language } = project ?? {}
  return { request, wanted, slides: texts, topic, language: language ?? '', company, brand, model }
}

async function readSlideTexts(tx: Tx, userId: string, projectId: string): Promise<string[]> {
  const rows = await tx
    .select({ data: slides.data })
    .from(slides)
    .where(and(eq(slides.userId, userId), eq(slides.projectId, projectId)))
    .orderBy(asc(slides.number))
  return rows.map(({ data }) => readTexts(data).join(' / '))
}

async function readCompany(tx: Tx, userId: string, id: string) {
  const [company] = await tx
    .select({ name: companies.name, description: companies.description })
    .from(companies)
    .where(and(eq(companies.userId, userId), eq(companies.id, id)))
  return company ?? null
}

export interface CaptionsRun {
  brief: CaptionsBrief
  /** Idempotency key of the page. */
  idempotencyKey: IdempotencyKey | null
  /** Aborts the request to the model. */
  signal: AbortSignal
}

/** Captions as they are written, within the user's quota; see runIdempotentCall. Ends with `done`, or throws an AppError or Superseded. */
export async function* writeCaptions(parts: CallParts, userId: string, run: CaptionsRun): AsyncGenerator<CaptionEvent, void> {
  const log = createEventLog<CaptionEvent>()
  // The call goes on while the page is slow to read: its reservation and key end with it.
  const ending = callModel(parts, userId, { ...run, show: log.add }).then(
    ({ captions }) => {
      log.add({ type: 'done', captions })
      return null
    },
    (error: unknown) => {
      log.end()
      return { error }
    },
  )
  yield* log.read(run.signal)
  const failure = await ending
  if (failure) throw failure.error
}

function callModel(
  parts: CallParts,
  userId: string,
  { brief, idempotencyKey, signal, show }: CaptionsRun & { show(event: CaptionEvent): void },
): Promise<CaptionsReply> {
  const request = captionsCall(brief)
  return runIdempotentCall(parts, userId, {
    request,
    idempotencyKey,
    signal,
    async attempt({ chat, signal: stop, spent }) {
      const reader = createCaptionReader(brief)
      for await (const part of chat.stream(request, stop)) {
        if (part.type === 'end') {
          spent.usage = part.usage
          continue
        }
        spent.text += part.text
        reader.push(part.text).forEach(show)
        if (spent.text.length > TEXT_MAX) break
      }
      return reader.reply()
    },
    restore: (stored) => captionsReplySchema.parse(stored),
    unusable: new AppError('AI_NO_CAPTIONS'),
  })
}
