/** By what models frame what they think aloud: DeepSeek and Qwen as `<think>`, Magistral as `[THINK]`, others in words like these. */
const NAMES = 'think|thinking|thought|thoughts|reasoning|reflection'
/** The beginning of a thought, or the bracket with which an answer begins: behind it a tag is a text of the answer. */
const BEGIN = new RegExp(`<(?:${NAMES})>|\\[think\\]|[[{]`, 'i')
const END = new RegExp(`</(?:${NAMES})>|\\[/think\\]`, 'i')
/** One character less than the longest of these marks: so much may be half of one. */
const HALF_MAX = '</reflection>'.length - 1

/** Where a mark may begin of which the rest is still to come; the text's length where none does. */
function halfMark(text: string): number {
  const tail = text.slice(-HALF_MAX)
  const start = tail.search(/<\/?[a-z]*$|\[\/?[a-z]*$/i)
  return start < 0 ? text.length : text.length - tail.length + start
}

export interface ReasoningFilter {
  /** Takes the next piece of an answer; gives what of it is no thought. What follows a thought that never began is a further part. */
  push(piece: string): string[]
}

/** Leaves out what a model thinks aloud before it answers: a draft in there is no answer. How the text is cut into pieces changes nothing. */
export function createReasoningFilter(): ReasoningFilter {
  let held = ''
  let where: 'before' | 'thought' | 'answer' = 'before'

  /** Takes one step through what is held; null when more has to come first. */
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
        // Some servers keep the opening mark to themselves.
        if (from === 'answer' && where === 'before') parts.push('')
      }
    },
  }
}
