import type { ExportSource } from './export-job.ts'

export interface ExportProblem {
  slide: number
  words: string
  show(): void
}

export interface ExportMenuProps {
  source: ExportSource
  /** What of the slides may not be read. */
  problems(): readonly ExportProblem[]
  disabled?: boolean
}
