/** The order of a list as both sides last knew it, and as each has it now. */
interface Orders {
  base: string[]
  mine: string[]
  theirs: string[]
}

/**
 * Merges the orders of a list that two sides rearranged. If only one side moved things, its order wins, and additions of the other keep their
 * neighbours. If both did, the preferred side's order wins and `overlap` is true. Items deleted by one side stay in the result: the caller removes
 * them.
 */
export function mergeOrder({ base, mine, theirs }: Orders, preferred: 'mine' | 'theirs'): { ids: string[]; overlap: boolean } {
  const mineMoved = moved(base, mine)
  const theirsMoved = moved(base, theirs)
  const overlap = mineMoved && theirsMoved && moved(theirs, mine)
  const leading = mineMoved === theirsMoved ? preferred : mineMoved ? 'mine' : 'theirs'
  const [first, second] = leading === 'mine' ? [mine, theirs] : [theirs, mine]
  return { ids: insertMissing(insertMissing(first, second), base), overlap }
}

/** True when the items common to both lists have a different order. */
function moved(before: string[], after: string[]): boolean {
  const stay = new Set(after)
  const common = before.filter((id) => stay.has(id))
  const known = new Set(common)
  const now = after.filter((id) => known.has(id))
  return common.some((id, index) => id !== now[index])
}

/** The first list with what only the second has, each after the neighbour it has there. */
function insertMissing(first: string[], second: string[]): string[] {
  const result = [...first]
  const have = new Set(first)
  second.forEach((id, index) => {
    if (have.has(id)) return
    have.add(id)
    const before = second[index - 1]
    result.splice(before === undefined ? 0 : result.indexOf(before) + 1, 0, id)
  })
  return result
}
