import { setTimeout as wait } from 'node:timers/promises'
import type { GenerateEvent } from '@ninesixteen/shared/api/generate'
import { AppError, ERRORS, fillText } from '@ninesixteen/shared/errors'
import type { Db } from '../db/db.ts'
import { readProject } from './project-rows.ts'

/** How often the database is asked while another process writes. */
const POLL_MS = 700

/** A run says that it is alive every 10 s. One that was silent for this long when it was closed was closed by others: its process is gone. */
const LOST_SECONDS = 25

interface Followed {
  db: Db
  userId: string
  projectId: string
  model: string
}

/** The events of a run this process knows nothing of, out of the database: already finished, or written elsewhere. */
export async function* followProject({ db, userId, projectId, model }: Followed, signal: AbortSignal): AsyncGenerator<GenerateEvent, void> {
  let [shown, silentSeconds, isAnnounced] = [0, 0, false]
  while (!signal.aborted) {
    const project = await readProject(db, userId, { projectId, from: shown + 1 })
    if (!project) {
      if (!isAnnounced) throw new AppError('NOT_FOUND')
      const gone = new AppError('AI_DOWN')
      yield { type: 'error', code: gone.code, message: gone.message, kept: 0 }
      return
    }
    if (!isAnnounced) yield { type: 'project', projectId, title: project.title, wanted: Math.max(project.slideCount, 1), model }
    isAnnounced = true
    for (const { number, data } of project.slides) yield { type: 'slide', index: number - 1, slide: data }
    shown += project.slides.length
    if (project.status !== 'generating') {
      const notice = silentSeconds > LOST_SECONDS ? fillText(ERRORS.AI_LOST[1], { kept: shown }) : null
      yield { type: 'done', projectId, version: project.version, kept: shown, notice }
      return
    }
    silentSeconds = project.silentSeconds
    await wait(POLL_MS, undefined, { signal }).catch((error: unknown) => {
      if (!signal.aborted) throw error
    })
  }
}
