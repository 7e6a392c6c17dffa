import { readDictionary } from './dictionary.ts'
import type { Dictionary } from './dictionary.ts'
import type { HanStandards } from './han.ts'
import { faceFonts } from './faces.ts'
import type { FaceFonts, FontChoice } from './faces.ts'
import { parseFaces, parseFonts, parseStandards } from './manifest.ts'
import type { PainterFont, TableKey } from './manifest.ts'
import type { DictionaryScript } from './words.ts'

/** Tables that list fonts. */
export type FontTable = Extract<TableKey, 'scripts' | 'sc' | 'tc' | 'jp' | 'kr'>

/** Data that only some slides need, as far as the host has provided it. */
export interface Tables {
  add(key: TableKey, bytes: Uint8Array): void
  /** Null while the table is not there. */
  fonts(key: FontTable): readonly PainterFont[] | null
  /** The fonts of a typeface, always the same list for the same choice. Null while the table is not there. */
  face(choice: FontChoice): readonly PainterFont[] | null
  standards(): HanStandards | null
  dictionary(script: DictionaryScript): Dictionary | null
  /** A font of a table that is there. */
  font(key: string): PainterFont | undefined
}

/** Exists in every host, but not in the types of the language alone. */
interface TextHost {
  TextDecoder: new () => { decode(bytes: Uint8Array): string }
}

function json(bytes: Uint8Array): unknown {
  const { TextDecoder } = globalThis as unknown as TextHost
  return JSON.parse(new TextDecoder().decode(bytes))
}

export function createTables(): Tables {
  const lists = new Map<FontTable, readonly PainterFont[]>()
  const byKey = new Map<string, PainterFont>()
  const dictionaries = new Map<DictionaryScript, Dictionary>()
  let standards: HanStandards | null = null
  let faces: FaceFonts | null = null
  return {
    add(key, bytes) {
      switch (key) {
        case 'han':
          standards = parseStandards(json(bytes))
          break
        case 'faces': {
          const fonts = parseFaces(json(bytes))
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
          const fonts = parseFonts(json(bytes))
          lists.set(key, fonts)
          for (const font of fonts) byKey.set(font.key, font)
        }
      }
    },
    face: (choice) => faces && faces(choice),
    fonts: (key) => lists.get(key) ?? null,
    standards: () => standards,
    dictionary: (script) => dictionaries.get(script) ?? null,
    font: (key) => byKey.get(key),
  }
}
