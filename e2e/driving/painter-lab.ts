interface Difference {
  bytes: number
  largest: number
}

/** What the painter's lab page offers to a test: how drawings compare, in bytes that differ. */
export interface PainterLabPage {
  painterLab: {
    compareWithServer(set: string, index: number): Promise<Difference>
    compareWithExport(set: string): Promise<Difference[]>
    compareRepaint(set: string): Promise<Difference[]>
  }
}
