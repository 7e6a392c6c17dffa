import type { Project } from '@ninesixteen/shared/api/projects'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { toApiError } from '../../api/api-error.ts'
import type { ApiError } from '../../api/api-error.ts'
import { api, orpc } from '../../api/client.ts'
import { fileUrl } from '../../api/file-urls.ts'
import { forgetProject, noteOpenProject } from '../../app/open-project.ts'
import { useSignedIn } from '../../app/session.ts'
import { getPainter, loadImages } from '../../painter/page-painter.ts'
import { openSession } from './document/session.ts'
import type { EditorSession } from './document/session.ts'

export type Opening =
  | { state: 'opening' }
  | { state: 'open'; session: EditorSession }
  /** A project without slides: its generation failed before the first one. */
  | { state: 'empty' }
  | { state: 'failed'; error: ApiError; retry(): void }

class NoSlides extends Error {}

/** Loads fonts and photos of the first slide while the editor loads. The stage retries and reports failures. */
async function warmPainter(project: Promise<Project>): Promise<void> {
  const painter = getPainter()
  const first = project.then(({ slides }) => slides.slice(0, 1))
  const fonts = async () => (await painter).prepare(await first, { resolveUrl: fileUrl })
  const images = async () => Promise.all((await first).map((slide) => loadImages(slide, fileUrl)))
  await Promise.allSettled([fonts(), images()])
}

/** Opens a project for editing, and closes it when the user opens another one or leaves. */
export function useOpenSession(projectId: string): Opening {
  const { settings } = useSignedIn()
  const autoSave = useRef(settings.autoSave)
  useEffect(() => {
    autoSave.current = settings.autoSave
  }, [settings.autoSave])
  const client = useQueryClient()
  const [attempt, setAttempt] = useState(0)
  const [opening, setOpening] = useState<{ for: string; now: Opening }>({ for: projectId, now: { state: 'opening' } })

  useEffect(() => {
    let left = false
    let session: EditorSession | null = null
    const load = async (): Promise<Project> => {
      const project = await api.projects.get({ id: projectId })
      if (project.slides.length === 0) throw new NoSlides()
      return project
    }
    const first = load()
    void warmPainter(first)
    const deps = {
      load: () => first,
      reload: load,
      autoSave: () => autoSave.current,
      saved: () => void client.invalidateQueries({ queryKey: orpc.projects.list.key() }),
    }
    const show = (now: Opening): void => {
      if (!left) setOpening({ for: projectId, now })
    }
    openSession(projectId, deps).then(
      (opened) => {
        session = opened
        if (left) return opened.close()
        noteOpenProject(projectId)
        show({ state: 'open', session: opened })
      },
      (thrown: unknown) => {
        if (thrown instanceof NoSlides) return show({ state: 'empty' })
        const error = toApiError(thrown)
        if (error.status === 404) {
          forgetProject(projectId)
          // It was deleted elsewhere.
          void client.invalidateQueries({ queryKey: orpc.projects.list.key() })
        }
        show({ state: 'failed', error, retry: () => setAttempt((count) => count + 1) })
      },
    )
    return () => {
      left = true
      session?.close()
      setOpening({ for: projectId, now: { state: 'opening' } })
    }
  }, [projectId, attempt, client])

  const isUnreached = opening.now.state === 'failed' && opening.now.error.status === 0
  useEffect(() => {
    if (!isUnreached) return
    const again = (): void => setAttempt((count) => count + 1)
    addEventListener('online', again)
    return () => removeEventListener('online', again)
  }, [isUnreached])

  return opening.for === projectId ? opening.now : { state: 'opening' }
}
