/** The ids between two photos in display order; only `to` if one of them is no longer shown. */
export function between(order: readonly string[], from: string | null, to: string): readonly string[] {
  const first = from === null ? -1 : order.indexOf(from)
  const last = order.indexOf(to)
  return first < 0 || last < 0 ? [to] : order.slice(Math.min(first, last), Math.max(first, last) + 1)
}

/** The selection with `ids` added or removed. */
export function withState(selection: ReadonlySet<string>, ids: readonly string[], isSelected: boolean): ReadonlySet<string> {
  const next = new Set(selection)
  for (const id of ids) {
    if (isSelected) next.add(id)
    else next.delete(id)
  }
  return next
}

/** "Select all" while the ids are loading: everything except the photos that the user toggles in the meantime, passed to `onChange`. */
export function createSelectAll(onChange: (except: ReadonlySet<string> | null) => void) {
  let running: { request: number; except: ReadonlySet<string> } | null = null
  let requests = 0
  const set = (next: typeof running): void => {
    running = next
    onChange(next?.except ?? null)
  }
  return {
    /** Starts selecting all and returns the request's number; null for deselecting. */
    begin(select: boolean): number | null {
      requests += 1
      set(select ? { request: requests, except: new Set() } : null)
      return select ? requests : null
    },
    /** Toggles a photo. Returns false if no ids are loading. */
    exclude(id: string): boolean {
      if (!running) return false
      set({ ...running, except: withState(running.except, [id], !running.except.has(id)) })
      return true
    },
    /** The photos toggled in the meantime; null if a newer request has started. */
    end(request: number): ReadonlySet<string> | null {
      if (running?.request !== request) return null
      const { except } = running
      set(null)
      return except
    },
  }
}
