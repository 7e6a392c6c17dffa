import type { ExportSource } from './export-job.ts'

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
}
