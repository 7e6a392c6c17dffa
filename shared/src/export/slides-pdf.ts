import { PDFDocument } from 'pdfkit'
import type { Size } from '../slide/formats.ts'
import { languageTag } from '../text/language-tag.ts'

/** Points of a pixel: the CSS pixel, so 1080 pixels are 11.25 inches wide at 96 pixels per inch. */
const POINTS_PER_PIXEL = 0.75

export interface PdfPage {
  jpeg: Uint8Array
  altText: string
}

export interface SlidesPdf {
  title: string
  /** Its name, as the user wrote it; null if unknown. */
  language: string | null
  /** Pixels of a slide at single size; a page has the same size at double size. */
  size: Size
  /** When the document was made, which is part of it. */
  createdAt: Date
  pages: AsyncIterable<PdfPage> | Iterable<PdfPage>
}

const XML_ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

class SlidesDocument extends PDFDocument {
  /** Copies the title into XML, which pdfkit does without escaping it. By then it has written `info`. */
  override endMetadata(): void {
    this.info.Title = this.info.Title.replaceAll(/[&<>]/g, (character) => XML_ENTITIES[character] ?? character)
    super.endMetadata()
  }
}

/** A tagged PDF with a slide per page: the bytes of its JPEG, and a figure with its alt text. */
export async function* slidesPdf({ title, language, size, createdAt, pages }: SlidesPdf): AsyncGenerator<Uint8Array<ArrayBuffer>, void> {
  const [width, height] = [size.width * POINTS_PER_PIXEL, size.height * POINTS_PER_PIXEL]
  const tag = language === null ? null : languageTag(language)
  const document = new SlidesDocument({
    autoFirstPage: false,
    pdfVersion: '1.7',
    // Page and server have different compressors, and next to the JPEG files there is nothing to save.
    compress: false,
    tagged: true,
    displayTitle: true,
    ...(tag !== null && { lang: tag }),
    info: { Title: title, Creator: 'Ninesixteen', CreationDate: createdAt },
    // Pages have no text, so they need no font.
    font: null,
  })
  const root = document.struct('Document')
  document.addStructure(root)
  for await (const { jpeg, altText } of pages) {
    document.addPage({ size: [width, height], margin: 0 })
    root.add(document.struct('Figure', { alt: altText }, () => document.image(jpeg, { x: 0, y: 0, width, height })))
  }
  root.end()
  document.end()
  yield* document
}
