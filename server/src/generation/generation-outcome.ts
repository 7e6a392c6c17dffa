import type { NeverWordsReport } from '@ninesixteen/shared/brand/never-words'
import type { GenerateEvent } from '@ninesixteen/shared/api/generate'
import { AppError, ERRORS, fillText, type ErrorCode } from '@ninesixteen/shared/errors'
import type { PublicGeneration } from '@ninesixteen/shared/public-api/slideshows'
import type { GenerationOutcome } from '../db/schema-projects.ts'
import type { ChatFinish } from '../providers/openai/reply.ts'

/** The stored outcome of a generation. */
export interface EndedGeneration {
  version: number
  /** Saved slides. */
  slides: number
  /** Requested slides; null if unknown. */
  wanted: number | null
  /** Why it ended early; null if complete. */
  outcome: GenerationOutcome | null
  /** The outcome for words that the brand never uses; null without any. */
  words: NeverWordsReport | null
}

const ERROR_OF_OUTCOME = {
  few: 'AI_FEW',
  cut: 'AI_PARTIAL',
  late: 'AI_LATE',
  cancelled: 'AI_CANCELLED_PARTLY',
  stopped: 'AI_LOST',
  database: 'SLIDES_NOT_SAVED',
} as const satisfies Record<GenerationOutcome, ErrorCode>

const BY_FAILURE: Partial<Record<ErrorCode, GenerationOutcome>> = {
  AI_FEW: 'few',
  AI_LATE: 'late',
  AI_CANCELLED: 'cancelled',
  AI_STOPPED: 'stopped',
  UNAVAILABLE: 'database',
}

/** The stored reason for a failure that cut a generation short. */
export function outcomeOf(failure: AppError | null): GenerationOutcome {
  return (failure && BY_FAILURE[failure.code]) ?? 'cut'
}

/** Why a complete response had fewer slides than requested; null for a response without any. */
export function missingSlides(finish: ChatFinish, counts: { kept: number; wanted: number }): AppError {
  if (counts.kept === 0) return new AppError('AI_UNPARSABLE')
  return new AppError(finish === 'stop' ? 'AI_FEW' : 'AI_PARTIAL', counts)
}

/** The message next to an incomplete slideshow; null if complete. */
export function messageOf({ slides, wanted, outcome }: Pick<EndedGeneration, 'slides' | 'wanted' | 'outcome'>): string | null {
  return outcome && fillText(ERRORS[ERROR_OF_OUTCOME[outcome]][1], { kept: slides, wanted: wanted ?? slides })
}

/** The public API's answer for a generation that wrote no slide, whose slideshow is deleted. */
export function nothingWritten({
  projectId,
  wanted,
  outcome,
}: Pick<EndedGeneration, 'wanted'> & { projectId: string; outcome: GenerationOutcome }): PublicGeneration {
  const { message } = new AppError(outcome === 'stopped' ? 'AI_STOPPED' : outcome === 'late' ? 'AI_TIMEOUT' : 'AI_NOTHING')
  return { slideshow_id: projectId, status: 'failed', slides: 0, wanted, notice: message }
}

/** The error of a generation whose slideshow doesn't exist: nothing was written, or the user deleted it. */
function goneBy(failure: AppError | null, written: number): AppError {
  if (written > 0) return new AppError('SLIDESHOW_DELETED')
  // The text of AI_LATE counts slides.
  if (failure?.code === 'AI_LATE') return new AppError('AI_TIMEOUT')
  return failure ?? new AppError('AI_NOTHING')
}

/** The last event of a generation, from the stored outcome: `ended` is null if the slideshow is gone. */
export function lastEvent(
  projectId: string,
  ended: EndedGeneration | null,
  {
    failure,
    written,
    photosNotice = null,
    fitsAnyTopic = false,
  }: { failure: AppError | null; written: number; photosNotice?: string | null; fitsAnyTopic?: boolean },
): GenerateEvent {
  if (ended) {
    const { version, slides: kept, words } = ended
    return {
      type: 'done',
      projectId,
      version,
      kept,
      notice: messageOf(ended),
      ...(photosNotice !== null && { photosNotice }),
      ...(fitsAnyTopic && { fitsAnyTopic }),
      words,
    }
  }
  const { code, message } = goneBy(failure, written)
  return { type: 'error', code, message, kept: 0 }
}

/** The last event while the database is unreachable, with the slides known to be saved. */
export function lostEvent({ written, wanted }: { written: number; wanted: number }): GenerateEvent {
  const { code, message } = new AppError('UNAVAILABLE')
  return {
    type: 'error',
    code,
    message: messageOf({ slides: written, wanted, outcome: written > 0 ? 'database' : null }) ?? message,
    kept: written,
  }
}
