export interface CoverTitle {
  main: string
  /** The part in parentheses, with them; null when there is none. */
  aside: string | null
}

/**
 * Splits a cover title at its first parenthesis: the part in parentheses gets a smaller box of its own. A title that is nothing
 * but a parenthesis stays whole; one never closed runs to the end.
 */
export function splitCoverTitle(title: string): CoverTitle {
  const found = /^(.*?)[(（]([^()（）]*)(?:[)）](.*))?$/su.exec(title.trim())
  const whole = { main: title.trim(), aside: null }
  if (!found) return whole
  const [, before = '', inside = '', after = ''] = found
  const main = [before.trim(), after.trim()].filter(Boolean).join(/^[.,!?:;…]/u.test(after.trim()) ? '' : ' ')
  if (!before.trim() || !inside.trim()) return whole
  return { main, aside: `(${inside.trim()})` }
}
