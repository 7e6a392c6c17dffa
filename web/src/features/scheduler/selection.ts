/** The selected posts, and the anchor of a range. */
export interface Selection {
  ids: ReadonlySet<string>
  anchor: string | null
}

export const NOTHING_SELECTED: Selection = { ids: new Set(), anchor: null }

/** `toggle` for Ctrl-click, `range` for Shift-click. */
export type PickMode = 'toggle' | 'range'

/** `order`: the ids in display order. */
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

/** Deselects posts that are no longer shown. */
export function withoutHidden(before: Selection, order: readonly string[]): Selection {
  const shown = new Set(order)
  if ([...before.ids].every((id) => shown.has(id))) return before
  return { ids: new Set([...before.ids].filter((id) => shown.has(id))), anchor: before.anchor }
}
