import { expect, type BrowserContext, type Page } from '@playwright/test'
import { SCRIPT_PAYLOADS } from '../payloads/script-payloads.ts'

/** All of them, several in one text where they fit: each text is at most so long. */
export function packed(most: number): string[] {
  const texts: string[] = []
  for (const payload of SCRIPT_PAYLOADS) {
    const last = texts.at(-1)
    const longer = last === undefined ? payload : `${last} ${payload}`
    if (last !== undefined && longer.length <= most) texts[texts.length - 1] = longer
    else texts.push(payload.slice(0, most))
  }
  return texts
}

/** From here on, a text that runs is an error of its page, which fails the journey. */
export async function noScripts(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const report = () => reportError(new Error('A text ran as a script'))
    Object.defineProperty(globalThis, '__xss', { set: report })
    Object.assign(globalThis, { alert: report, confirm: report, prompt: report })
  })
}

/** Letters, digits and the characters of tags: before display, spaces are collapsed and forbidden characters removed. */
const essence = (text: string): string => text.replace(/[^\w<>=]/g, '').toLowerCase()

/** Waits until the page shows all of them, as words, as names, as values of fields or as hints. */
export async function expectShown(page: Page, texts: readonly string[], where: string): Promise<void> {
  const missing = async () => {
    const shown = essence(
      await page.evaluate(() => {
        const values = [...document.querySelectorAll('*')].flatMap((element) => [
          ...[...element.attributes].map(({ value }) => value),
          element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement ? element.value : '',
        ])
        return [document.body.textContent, ...values].join('\n')
      }),
    )
    return texts.filter((text) => !shown.includes(essence(text)))
  }
  await expect.poll(missing, { message: `shown ${where}` }).toEqual([])
}
