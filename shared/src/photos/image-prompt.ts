interface PromptFacts {
  /** Words of the slide. */
  words: string
  /** Hex colors of the brand, the most important first. */
  colors: readonly string[]
  /** The tone of the brand. */
  tone: string
}

/** Enough for a palette: with more colors, a picture has no color scheme. */
const COLORS_MAX = 3

/** A prompt for a background that leaves room for text. Users see and change it. */
export function imagePrompt({ words, colors, tone }: PromptFacts): string {
  const parts = [
    `A photo of ${words || 'a calm place'}, vertical, as the background of a slide.`,
    'Calm areas in the middle for text. No text, no letters, no logos.',
    ...(colors.length > 0 ? [`Colors: ${colors.slice(0, COLORS_MAX).join(', ')}.`] : []),
    ...(tone !== '' ? [`Mood: ${tone}.`] : []),
  ]
  return parts.join(' ')
}
