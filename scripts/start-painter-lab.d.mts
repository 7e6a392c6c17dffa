export interface PainterLab {
  url: string
  stop(): Promise<void>
}

/** Builds the painter's lab page and serves it on a free port, in a process of its own. */
export declare function startPainterLab(): Promise<PainterLab>
