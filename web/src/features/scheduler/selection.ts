/** Which posts are selected, and from which one a range goes. */
export interface Selection {
  ids: ReadonlySet<string>
  anchor: string | null
}

export const NOTHING_SELECTED: Selection = { ids: new Set(), anchor: null }

/** `toggle` is Ctrl and a click, `range` Shift and a click. */
export type PickMode = 'toggle' | 'range'

/** `order`: the ids as they are shown. */
export function picked(before: Selection, pick: { id: string; mode: PickMode; order: readonly string[] }): Selection {
  const { id, mode, order } = pick
  const from = before.anchor === null ? -1 : order.indexOf(before.anchor)
  const to = order.indexOf(id)
  if (mode === 'range' && from >= 0 && to >= 0) {
    const range = order.slice(Math.min(from, to), Math.max(from, to) + 1)
    return { ids: new Set([...before.ids, ...range]), anchor: before.anchor }
  }
  const ids = new Set(before.ids)
  if (!ids.delete(id)) ids.add(id)
  return { ids, anchor: id }
}

/** Without those that are gone or not shown any more. */
export function stillThere(before: Selection, order: readonly string[]): Selection {
  const shown = new Set(order)
  if ([...before.ids].every((id) => shown.has(id))) return before
  return { ids: new Set([...before.ids].filter((id) => shown.has(id))), anchor: before.anchor }
}
