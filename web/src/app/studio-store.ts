import type { GenerateRequest } from '@ninesixteen/shared/api/generate'
import type { Slide } from '@ninesixteen/shared/slide/model'
import { create } from 'zustand'

/** A generation as this page sees it: the one it started, or the one it found running after a reload. */
export interface Generation {
  /** Null until the server has saved the draft. */
  projectId: string | null
  title: string
  /** Slides to come; 0 while not known yet. */
  wanted: number
  /** Complete slides so far, by index; the stage shows the newest. */
  slides: Slide[]
  status: 'running' | 'done' | 'failed'
  /** Something worth saying on success: fewer slides than wanted, and why. */
  notice: string | null
  /** The server's words on failure. */
  error: string | null
  /** Version of the saved project once done. */
  version: number | null
  /** What was asked for; null when it was found running. */
  request: GenerateRequest | null
}

interface StudioState {
  generation: Generation | null
  /** An idea that is to become the generator's topic; taken once. */
  offeredTopic: string | null
}

/** What the generator tells the editor. The open project itself is in the URL (`?project=`). */
export const useStudioStore = create<StudioState>(() => ({ generation: null, offeredTopic: null }))

export const studioStore = {
  begin: (start: Pick<Generation, 'projectId' | 'title' | 'wanted' | 'request'>): void =>
    useStudioStore.setState({
      generation: { ...start, slides: [], status: 'running', notice: null, error: null, version: null },
    }),
  change: (patch: Partial<Generation>): void =>
    useStudioStore.setState(({ generation }) => (generation ? { generation: { ...generation, ...patch } } : {})),
  addSlide: (index: number, slide: Slide): void =>
    useStudioStore.setState(({ generation }) => {
      if (!generation) return {}
      const slides = [...generation.slides]
      slides[index] = slide
      return { generation: { ...generation, slides } }
    }),
  offerTopic: (offeredTopic: string | null): void => useStudioStore.setState({ offeredTopic }),
  clear: (): void => useStudioStore.setState({ generation: null }),
}
