import { FONTS, type FontId } from '@ninesixteen/shared/slide/fonts'

/** Null is TikTok Sans, the typeface of texts without a font. */
export type FontChoice = FontId | null

export interface Face {
  id: FontChoice
  name: string
}

const KINDS = { display: 'Display', sans: 'Sans', serif: 'Serif', script: 'Script', mono: 'Mono' } as const
const DEFAULT_FACE: Face = { id: null, name: 'TikTok Sans' }

export const nameOfFont = (id: FontChoice): string => FONTS.find((font) => font.id === id)?.name ?? DEFAULT_FACE.name

/** The faces whose name or kind contains the query, by kind. */
export function searchFonts(query: string): { label: string; faces: Face[] }[] {
  const wanted = query.trim().toLowerCase()
  const fits = (face: Face, label: string): boolean => `${face.name} ${label}`.toLowerCase().includes(wanted)
  const kinds = Object.entries(KINDS).map(([kind, label]) => ({ label, faces: FONTS.filter((font) => font.kind === kind) }))
  return [{ label: 'Default', faces: [DEFAULT_FACE] }, ...kinds]
    .map(({ label, faces }) => ({ label, faces: faces.filter((face) => fits(face, label)) }))
    .filter(({ faces }) => faces.length > 0)
}

/** Texts of this weight and above count as bold. */
export const BOLD_FROM = 600

/** Whether a typeface has bold letters and an italic. TikTok Sans has all weights, and no italic. */
export function abilitiesOf(choice: FontChoice): { bold: boolean; italic: boolean } {
  const font = FONTS.find(({ id }) => id === choice)
  if (!font) return { bold: true, italic: false }
  return { bold: font.weights.length > 1 && font.weights.some((weight) => weight >= BOLD_FROM), italic: font.italic }
}
