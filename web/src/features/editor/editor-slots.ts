import type { Slide } from '@ninesixteen/shared/slide/model'
import type { ComponentType } from 'react'

/** Chooses a photo from the library. Another feature provides it, so the route passes it in. */
export interface PickerSlotProps {
  open: boolean
  onOpenChange(open: boolean): void
  purpose: 'background' | 'image-box'
  companyId: string | null
  /** Words for a search, from the slide. */
  words: string
  /** Whether to search for them at once. */
  isFinding: boolean
  /** The proposed description of an AI photo. */
  prompt: string
  /** The photo that an AI can change. */
  sourcePath: string | null
  onPick(filePath: string, filename?: string): void
}

/** The export menu, from the export feature. */
export interface ExportSlotProps {
  title: string
  /** The slides with unsaved edits. */
  slides(): readonly Slide[]
  /** Index of the slide on the stage. */
  current(): number
  /** Legibility problems, with 1-based slide numbers. */
  problems(): readonly ExportProblem[]
  disabled?: boolean
}

/** A legibility problem to review before exporting. */
export interface ExportProblem {
  slide: number
  words: string
  show(): void
}

/** Plays the slide over changing photos, with controls below the slide and frames drawn into `screen`. */
export interface VideoSlotProps {
  projectId: string
  companyId: string | null
  slide: Slide
  /** An element above the slide and below its boxes. */
  screen: HTMLElement | null
  /** The slide is being edited, so it must show instead of the video. */
  holding: boolean
  announce(text: string): void
  onAddPhotos(): void
}

/** Shows scheduled posts that still have an earlier version of the slides. */
export interface OutdatedSlotProps {
  projectId: string
  saves: number
}

export interface EditorSlots {
  /** An element of the page that shows the save status on a desktop, where its width moves no other button. */
  saveStatus: HTMLElement | null
  Picker: ComponentType<PickerSlotProps>
  VideoPreview: ComponentType<VideoSlotProps>
  ExportMenu: ComponentType<ExportSlotProps>
  OutdatedPosts: ComponentType<OutdatedSlotProps>
}
