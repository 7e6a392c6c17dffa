/**
 * Topics that the generator suggests. The sandbox has texts of its own for each, so that a studio without a model shows what a good slideshow is.
 * Neighbours have different subjects: the form shows three at a time.
 */
export const SUGGESTED_TOPICS = [
  'why your sourdough is dense',
  'a weekend in lisbon on a budget',
  'questions to ask before adopting a dog',
  'how to start running when you hate it',
  'phone settings that give you time back',
  'how to get your first ten customers',
  'better coffee at home without a machine',
  'signs you need a break',
  'make a small flat feel bigger',
  'where your money goes each month',
  'how to keep basil alive',
  "how to study when you can't focus",
  'a skincare routine with three products',
  'questions to ask in a job interview',
  'what your cat is trying to tell you',
  'weeknight dinners in fifteen minutes',
  'small habits for calm mornings',
  'product photos with just your phone',
  'packing light with only a carry-on',
  'how to spot a scam message',
  'stretches for people who sit all day',
  'houseplants that forgive everything',
  'how to save your first thousand',
  'learn a language in small steps',
  'ten-minute tidying for busy people',
  'why your iced coffee tastes watery',
  'how to end your workday on time',
  'curly hair mistakes to stop making',
  'pricing mistakes small businesses make',
  'how to sleep better tonight',
  'how to meal prep for one',
] as const

/** Shown at once. */
const SHOWN = 3

/** The suggestions after so many others, around the list again at its end. */
export function suggestedTopics(skipped: number): string[] {
  return Array.from({ length: SHOWN }, (_, index) => SUGGESTED_TOPICS[(skipped + index) % SUGGESTED_TOPICS.length] ?? '')
}
