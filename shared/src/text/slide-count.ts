/** Slide count choices of the generator: `auto` or 3 to 10. */
export const SLIDE_COUNT_MIN = 3
export const SLIDE_COUNT_MAX = 10
/** Slides for `auto` and a topic without a number. */
export const SLIDE_COUNT_DEFAULT = 5

/** Value of a decimal digit of any script. Each script's ten digits are consecutive and begin with its zero. */
function digitValue(digit: string): number {
  const code = digit.codePointAt(0) ?? 0
  let value = 0
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value += 1
  return value
}

/** The first number in a text, in the digits of any script; null without one. */
export function firstNumber(text: string): number | null {
  // NFKC turns the ornamental digits (full width, mathematical) into plain ones.
  const digits = /\p{Nd}+/u.exec(text.normalize('NFKC'))?.[0]
  if (digits === undefined) return null
  return [...digits].reduce((sum, digit) => sum * 10 + digitValue(digit), 0)
}

/** The longest list that `auto` follows; a larger number is a year, a price or a share. Its cover and 20 points fit the answer of a model. */
const AUTO_POINTS_MAX = 20

/**
 * `auto`: the first number in the topic plus one for the cover, so that "10 habits" has ten; 5 without a number. A number that can't be a count (a
 * year, a zero) becomes the maximum, or is ignored.
 */
export function autoSlideCount(topic: string): number {
  const number = firstNumber(topic)
  if (number === null || number === 0) return SLIDE_COUNT_DEFAULT
  return number > AUTO_POINTS_MAX ? SLIDE_COUNT_MAX : number + 1
}
