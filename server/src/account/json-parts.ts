/** A row as an element of an array with an indent of two. */
const inArray = (row: unknown): string => JSON.stringify([row], null, 2).slice(2, -2)
const asArray = (rows: readonly string[]): Uint8Array => Buffer.from(rows.length === 0 ? '[]\n' : `[\n${rows.join(',\n')}\n]\n`, 'utf8')

/** Rows as JSON arrays, each of which ends after the row that exceeds the length; a single one for few rows. */
export async function* jsonParts(pages: AsyncIterable<readonly unknown[]>, characters: number): AsyncGenerator<Uint8Array, void> {
  let rows: string[] = []
  let length = 0
  let isEmpty = true
  for await (const page of pages) {
    // Serialized at once: rows as objects take several times the memory.
    const texts = page.map(inArray)
    for (const text of texts) {
      rows.push(text)
      length += text.length
      if (length <= characters) continue
      const part = asArray(rows)
      ;[rows, length, isEmpty] = [[], 0, false]
      yield part
    }
  }
  if (isEmpty || rows.length > 0) yield asArray(rows)
}
