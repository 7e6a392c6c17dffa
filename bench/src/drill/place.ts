import type { Programs } from './needed-programs.ts'

/** Where a drill stands: all it keeps is below one folder, and the signal says that it is to end. */
export interface Place {
  folder: string
  programs: Programs
  signal: AbortSignal
}
