/** The part of pdfkit that `slides-pdf.ts` uses; its published types need those of Node. */
declare module 'pdfkit' {
  interface StructureElement {
    add(child: StructureElement): StructureElement
    end(): void
  }

  interface DocumentInfo {
    Title: string
    Creator: string
    CreationDate: Date
  }

  interface DocumentOptions {
    autoFirstPage: boolean
    pdfVersion: '1.7'
    compress: boolean
    tagged: boolean
    /** Readers show the title instead of the file's name. */
    displayTitle: boolean
    /** BCP 47. */
    lang?: string
    info: DocumentInfo
    font: null
  }

  /** Yields the file's bytes once the document has ended. */
  export class PDFDocument implements AsyncIterable<Uint8Array<ArrayBuffer>> {
    info: DocumentInfo
    constructor(options: DocumentOptions)
    /** `size`: points. */
    addPage(options: { size: [number, number]; margin: number }): this
    image(jpeg: Uint8Array, place: { x: number; y: number; width: number; height: number }): this
    struct(type: 'Document'): StructureElement
    struct(type: 'Figure', options: { alt: string }, draw: () => void): StructureElement
    addStructure(element: StructureElement): this
    /** Called by `end`. */
    endMetadata(): void
    end(): void
    [Symbol.asyncIterator](): AsyncIterator<Uint8Array<ArrayBuffer>>
  }
}
