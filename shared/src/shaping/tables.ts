import { readDictionary } from './dictionary.ts'
import type { Dictionary } from './dictionary.ts'
import type { HanStandards } from './han.ts'
import { faceFonts } from './faces.ts'
import type { FaceFonts, FontChoice } from './faces.ts'
import { isUploadedFont } from '../slide/fonts.ts'
import type { UploadedFontId } from '../slide/fonts.ts'
import { parseFaces, parseFonts, parseStandards } from './manifest.ts'
import type { PainterFont, TableKey } from './manifest.ts'
import { parseJson } from './parse-json.ts'
import { readFontFile } from './uploaded-font.ts'
import type { DictionaryScript } from './words.ts'

/** Tables that list fonts. */
export type FontTable = Extract<TableKey, 'scripts' | 'sc' | 'tc' | 'jp' | 'kr'>

/** Data that only some slides need, as far as the host has provided it. */
export interface Tables {
  add(key: TableKey, bytes: Uint8Array): void
  /** Adds an uploaded font and returns its files by their keys. Null is one that is gone: its letters look as they do without a choice. */
  addUploadedFont(id: UploadedFontId, bytes: Uint8Array | null): ReadonlyMap<string, Uint8Array>
  /** Whether it was added, be it as one that is gone. */
  hasUploadedFont(id: UploadedFontId): boolean
  isFontMissing(id: UploadedFontId): boolean
  /** Null while the table is not there. */
  fonts(key: FontTable): readonly PainterFont[] | null
  /** The fonts of a typeface, always the same list for the same choice. Null while the table is not there. */
  face(choice: FontChoice): readonly PainterFont[] | null
  standards(): HanStandards | null
  dictionary(script: DictionaryScript): Dictionary | null
  /** A font of a table that is there. */
  font(key: string): PainterFont | undefined
}

/** Always the same list, as for every choice. */
const NO_FONTS: readonly PainterFont[] = []

export function createTables(): Tables {
  const lists = new Map<FontTable, readonly PainterFont[]>()
  const byKey = new Map<string, PainterFont>()
  const dictionaries = new Map<DictionaryScript, Dictionary>()
  let standards: HanStandards | null = null
  let faces: FaceFonts | null = null
  const uploads = new Map<UploadedFontId, FaceFonts | null>()
  const chosen = (choice: FontChoice): readonly PainterFont[] | null => {
    if (!isUploadedFont(choice.font)) return faces && faces(choice)
    const uploaded = uploads.get(choice.font)
    return uploaded === undefined ? null : (uploaded?.(choice) ?? NO_FONTS)
  }
  return {
    add(key, bytes) {
      switch (key) {
        case 'han':
          standards = parseStandards(parseJson(bytes))
          break
        case 'faces': {
          const fonts = parseFaces(parseJson(bytes))
          faces = faceFonts(fonts)
          for (const font of fonts) byKey.set(font.key, font)
          break
        }
        case 'thai':
        case 'lao':
        case 'burmese':
        case 'khmer':
          dictionaries.set(key, readDictionary(bytes))
          break
        default: {
          const fonts = parseFonts(parseJson(bytes))
          lists.set(key, fonts)
          for (const font of fonts) byKey.set(font.key, font)
        }
      }
    },
    addUploadedFont(id, bytes) {
      const files = bytes ? readFontFile(id, bytes) : []
      const fonts = files.map(({ font }) => font)
      uploads.set(id, bytes && faceFonts(fonts))
      for (const font of fonts) byKey.set(font.key, font)
      return new Map(files.map(({ font, bytes: file }) => [font.key, file]))
    },
    hasUploadedFont: (id) => uploads.has(id),
    isFontMissing: (id) => uploads.get(id) === null,
    face: chosen,
    fonts: (key) => lists.get(key) ?? null,
    standards: () => standards,
    dictionary: (script) => dictionaries.get(script) ?? null,
    font: (key) => byKey.get(key),
  }
}
