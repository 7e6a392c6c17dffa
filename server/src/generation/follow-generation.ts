import { setTimeout as wait } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { GenerateEvent } from '@ninesixteen/shared/api/generate'
import { AppError } from '@ninesixteen/shared/errors'
import type { Slide } from '@ninesixteen/shared/slide/model'
import type { Db } from '../db/db.ts'
import { closeFromAnotherProcess, readProject } from './generation-rows.ts'
import { lastEvent } from './generation-outcome.ts'

/** Polling interval while another process writes, in milliseconds. */
const POLL_MS = 700

interface Followed {
  db: Db
  userId: string
  projectId: string
  model: string
}

/** The events of a generation that this process doesn't run, from the database: it is finished, or runs elsewhere. */
export async function* followGeneration(
  { db, userId, projectId, model }: Followed,
  signal: AbortSignal,
): AsyncGenerator<GenerateEvent, void> {
  let [shown, isAnnounced] = [0, false]
  const sent: Slide[] = []
  let failure: AppError | null = null
  while (!signal.aborted) {
    const project = await readProject(db, userId, { projectId, from: shown + 1 })
    if (!project) {
      if (!isAnnounced) throw new AppError('NOT_FOUND')
      return yield lastEvent(projectId, null, { failure, written: shown })
    }
    if (!isAnnounced)
      yield { type: 'project', projectId, title: project.title, wanted: project.wanted ?? Math.max(project.slideCount, 1), model }
    isAnnounced = true
    for (const { number, data } of project.slides) {
      sent[number - 1] = data
      yield { type: 'slide', index: number - 1, slide: data }
    }
    shown += project.slides.length
    if (project.status !== 'generating') {
      // A rewrite may have replaced slides that were sent before.
      const ended = await readProject(db, userId, { projectId, from: 1 })
      for (const { number, data } of ended?.slides ?? [])
        if (!isDeepStrictEqual(data, sent[number - 1])) yield { type: 'slide', index: number - 1, slide: data }
      return yield lastEvent(projectId, { ...project, slides: shown }, { failure: null, written: shown })
    }
    // Tell waiting readers at once that its process is gone.
    if (project.isSilent) {
      failure = new AppError('AI_STOPPED')
      await closeFromAnotherProcess(db, userId, { projectId, outcome: 'stopped' })
    } else await pause(signal)
  }
}

async function pause(signal: AbortSignal): Promise<void> {
  await wait(POLL_MS, undefined, { signal }).catch((error: unknown) => {
    if (!signal.aborted) throw error
  })
}
