import { pick, type Random } from '../kit/random.ts'

/** A front word for the tones people ask for. */
const TONES: readonly (readonly [RegExp, readonly string[]])[] = [
  [/playful|fun|funny|humou?r|silly/, ['okay but', 'in case you needed it:', 'do not panic:']],
  [/bold|direct|provocative|strong/, ['stop scrolling:', 'no one says it, so:', 'read this twice:']],
  [/calm|gentle|soft|warm|kind/, ['a quiet reminder:', 'take a breath.', 'no rush:']],
  [/professional|expert|serious|formal/, ['in practice:', 'in short:']],
]

/** The opening words a tone asks for; empty for the house voice. */
export function toneOpening(tone: string, random: Random): string {
  const found = TONES.find(([pattern]) => pattern.test(tone.toLowerCase()))
  return found ? pick(random, found[1]) : ''
}
