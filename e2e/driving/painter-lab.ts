export interface Difference {
  bytes: number
  largest: number
  /** Share of the pixels of which a channel differs by more than 8. */
  visible: number
}

/** A slide of a set as a format shows it. */
export interface SlideView {
  set: string
  index: number
  format: string
}

/** The painter lab's interface for tests: compares drawings, in bytes that differ. */
export interface PainterLabPage {
  painterLab: {
    compareWithServer(set: string, index: number, format?: string): Promise<Difference>
    /** The slides that the page draws differently from the server. */
    differingFromServer(views: readonly SlideView[]): Promise<(SlideView & Pick<Difference, 'bytes' | 'largest'>)[]>
    compareExportWithServer(range: { set: string; from: number; to: number; format: string }): Promise<Difference[]>
    compareWithExport(set: string): Promise<Difference[]>
    compareWithVideo(set: string, format: string): Promise<Difference[]>
    /** Two slides with motion for a second each, with a cross-fade. */
    makeMovingVideo(): Promise<Uint8Array>
    compareRepaint(set: string): Promise<Difference[]>
    cancelExport(set: string): Promise<{ reason: string; drawn: number; filesAfterwards: number }>
    exportWithout(set: string, how: 'network' | 'file'): Promise<string>
  }
}
