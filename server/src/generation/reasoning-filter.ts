/** Tags around a model's reasoning: `<think>` of DeepSeek and Qwen, `[THINK]` of Magistral, and similar ones. */
const NAMES = 'think|thinking|thought|thoughts|reasoning|reflection'
/** The start of reasoning, or of JSON: inside JSON a tag is text. */
const BEGIN = new RegExp(`<(?:${NAMES})>|\\[think\\]|[[{]`, 'i')
const END = new RegExp(`</(?:${NAMES})>|\\[/think\\]`, 'i')
/** One character less than the longest tag: the longest possible incomplete tag. */
const HALF_MAX = '</reflection>'.length - 1

/** Position of an incomplete tag at the end, or the text's length. */
function halfMark(text: string): number {
  const tail = text.slice(-HALF_MAX)
  const start = tail.search(/<\/?[a-z]*$|\[\/?[a-z]*$/i)
  return start < 0 ? text.length : text.length - tail.length + start
}

export interface ReasoningFilter {
  /** Adds a piece of the response; returns its text without reasoning. Text after reasoning without an opening tag is a new part. */
  push(piece: string): string[]
}

/** Removes a model's reasoning before its answer, which may contain drafts. The split into pieces doesn't matter. */
export function createReasoningFilter(): ReasoningFilter {
  let held = ''
  let where: 'before' | 'thought' | 'answer' = 'before'

  /** Processes one step of the buffer; null when more input is needed. */
  function step(): string | null {
    const mark = (where === 'before' ? BEGIN : END).exec(held)
    const half = halfMark(held)
    if (!mark || (mark[0] === '[' && half <= mark.index)) {
      const read = held.slice(0, half)
      held = held.slice(half)
      return read === '' || where === 'thought' ? null : read
    }
    const [before, after] = [held.slice(0, mark.index), held.slice(mark.index + mark[0].length)]
    if (where === 'before' && mark[0].length === 1) {
      where = 'answer'
      held = held.slice(mark.index)
      return before
    }
    held = after
    const isThought = where === 'thought'
    where = where === 'before' ? 'thought' : 'before'
    return isThought ? '' : before
  }

  return {
    push(piece) {
      held += piece
      const parts = ['']
      for (;;) {
        const from = where
        const read = step()
        if (read === null) return parts
        parts[parts.length - 1] += read
        // Some servers omit the opening tag.
        if (from === 'answer' && where === 'before') parts.push('')
      }
    },
  }
}
