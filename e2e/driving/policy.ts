import type { BrowserContext, Page } from '@playwright/test'

/** The first thing from now on that the policy of this page or worker refuses. */
function nextRefusal(): Promise<string> {
  return new Promise((resolve) =>
    addEventListener(
      'securitypolicyviolation',
      ({ effectiveDirective, blockedURI, sample, sourceFile }) =>
        resolve(`policy: ${effectiveDirective} refuses ${blockedURI} ${sample} (${sourceFile})`),
      { once: true },
    ),
  )
}

/** Watches pages of an origin and their workers for what their policy refuses. Other pages have policies of their own. */
export async function watchPolicy(context: BrowserContext, origin: string, problems: string[]): Promise<void> {
  await context.exposeFunction('tellRefusal', (refusal: string) => void problems.push(refusal))
  await context.addInitScript((ours) => {
    if (location.origin !== ours) return
    addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample, sourceFile }) => {
      Reflect.get(globalThis, 'tellRefusal')(`policy: ${effectiveDirective} refuses ${blockedURI} ${sample} (${sourceFile})`)
    })
  }, origin)
  const watch = (page: Page) =>
    page.on('worker', (worker) => {
      const reported = worker.evaluate(nextRefusal).then((refusal) => problems.push(refusal))
      // It waits for as long as the worker lives.
      reported.catch((error: Error) => {
        if (!/closed|destroyed|terminated/i.test(error.message)) problems.push(`a worker that cannot be watched: ${error.message}`)
      })
    })
  context.on('page', watch)
}
