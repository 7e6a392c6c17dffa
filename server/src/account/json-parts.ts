/** A row as it stands in an array that is indented by two. */
const inArray = (row: unknown): string => JSON.stringify([row], null, 2).slice(2, -2)
const asArray = (rows: readonly string[]): Uint8Array => Buffer.from(rows.length === 0 ? '[]\n' : `[\n${rows.join(',\n')}\n]\n`, 'utf8')

/** Rows as JSON arrays that each end with the row that makes them longer than so many characters: one array where there is little. */
export async function* jsonParts(pages: AsyncIterable<readonly unknown[]>, characters: number): AsyncGenerator<Uint8Array, void> {
  let rows: string[] = []
  let length = 0
  let isEmpty = true
  for await (const page of pages) {
    // As text at once: the rows as objects take several times as much.
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
