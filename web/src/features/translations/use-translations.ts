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

  async function translate(language: string, signal: AbortSignal): Promise<void> {
    const old = variants.find((variant) => variant.language?.toLowerCase() === language.toLowerCase())
    const replaces = old ? { id: old.id, version: old.version } : null
    set(language, { state: 'running', error: null })
    try {
      const made = await requestTranslation({ projectId, language, replaces, requestId: newUuid() }, signal)
      set(language, { state: 'done', projectId: made })
    } catch (cause) {
      if (!signal.aborted) set(language, { state: 'failed', error: errorText(cause) })
    }
  }

  async function run(languages: readonly string[]): Promise<void> {
    const controller = new AbortController()
    stop.current = controller
    const { openDocument } = useStudioStore.getState()
    if (openDocument?.projectId === projectId) await openDocument.settled()
    for (const language of languages) {
      if (controller.signal.aborted) break
      await translate(language, controller.signal)
    }
    stop.current = null
    await client.invalidateQueries({ queryKey: orpc.projects.key() })
    setJobs((before) => before.filter(({ state }) => state === 'done' || state === 'failed'))
  }

  return {
    jobs,
    isRunning: jobs.some(({ state }) => state === 'waiting' || state === 'running'),
    start(languages: readonly string[]) {
      setJobs(languages.map((language) => ({ language, state: 'waiting', projectId: null, error: null })))
      void run(languages)
    },
    retry(language: string) {
      set(language, { state: 'waiting' })
      void run([language])
    },
    /** The language that is being written is dropped, too; those that are written stay. */
    cancel() {
      stop.current?.abort()
      setJobs((before) => before.filter(({ state }) => state === 'done' || state === 'failed'))
    },
  }
}
