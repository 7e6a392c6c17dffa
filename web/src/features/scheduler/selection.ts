/** The selected posts, and the anchor of a range. */
export interface Selection {
  ids: ReadonlySet<string>
  anchor: string | null
}

export const NOTHING_SELECTED: Selection = { ids: new Set(), anchor: null }

/** `toggle` for Ctrl-click, `range` for Shift-click. */
export type PickMode = 'toggle' | 'range'

/** `order`: the ids in display order. */
export function picked(current: Selection, pick: { id: string; mode: PickMode; order: readonly string[] }): Selection {
  const { id, mode, order } = pick
  const from = current.anchor === null ? -1 : order.indexOf(current.anchor)
  const to = order.indexOf(id)
  if (mode === 'range' && from >= 0 && to >= 0) {
    const range = order.slice(Math.min(from, to), Math.max(from, to) + 1)
    return { ids: new Set([...current.ids, ...range]), anchor: current.anchor }
  }
  const ids = new Set(current.ids)
  if (!ids.delete(id)) ids.add(id)
  return { ids, anchor: id }
}

/** Deselects posts that are no longer shown. */
export function withoutHidden(current: Selection, order: readonly string[]): Selection {
  const shown = new Set(order)
  if ([...current.ids].every((id) => shown.has(id))) return current
  return { ids: new Set([...current.ids].filter((id) => shown.has(id))), anchor: current.anchor }
}
