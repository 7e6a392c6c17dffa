export const IDEA_CATEGORIES = ['tips', 'traits', 'reasons'] as const
export type IdeaCategory = (typeof IDEA_CATEGORIES)[number]

/** Category of an idea by the words in it: signs or traits, then reason, why or because, else tips. Whole words, so "designs" is no sign. */
export function ideaCategory(text: string): IdeaCategory {
  if (/\b(?:signs|traits)\b/i.test(text)) return 'traits'
  if (/\b(?:reasons?|why|because)\b/i.test(text)) return 'reasons'
  return 'tips'
}
