import type { GenerateEvent } from '@ninesixteen/shared/api/generate'
import { AppError, ERRORS, fillText, type ErrorCode } from '@ninesixteen/shared/errors'
import type { RunEnding } from '../db/schema.ts'
import type { ChatFinish } from '../providers/openai/reply.ts'

/** What the database holds of a run that is over. */
export interface EndedGeneration {
  version: number
  /** Slides that are kept. */
  slides: number
  /** Slides that were to come; null where nothing says so. */
  wanted: number | null
  /** Why it ended before they were all there; null when they are. */
  ending: RunEnding | null
}

const TOLD = {
  few: 'AI_FEW',
  cut: 'AI_PARTIAL',
  late: 'AI_LATE',
  cancelled: 'AI_CANCELLED_PARTLY',
  stopped: 'AI_LOST',
  database: 'SLIDES_NOT_SAVED',
} as const satisfies Record<RunEnding, ErrorCode>

const BY_FAILURE: Partial<Record<ErrorCode, RunEnding>> = {
  AI_FEW: 'few',
  AI_LATE: 'late',
  AI_CANCELLED: 'cancelled',
  AI_STOPPED: 'stopped',
  UNAVAILABLE: 'database',
}

/** How a failure is noted with the slideshow that it cut short. */
export function outcomeOf(failure: AppError | null): RunEnding {
  return (failure && BY_FAILURE[failure.code]) ?? 'cut'
}

/** Why an answer that was read to its end brought fewer slides than were asked for; null for one that brought nothing at all. */
export function missingSlides(finish: ChatFinish, counts: { kept: number; wanted: number }): AppError {
  if (counts.kept === 0) return new AppError('AI_UNPARSABLE')
  return new AppError(finish === 'stop' ? 'AI_FEW' : 'AI_PARTIAL', counts)
}

/** What is said beside the slides of a run; null when they are all there. */
export function messageOf({ slides, wanted, ending }: Pick<EndedGeneration, 'slides' | 'wanted' | 'ending'>): string | null {
  return ending && fillText(ERRORS[TOLD[ending]][1], { kept: slides, wanted: wanted ?? slides })
}

/** Of a run whose slideshow is gone, since nothing of it was written or because somebody deleted it. */
function goneBy(failure: AppError | null, written: number): AppError {
  if (written > 0) return new AppError('SLIDESHOW_DELETED')
  // That text counts slides.
  if (failure?.code === 'AI_LATE') return new AppError('AI_TIMEOUT')
  return failure ?? new AppError('AI_NOTHING')
}

/** The last event of a run, out of what stands in the database: `ended` is null when the slideshow is gone. */
export function lastEvent(
  projectId: string,
  ended: EndedGeneration | null,
  { failure, written }: { failure: AppError | null; written: number },
): GenerateEvent {
  if (ended) return { type: 'done', projectId, version: ended.version, kept: ended.slides, notice: messageOf(ended) }
  const { code, message } = goneBy(failure, written)
  return { type: 'error', code, message, kept: 0 }
}

/** While the database cannot say what stands there: the slides that it confirmed. */
export function lostEvent({ written, wanted }: { written: number; wanted: number }): GenerateEvent {
  const { code, message } = new AppError('UNAVAILABLE')
  return {
    type: 'error',
    code,
    message: messageOf({ slides: written, wanted, ending: written > 0 ? 'database' : null }) ?? message,
    kept: written,
  }
}
