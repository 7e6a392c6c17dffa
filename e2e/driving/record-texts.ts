import type { Page } from '@playwright/test'

/**
 * Notes every text that matches from now on, in order and without repeats, as the page shows it: for what passes by too quickly to be
 * waited for, such as a progress. Ask the returned function for the list.
 */
export async function recordTexts(page: Page, pattern: RegExp): Promise<() => Promise<string[]>> {
  const recorder = await page.evaluateHandle((source) => {
    const wanted = new RegExp(source, 'g')
    const seen: string[] = []
    const look = () => {
      for (const [text] of document.body.textContent.matchAll(wanted)) if (!seen.includes(text)) seen.push(text)
    }
    look()
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true })
    return seen
  }, pattern.source)
  return () => recorder.jsonValue()
}
