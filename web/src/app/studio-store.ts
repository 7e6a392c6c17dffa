import type { GenerateRequest } from '@ninesixteen/shared/api/generate'
import type { ContentTypeId } from '@ninesixteen/shared/content-types/ids'
import type { Edit } from '@ninesixteen/shared/slide/edit'
import type { Slide } from '@ninesixteen/shared/slide/model'
import { create } from 'zustand'

/** A generation that this page started, or found running after a reload. */
export interface Generation {
  /** Null until the server has saved the draft. */
  projectId: string | null
  title: string
  /** Number of requested slides; 0 while unknown. */
  wanted: number
  /** Finished slides by index; the stage shows the newest. */
  slides: Slide[]
  /** `stopped`: the user cancelled before the first slide. */
  status: 'running' | 'done' | 'stopped' | 'failed'
  /** For example why there are fewer slides than requested. */
  notice: string | null
  /** The outcome for words that the brand never uses, and whether some remain. */
  words: { text: string; remain: boolean } | null
  /** Whether the sandbox wrote the texts without knowing the topic. */
  fitsAnyTopic: boolean
  /** The server's error message. */
  error: string | null
  /** Version of the saved project; null until done. */
  version: number | null
  /** The draft that was deleted because it got no slide. */
  removedId: string | null
  /** Null if this page found the generation running. */
  request: GenerateRequest | null
}

/** The editor's document with unsaved edits, for the other columns. */
export interface OpenDocument {
  projectId: string
  contentType: ContentTypeId
  companyId: string | null
  title: string
  topic: string
  /** Whether it was linked to translations when it was opened. */
  isLinked: boolean
  slides: readonly Slide[]
  /** Applies several edits as one undo step. */
  perform(edits: readonly Edit[]): void
  /** Saves pending edits and waits for the response: a late save must not follow a deletion. */
  settled(): Promise<void>
  /** Saves pending edits; returns the version that holds them, or null if saving failed. */
  saved(): Promise<number | null>
  /** Merges what was saved elsewhere. */
  catchUp(): Promise<void>
}

/** Advanced Settings of the generator, used for new slideshows and for rewriting. */
export interface WritingChoice {
  tone: string
  /** Empty for the default model. */
  model: string
}

interface StudioState {
  generation: Generation | null
  writing: WritingChoice
  /** A saved slideshow that is loading, which the generator's form will follow; `isReturn` when the user only came back to it. */
  openingRecent: { id: string; isReturn: boolean } | null
  /** An idea to make a slideshow of; the generator takes it once. */
  offeredTopic: string | null
  openDocument: OpenDocument | null
}

/** State that the studio's columns share. The open project is in the URL (`?project=`). */
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
      generation: {
        ...start,
        slides: [],
        status: 'running',
        notice: null,
        words: null,
        fitsAnyTopic: false,
        error: null,
        version: null,
        removedId: null,
      },
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
  openRecent: (id: string): void => useStudioStore.setState({ openingRecent: { id, isReturn: false } }),
  returnTo: (id: string): void => useStudioStore.setState({ openingRecent: { id, isReturn: true } }),
  openedRecent: (): void => useStudioStore.setState({ openingRecent: null }),
  offerTopic: (offeredTopic: string | null): void => useStudioStore.setState({ offeredTopic }),
  showDocument: (openDocument: OpenDocument): void => useStudioStore.setState({ openDocument }),
  closeDocument: (projectId: string): void =>
    useStudioStore.setState(({ openDocument }) => (openDocument?.projectId === projectId ? { openDocument: null } : {})),
  clear: (): void => useStudioStore.setState({ generation: null }),
}
