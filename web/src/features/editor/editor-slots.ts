import type { Slide } from '@ninesixteen/shared/slide/model'
import type { ComponentType } from 'react'

/** Chooses a picture from the library; part of another feature, so the page brings it along. */
export interface PickerSlotProps {
  open: boolean
  onOpenChange(open: boolean): void
  purpose: 'background' | 'image-box'
  companyId: string | null
  onPick(filePath: string): void
}

/** The way out of the studio; part of another feature, too. */
export interface ExportSlotProps {
  title: string
  /** The slides as they are seen, unsaved edits included. */
  slides(): readonly Slide[]
  /** Index of the slide on the stage. */
  current(): number
  /** What of the slides may not be read, by the number of the slide, counted from 1. */
  problems(): readonly ExportProblem[]
  disabled?: boolean
}

/** Something to look at before an export. */
export interface ExportProblem {
  slide: number
  words: string
  show(): void
}

/** Plays the slide over changing photos; stands under the slide and shows its picture over it. */
export interface VideoSlotProps {
  projectId: string
  companyId: string | null
  slide: Slide
  /** Over the slide, under its boxes. */
  screen: HTMLElement | null
  /** The slide is being edited and has to be seen itself. */
  holding: boolean
  say(text: string): void
  onAddPhotos(): void
}

/** Tells of scheduled posts that show an earlier version of the slides. */
export interface OutdatedSlotProps {
  projectId: string
  saves: number
}

export interface EditorSlots {
  Picker: ComponentType<PickerSlotProps>
  VideoPreview: ComponentType<VideoSlotProps>
  ExportMenu: ComponentType<ExportSlotProps>
  OutdatedPosts: ComponentType<OutdatedSlotProps>
}
