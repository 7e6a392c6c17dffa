import type { ProjectVariant } from '@ninesixteen/shared/api/projects'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { errorText } from '../../api/api-error.ts'
import { orpc } from '../../api/client.ts'
import { newUuid } from '../../api/new-id.ts'
import { useStudioStore } from '../../app/studio-store.ts'
import { requestTranslation } from './request-translation.ts'

/** One language of a run. */
export interface TranslationJob {
  language: string
  /** A retry repeats the request, so that nothing is written or paid for twice. */
  requestId: string
  state: 'waiting' | 'running' | 'done' | 'failed'
  /** The variant, once it is written. */
  projectId: string | null
  error: string | null
}

/** Translates a slideshow into one language after the other; each is saved before the next one begins. */
export function useTranslations(projectId: string, variants: readonly ProjectVariant[]) {
  const client = useQueryClient()
  const [jobs, setJobs] = useState<readonly TranslationJob[]>([])
  const stop = useRef<AbortController | null>(null)
  useEffect(() => () => stop.current?.abort(), [])
  const set = (language: string, patch: Partial<TranslationJob>) =>
    setJobs((before) => before.map((job) => (job.language === language ? { ...job, ...patch } : job)))

  async function translate({ language, requestId }: Pick<TranslationJob, 'language' | 'requestId'>, signal: AbortSignal): Promise<void> {
    const old = variants.find((variant) => variant.language?.toLowerCase() === language.toLowerCase())
    const replaces = old ? { id: old.id, version: old.version } : null
    set(language, { state: 'running', error: null })
    try {
      const made = await requestTranslation({ projectId, language, replaces, requestId }, signal)
      set(language, { state: 'done', projectId: made })
    } catch (cause) {
      if (!signal.aborted) set(language, { state: 'failed', error: errorText(cause) })
    }
  }

  async function run(wanted: readonly Pick<TranslationJob, 'language' | 'requestId'>[]): Promise<void> {
    const controller = new AbortController()
    stop.current = controller
    const { openDocument } = useStudioStore.getState()
    if (openDocument?.projectId === projectId) await openDocument.settled()
    for (const job of wanted) {
      if (controller.signal.aborted) break
      await translate(job, controller.signal)
    }
    if (stop.current === controller) stop.current = null
    await client.invalidateQueries({ queryKey: orpc.projects.key() })
  }

  return {
    jobs,
    isRunning: jobs.some(({ state }) => state === 'waiting' || state === 'running'),
    start(languages: readonly string[]) {
      const started = languages.map((language): TranslationJob => {
        return { language, requestId: newUuid(), state: 'waiting', projectId: null, error: null }
      })
      setJobs(started)
      void run(started)
    },
    retry(job: TranslationJob) {
      set(job.language, { state: 'waiting' })
      void run([job])
    },
    /** The language that is being written is dropped, too; those that are written stay. */
    cancel() {
      stop.current?.abort()
      setJobs((before) => before.filter(({ state }) => state === 'done' || state === 'failed'))
    },
  }
}
