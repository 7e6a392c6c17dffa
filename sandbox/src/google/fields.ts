/** What is asked for of each field: all of it, or some of the fields in it. */
interface Mask extends Map<string, Mask | null> {}
/** The fields there are: `true` for a plain value. */
export interface Shape {
  readonly [field: string]: true | Shape
}

/** Fields in fields in fields. */
const DEPTH_MAX = 10
const TOKEN = /\s*([\w*]+|[,/()])\s*/y

/**
 * The fields of an answer that were asked for, in the language of partial responses: `a,b(c,d),e/f`, and `*` for all. Lists are looked into. Null
 * when the text is none of that language or names a field that is not there.
 */
export function selectFields(value: object, shape: Shape, fields: string): object | null {
  const mask = parseFields(fields)
  return mask && knows(shape, mask) ? (select(value, mask) as object) : null
}

function parseFields(text: string): Mask | null {
  const tokens = tokensOf(text)
  if (!tokens) return null
  let at = 0

  function list(depth: number): Mask | null {
    const mask: Mask = new Map()
    do {
      const name = tokens?.[at++] ?? ''
      if (depth > DEPTH_MAX || !/^[\w*]+$/.test(name)) return null
      const inner = below(depth)
      if (inner === undefined) return null
      mask.set(name, mask.has(name) ? both(mask.get(name), inner) : inner)
    } while (tokens?.[at] === ',' && ++at > 0)
    return mask
  }

  /** What stands in the field that was just read; null for all of it, undefined for what cannot be read. */
  function below(depth: number): Mask | null | undefined {
    if (tokens?.[at] === '/') {
      const name = tokens[++at] ?? ''
      at += 1
      if (depth > DEPTH_MAX || !/^[\w*]+$/.test(name)) return undefined
      const inner = below(depth + 1)
      return inner === undefined ? undefined : new Map([[name, inner]])
    }
    if (tokens?.[at] !== '(') return null
    at += 1
    const inner = list(depth + 1)
    return inner && tokens[at++] === ')' ? inner : undefined
  }

  const mask = list(0)
  return mask && at === tokens.length ? mask : null
}

/** A field that is named twice. */
function both(one: Mask | null | undefined, two: Mask | null): Mask | null {
  return one && two
    ? new Map(
        [...one, ...two].map(([name, inner]) => [
          name,
          one.has(name) && two.has(name) ? both(one.get(name), two.get(name) ?? null) : inner,
        ]),
      )
    : null
}

function tokensOf(text: string): string[] | null {
  const tokens = [...text.matchAll(new RegExp(TOKEN, 'gy'))]
  return tokens.reduce((length, [whole]) => length + whole.length, 0) === text.length ? tokens.map(([, token = '']) => token) : null
}

function knows(shape: Shape, mask: Mask): boolean {
  return [...mask].every(([name, inner]) => {
    const found = name === '*' ? true : shape[name]
    if (found === undefined) return false
    return inner === null || (found !== true && knows(found, inner))
  })
}

function select(value: unknown, mask: Mask | null): unknown {
  if (mask === null || mask.has('*') || typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((one: unknown) => select(one, mask))
  const chosen = Object.entries(value).filter(([name]) => mask.has(name))
  return Object.fromEntries(chosen.map(([name, inner]) => [name, select(inner, mask.get(name) ?? null)]))
}
