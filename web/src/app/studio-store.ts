import type { GenerateRequest } from '@ninesixteen/shared/api/generate'
import type { ContentTypeId } from '@ninesixteen/shared/content-types/ids'
import type { Edit } from '@ninesixteen/shared/slide/edit'
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
  /** `stopped`: by the person, before anything was written. */
  status: 'running' | 'done' | 'stopped' | 'failed'
  /** Something worth saying where nothing failed: fewer slides than wanted, and why. */
  notice: string | null
  /** The server's words on failure. */
  error: string | null
  /** Version of the saved project once done. */
  version: number | null
  /** The draft that is gone again because not one slide was written. */
  removedId: string | null
  /** What was asked for; null when it was found running. */
  request: GenerateRequest | null
}

/** The document in the editor, unsaved edits included, for the columns beside it. */
export interface OpenDocument {
  projectId: string
  contentType: ContentTypeId
  companyId: string | null
  title: string
  slides: readonly Slide[]
  /** Several edits as one undo step. */
  perform(edits: readonly Edit[]): void
  /** Sends what is unsaved and waits for the answer: a slideshow must not be saved once it is deleted. */
  settled(): Promise<void>
  /** Sends what is unsaved; the version that holds all of it, or null when it could not be saved. */
  saved(): Promise<number | null>
}

/** How texts are to be written, as Advanced Settings say: for new slideshows and for rewriting. */
export interface WritingChoice {
  tone: string
  /** Empty for the standard one. */
  model: string
}

interface StudioState {
  generation: Generation | null
  writing: WritingChoice
  /** A saved slideshow that was asked for by its card and is not open yet. */
  openingRecent: string | null
  /** An idea of which a slideshow is to be made; taken once. */
  offeredTopic: string | null
  /** Null while nothing is open for editing. */
  openDocument: OpenDocument | null
}

/** What the columns of the studio know of each other. The open project itself is in the URL (`?project=`). */
export const useStudioStore = create<StudioState>(() => ({
  generation: null,
  writing: { tone: '', model: '' },
  openingRecent: null,
  offeredTopic: null,
  openDocument: null,
}))

export const studioStore = {
  begin: (start: Pick<Generation, 'projectId' | 'title' | 'wanted' | 'request'>): void =>
    useStudioStore.setState({
      generation: { ...start, slides: [], status: 'running', notice: null, error: null, version: null, removedId: null },
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
  chooseWriting: (writing: WritingChoice): void => useStudioStore.setState({ writing }),
  openRecent: (openingRecent: string | null): void => useStudioStore.setState({ openingRecent }),
  offerTopic: (offeredTopic: string | null): void => useStudioStore.setState({ offeredTopic }),
  showDocument: (openDocument: OpenDocument): void => useStudioStore.setState({ openDocument }),
  closeDocument: (projectId: string): void =>
    useStudioStore.setState(({ openDocument }) => (openDocument?.projectId === projectId ? { openDocument: null } : {})),
  clear: (): void => useStudioStore.setState({ generation: null }),
}
