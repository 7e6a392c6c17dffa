/** Fields of one call at most, and how deep brackets go. */
const FIELDS_MAX = 500
const DEPTH_MAX = 6
/** The API's limit for lists. */
const LIST_MAX = 100

export type Form = string | Form[] | { [name: string]: Form }
type Branch = Map<string, Branch | string>

/** Parses parameters like `a[b][0][c]=d` and `a[]=b`; null when malformed or too large. */
export function readForm(text: string): Record<string, Form> | null {
  const root: Branch = new Map()
  const fields = [...new URLSearchParams(text)]
  if (fields.length > FIELDS_MAX) return null
  for (const [name, value] of fields) {
    const path = pathOf(name)
    if (!path || !put(root, path, value)) return null
  }
  return asObject(root)
}

/** `a[b][]` as its names; null where the brackets do not fit. */
function pathOf(name: string): string[] | null {
  const [, first = '', rest = ''] = /^([^[\]]+)((?:\[[^[\]]*\])*)$/.exec(name) ?? []
  if (first === '') return null
  const path = [first, ...[...rest.matchAll(/\[([^[\]]*)\]/g)].map(([, inner = '']) => inner)]
  return path.length > DEPTH_MAX ? null : path
}

function put(branch: Branch, [key = '', ...rest]: readonly string[], value: string): boolean {
  const name = key === '' ? String(branch.size) : key
  if (rest.length === 0) {
    if (branch.get(name) instanceof Map) return false
    branch.set(name, value)
    return true
  }
  const below = branch.get(name) ?? new Map<string, Branch | string>()
  if (!(below instanceof Map)) return false
  branch.set(name, below)
  return put(below, rest, value)
}

function asObject(branch: Branch): Record<string, Form> {
  return Object.fromEntries([...branch].map(([name, below]) => [name, grown(below)]))
}

function grown(below: Branch | string): Form {
  if (typeof below === 'string') return below
  const names = [...below.keys()]
  const isList = names.length > 0 && names.every((name) => /^\d+$/.test(name) && Number(name) < LIST_MAX)
  return isList ? [...below.values()].map(grown) : asObject(below)
}
