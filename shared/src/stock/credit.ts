import type { Credit } from './credit-schema.ts'
import { LICENCES } from './licences.ts'

/** A title in a caption; the page has the rest. */
const TITLE_SHOWN = 80

export function licenceName({ licence, licenceVersion }: Pick<Credit, 'licence' | 'licenceVersion'>): string {
  const { label } = LICENCES[licence]
  return licence === 'by' && licenceVersion ? `${label} ${licenceVersion}` : label
}

/** Like `"Morning fog" by Ana Ruiz, CC BY 2.0, https://...`: what CC BY asks for, as far as plain text can. */
export function creditText(credit: Credit): string {
  const title = credit.title.length > TITLE_SHOWN ? `${credit.title.slice(0, TITLE_SHOWN - 1).trimEnd()}…` : credit.title
  return `"${title || (credit.kind === 'sound' ? 'Track' : 'Photo')}"${credit.author ? ` by ${credit.author}` : ''}, ${licenceName(credit)}, ${credit.pageUrl}`
}

/** Each photo and sound once, in the given order. */
export function uniqueCredits(credits: readonly Credit[]): Credit[] {
  return [...new Map(credits.map((credit) => [`${credit.service} ${credit.id}`, credit])).values()]
}

/** Whether posts have these credits unless the user decides otherwise. */
export function creditsByDefault(credits: readonly Credit[]): boolean {
  return credits.some(({ licence }) => LICENCES[licence].credit !== 'free')
}

/** The lines that credit photos and music in a caption. Empty without credits. */
export function creditLines(credits: readonly Credit[]): string {
  const lines = (kind: Credit['kind'], one: string, many: string): string[] => {
    const texts = uniqueCredits(credits.filter((credit) => credit.kind === kind)).map(creditText)
    return texts.length === 1 ? [`${one}: ${texts[0]}`] : texts.length === 0 ? [] : [`${many}:`, ...texts]
  }
  return [...lines(undefined, 'Photo', 'Photos'), ...lines('sound', 'Music', 'Music')].join('\n')
}

/** The credited files in words, such as `2 photos and the music`. */
export function creditedFiles(credits: readonly Credit[]): string {
  const unique = uniqueCredits(credits)
  const photos = unique.filter(({ kind }) => kind === undefined).length
  const words = photos === 0 ? [] : [photos === 1 ? 'one photo' : `${photos} photos`]
  return [...words, ...(photos < unique.length ? ['the music'] : [])].join(' and ')
}

/** Whether a caption names every author who has to be credited. */
export function creditsAll(caption: string, credits: readonly Credit[]): boolean {
  return credits.every((credit) => LICENCES[credit.licence].credit !== 'required' || caption.includes(creditText(credit)))
}

/** The caption with or without the credits, which follow after an empty line. */
export function withCredits(caption: string, credits: readonly Credit[], isOn: boolean): string {
  const lines = creditLines(credits)
  if (lines === '') return caption
  const rest = caption.replace(lines, '').trimEnd()
  if (!isOn) return rest
  return rest === '' ? lines : `${rest}\n\n${lines}`
}
