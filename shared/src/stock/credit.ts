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
  return `"${title || 'Photo'}"${credit.author ? ` by ${credit.author}` : ''}, ${licenceName(credit)}, ${credit.pageUrl}`
}

/** Each photo once, in the given order. */
export function uniqueCredits(credits: readonly Credit[]): Credit[] {
  return [...new Map(credits.map((credit) => [`${credit.service} ${credit.id}`, credit])).values()]
}

/** Whether posts credit these photos unless the user decides otherwise. */
export function creditsByDefault(credits: readonly Credit[]): boolean {
  return credits.some(({ licence }) => LICENCES[licence].credit !== 'free')
}

/** The lines that credit photos in a caption. Empty without photos. */
export function creditLines(credits: readonly Credit[]): string {
  const texts = uniqueCredits(credits).map(creditText)
  if (texts.length === 0) return ''
  return texts.length === 1 ? `Photo: ${texts[0]}` : `Photos:\n${texts.join('\n')}`
}

/** Whether a caption names every photo that has to be credited. */
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
