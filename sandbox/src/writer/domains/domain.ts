/** One point of a list: a short title and why or how. Written as "title | description" in the banks. */
export interface Point {
  title: string
  description: string
}

/** What the writer knows about one field of life. */
export interface Domain {
  name: string
  /** Words of a topic that lead here. */
  match: RegExp
  emoji: readonly string[]
  /** Things to do. */
  tips: readonly Point[]
  mistakes: readonly Point[]
  signs: readonly Point[]
  /** Whether the signs are those of something wrong ("signs you need ...") or of something good. */
  signsOf: 'trouble' | 'good'
}

/** Reads a bank of "title | description" lines. */
export function points(bank: string): Point[] {
  return bank
    .trim()
    .split('\n')
    .map((line) => {
      const [title = '', description = ''] = line.split('|')
      return { title: title.trim(), description: description.trim() }
    })
}
