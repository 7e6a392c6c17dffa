import type { UploadedFont } from '@ninesixteen/shared/api/fonts'
import { FONTS, type FontId, type UploadedFontId } from '@ninesixteen/shared/slide/fonts'
import { uploadNameOf } from '../../../app/font-names.ts'

/** Null is TikTok Sans, the typeface of texts without a font. */
export type FontChoice = FontId | UploadedFontId | null

export interface Face {
  id: FontChoice
  name: string
}

const KINDS = { display: 'Display', sans: 'Sans', serif: 'Serif', script: 'Script', mono: 'Mono' } as const
const DEFAULT_FACE: Face = { id: null, name: 'TikTok Sans' }

export const nameOfFont = (id: FontChoice, uploads: readonly UploadedFont[]): string =>
  uploadNameOf(id, uploads) ?? FONTS.find((font) => font.id === id)?.name ?? DEFAULT_FACE.name

/** The faces whose name or kind contains the query: uploaded ones, then by kind. */
export function searchFonts(query: string, uploads: readonly UploadedFont[]): { label: string; faces: Face[] }[] {
  const wanted = query.trim().toLowerCase()
  const fits = (face: Face, label: string): boolean => `${face.name} ${label}`.toLowerCase().includes(wanted)
  const kinds = Object.entries(KINDS).map(([kind, label]) => ({ label, faces: FONTS.filter((font) => font.kind === kind) }))
  const own = { label: 'Your fonts', faces: uploads.map(({ font, name }): Face => ({ id: font, name })) }
  return [{ label: 'Default', faces: [DEFAULT_FACE] }, own, ...kinds]
    .map(({ label, faces }) => ({ label, faces: faces.filter((face) => fits(face, label)) }))
    .filter(({ faces }) => faces.length > 0)
}

/** Texts of this weight and above count as bold. */
export const BOLD_FROM = 600

/** Whether a typeface has bold letters and an italic. TikTok Sans has all weights, and no italic. */
export function abilitiesOf(choice: FontChoice, uploads: readonly UploadedFont[]): { bold: boolean; italic: boolean } {
  const upload = uploads.find((font) => font.font === choice)
  if (upload) {
    const ends = upload.styles.flatMap(({ weights }) => weights)
    return {
      bold: new Set(ends).size > 1 && Math.max(...ends) >= BOLD_FROM,
      italic: upload.styles.some(({ italic }) => italic),
    }
  }
  const font = FONTS.find(({ id }) => id === choice)
  if (!font) return { bold: true, italic: false }
  return { bold: font.weights.length > 1 && font.weights.some((weight) => weight >= BOLD_FROM), italic: font.italic }
}
