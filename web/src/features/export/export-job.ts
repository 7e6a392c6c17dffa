import type { Format } from '@ninesixteen/shared/slide/formats'
import type { Slide } from '@ninesixteen/shared/slide/model'
import type { ExportScale, SlideFile } from '../../painter/export-messages.ts'
import type { ChosenSound } from '../../app/slideshow-sound.ts'
import type { ExportOptions } from './export-options.ts'
import type { TargetId } from './targets.ts'

/** The open project to export. */
export interface ExportSource {
  projectId: string
  companyId: string | null
  /** A multi-photo video: one slide over changing photos. */
  isVideo: boolean
  title: string
  /** The language of a translation; null for an original. */
  language: string | null
  /** The slides with unsaved edits. */
  slides(): readonly Slide[]
  /** Index of the slide on the stage. */
  current(): number
  /** The format that the editor shows. */
  format(): Format
}

/** A snapshot of the project for one export, independent of later edits. */
export interface ExportJob {
  id: string
  target: TargetId
  projectId: string
  companyId: string | null
  isVideo: boolean
  title: string
  language: string | null
  slides: readonly Slide[]
  /** 1-based number of the first slide in the project. */
  firstNumber: number
  /** Formats to render every slide in, in this order. */
  formats: readonly Format[]
  options: ExportOptions
  /** The sound of a video; null or absent: none. */
  sound?: ChosenSound | null
}

export interface ExportContent {
  slides: readonly Slide[]
  firstNumber: number
  formats: readonly Format[]
  /** Scale of the slides; always 1 for a video. */
  scale: ExportScale
  /** The photos of a multi-photo video in order; null for everything else. */
  photos: readonly string[] | null
}

export interface ExportProgress {
  words: string
  /** 0 to 1. */
  share: number
  /** Number of finished slides or video frames. */
  pictures: number
}

/** The input of a target. */
export interface ExportWork {
  job: ExportJob
  signal: AbortSignal
  /** The content to render, once its photos have been checked. Rejects if some are missing, unless the user chose to continue without them. */
  content(): Promise<ExportContent>
  progress(progress: ExportProgress): void
  /** Reports a finished slide, for its thumbnail. */
  drawn(index: number, file: SlideFile): void
  /** Reports the photos of the video in order, by storage path; null for a plain background. */
  recording(photos: readonly (string | null)[]): void
}

/** The result of a successful export. */
export type ExportOutcome =
  /** The file was downloaded; the overlay closes by itself. */
  | { kind: 'done'; title: string; words: string }
  /** Finished at once; a toast reports it. */
  | { kind: 'toast'; words: string }
  /** A message to read; `failed` if a fallback was used. */
  | { kind: 'message'; title: string; words: string; failed: boolean; folderUrl: string | null; toSettings: boolean }

export interface ExportProblem {
  slide: number
  words: string
  show(): void
}

export interface ExportMenuProps {
  source: ExportSource
  /** Legibility problems of the slides. */
  problems(): readonly ExportProblem[]
  disabled?: boolean
  /** Whether the menu is open at first. */
  startsOpen?: boolean
}
