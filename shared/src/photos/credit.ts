import { z } from 'zod'
import { LICENCE_IDS, LICENCES } from './licences.ts'
import { STOCK_SERVICE_IDS } from './stock-services.ts'

const link = z.url({ protocol: /^https?$/ }).max(2000)

/** Where a photo is from, and whom to credit. Stored with the file, so that it lasts as long as any slide shows it. */
export const photoCreditSchema = z.object({
  service: z.enum(STOCK_SERVICE_IDS),
  /** The service's own id. */
  id: z.string().max(200),
  title: z.string().max(300),
  author: z.string().max(200).nullable(),
  authorUrl: link.nullable(),
  licence: z.enum(LICENCE_IDS),
  licenceVersion: z.string().max(20).nullable(),
  licenceUrl: link.nullable(),
  /** The photo's page, which names author and licence. */
  pageUrl: link,
})
export type PhotoCredit = z.infer<typeof photoCreditSchema>

/** A title in a caption; the page has the rest. */
const TITLE_SHOWN = 80

export function licenceName({ licence, licenceVersion }: Pick<PhotoCredit, 'licence' | 'licenceVersion'>): string {
  const { label } = LICENCES[licence]
  return licence === 'by' && licenceVersion ? `${label} ${licenceVersion}` : label
}

/** Like `"Morning fog" by Ana Ruiz, CC BY 2.0, https://...`: what CC BY asks for, as far as plain text can. */
export function creditText(credit: PhotoCredit): string {
  const title = credit.title.length > TITLE_SHOWN ? `${credit.title.slice(0, TITLE_SHOWN - 1).trimEnd()}…` : credit.title
  return `"${title || 'Photo'}"${credit.author ? ` by ${credit.author}` : ''}, ${licenceName(credit)}, ${credit.pageUrl}`
}

/** Each photo once, in the given order. */
export function uniqueCredits(credits: readonly PhotoCredit[]): PhotoCredit[] {
  return [...new Map(credits.map((credit) => [`${credit.service} ${credit.id}`, credit])).values()]
}

export function requiresCredit(credits: readonly PhotoCredit[]): boolean {
  return credits.some(({ licence }) => LICENCES[licence].requiresCredit)
}

/** The lines that credit photos in a caption. Empty without photos. */
export function creditLines(credits: readonly PhotoCredit[]): string {
  const texts = uniqueCredits(credits).map(creditText)
  if (texts.length === 0) return ''
  return texts.length === 1 ? `Photo: ${texts[0]}` : `Photos:\n${texts.join('\n')}`
}

/** Whether a caption names every photo that has to be credited. */
export function creditsAll(caption: string, credits: readonly PhotoCredit[]): boolean {
  return credits.every((credit) => !LICENCES[credit.licence].requiresCredit || caption.includes(creditText(credit)))
}

/** The caption with or without the credits, which follow after an empty line. */
export function withCredits(caption: string, credits: readonly PhotoCredit[], isOn: boolean): string {
  const lines = creditLines(credits)
  if (lines === '') return caption
  const rest = caption.replace(lines, '').trimEnd()
  if (!isOn) return rest
  return rest === '' ? lines : `${rest}\n\n${lines}`
}
