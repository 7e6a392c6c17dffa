import type { Programs } from './needed-programs.ts'

/** Where a drill runs: the folder with all its data, and the signal that ends it. */
export interface Place {
  folder: string
  programs: Programs
  signal: AbortSignal
}
