import { create } from 'zustand'
import { keep, readStored } from '../../../app/browser-storage.ts'
import { parseHex } from '../../../components/parse-hex.ts'

const KEY = 'ninesixteen.recent-colors'
const MOST = 8

function parse(value: unknown): string[] {
  if (!Array.isArray(value)) return []
  return value.flatMap((one) => (typeof one === 'string' ? (parseHex(one) ?? []) : [])).slice(0, MOST)
}

const useColors = create<readonly string[]>(() => readStored(KEY, parse) ?? [])

/** Colors that the user chose last in this browser, the newest first. */
export const useRecentColors = (): readonly string[] => useColors()

export function rememberColor(hex: string): void {
  const colors = [hex, ...useColors.getState().filter((other) => other !== hex)].slice(0, MOST)
  useColors.setState(colors, true)
  keep(KEY, colors)
}
