import type { Slide } from '@ninesixteen/shared/slide/model'
import type { ExportScale, SlideFile } from '../../painter/export-messages.ts'
import type { ExportOptions } from './export-options.ts'
import type { TargetId } from './targets.ts'

/** The open project, for the ways out of it. */
export interface ExportSource {
  projectId: string
  companyId: string | null
  /** A multi-photo video: one slide over changing photos. */
  isVideo: boolean
  title: string
  /** The slides as they are seen, unsaved edits included. */
  slides(): readonly Slide[]
  /** Index of the slide on the stage. */
  current(): number
}

/** One export, as it was when it began: edits made meanwhile do not reach it. */
export interface ExportJob {
  id: string
  target: TargetId
  projectId: string
  companyId: string | null
  isVideo: boolean
  title: string
  slides: readonly Slide[]
  /** Number of the first of `slides` in the project, counted from 1. */
  firstNumber: number
  options: ExportOptions
}

/** What is drawn. */
export interface ExportContent {
  slides: readonly Slide[]
  firstNumber: number
  /** How large the slides are drawn; a film has one size. */
  scale: ExportScale
  /** The photos of a multi-photo video in the order they are shown; null for everything else. */
  photos: readonly string[] | null
}

/** How far an export is: `words` say it. */
export interface ExportProgress {
  words: string
  /** Of the whole, 0 to 1. */
  share: number
  /** Slides or pictures of a film that are through. */
  pictures: number
}

/** What a target works with. */
export interface ExportWork {
  job: ExportJob
  signal: AbortSignal
  /** What is to be drawn, its pictures looked for. Rejects when some are gone and nobody said that it may be without. */
  content(): Promise<ExportContent>
  progress(progress: ExportProgress): void
  /** A finished slide, to be shown small. */
  drawn(index: number, file: SlideFile): void
  /** The photos of the film that is being made, one after another: the storage path of each, null for a plain backdrop. */
  filming(photos: readonly (string | null)[]): void
}

/** How an export that did not fail ended. */
export type ExportOutcome =
  /** The file is among the downloads; nothing more has to be read. */
  | { kind: 'done'; title: string; words: string }
  /** As quick as a click: a short message at the edge of the screen says it. */
  | { kind: 'told'; words: string }
  /** Something to read; `failed` when what was wanted did not come about, and something else did. */
  | { kind: 'read'; title: string; words: string; failed: boolean; folderUrl: string | null; toSettings: boolean }
